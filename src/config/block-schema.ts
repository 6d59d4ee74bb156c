/** The blocks of `agent.hcl`, as data: what the loader accepts and what the reference shows. */
import type { AttributeRule, BlockRule, BodyRule } from './block-rules.ts';
import { POLICY_KINDS, POLICY_RISKS } from './policy.ts';
import { SETTINGS_BLOCK } from './settings-schema.ts';

export const HOOK_POINTS = [
  'session-start',
  'pre-model-call',
  'post-model-response',
  'pre-tool-call',
  'plan-ready',
  'post-tool-call',
  'post-apply',
  'session-end',
] as const;

const REQUIRED_PROVIDERS: BlockRule = {
  type: 'required_providers',
  occurrence: 'optional',
  description:
    'Names the builds that implement providers, by local name. A local name without an entry is ' +
    'served by the built-in provider of that name.',
  attributes: [],
  entries: {
    name: 'LOCAL_NAME',
    type: 'object',
    description: 'One provider; the name is what `provider` blocks and profiles refer to.',
    object_attributes: [
      {
        name: 'source',
        type: 'string',
        required: true,
        description:
          'A forge address `github.com/OWNER/REPO` or `gitlab.com/GROUP/REPO`; a local build ' +
          '`./…`, `../…` or `/…`, relative to the directory of the file; or `npm:PACKAGE`.',
      },
      {
        name: 'version',
        type: 'string',
        omitted: 'any version',
        description:
          'Constraints joined by commas: `=`, `!=`, `>`, `>=`, `<`, `<=`, `~>` and a version. ' +
          'Required with a forge address, optional with `npm:`, refused with a path.',
      },
    ],
  },
  blocks: [],
};

const ENVIRONMENT: BlockRule = {
  type: 'environment',
  occurrence: 'optional',
  description:
    'Environment variables for this provider only, `NAME = "value"`. Values are strings and may ' +
    'use `env("NAME")`.',
  attributes: [],
  entries: {
    name: 'NAME',
    type: 'string',
    description: 'The value of one variable. Names that the launcher sets itself are refused.',
  },
  blocks: [],
};

const PROVIDER: BlockRule = {
  type: 'provider',
  label: { placeholder: 'LOCAL_NAME', form: 'identifier', isUnique: true },
  occurrence: 'repeated',
  isForeign: true,
  description:
    'Configures a provider. The attributes are those of the provider itself: see its own page or ' +
    '`agent provider list --json`. A credential is always written as `env("NAME")`.',
  attributes: [],
  blocks: [ENVIRONMENT],
};

const POLICY: BlockRule = {
  type: 'policy',
  label: { placeholder: 'NAME', form: 'text', isUnique: true },
  occurrence: 'repeated',
  description:
    'A rule about tool calls. The most specific matching rule decides: one that names a tool ' +
    'before one that names a provider, then a risk, then a kind.',
  attributes: [
    {
      name: 'match',
      type: 'object',
      required: true,
      description: 'What the rule is about; keys left out match anything, `{}` matches every call.',
      object_attributes: [
        { name: 'tool_name', type: 'string', description: 'Exact name of a tool.' },
        { name: 'provider', type: 'string', description: 'Exact local name of a provider.' },
        { name: 'risk', type: 'string', values: POLICY_RISKS, description: 'Risk of the call.' },
        { name: 'kind', type: 'string', values: POLICY_KINDS, description: 'Kind of the call.' },
      ],
    },
    {
      name: 'action',
      type: 'string',
      required: true,
      values: ['allow', 'ask', 'deny'],
      description: 'What happens to a call that the rule decides.',
    },
  ],
  blocks: [],
};

const MODEL_CHOICE: readonly AttributeRule[] = [
  {
    name: 'provider',
    type: 'string',
    required: true,
    nonEmpty: true,
    description: 'Local name of a provider.',
  },
  {
    name: 'id',
    type: 'string',
    required: true,
    nonEmpty: true,
    description: "The vendor's model id, or an alias of it.",
  },
  {
    name: 'thinking_effort',
    type: 'string',
    omitted: "the model's default",
    description: 'How much the model thinks: one of the levels it declares.',
  },
  {
    name: 'thinking_budget_tokens',
    type: 'number',
    integer: true,
    minimum: 0,
    omitted: "the model's default",
    description: 'Tokens it may think, within the range it declares.',
  },
  {
    name: 'max_output_tokens',
    type: 'number',
    integer: true,
    minimum: 1,
    omitted: "the model's limit",
    description: 'Longest answer, in tokens.',
  },
  {
    name: 'temperature',
    type: 'number',
    minimum: 0,
    omitted: "the model's default",
    description: 'Randomness of the answer.',
  },
  {
    name: 'provider_options',
    type: 'json_object',
    omitted: 'none',
    description: 'Passed to this provider untouched.',
  },
];

const MODEL: BlockRule = {
  type: 'model',
  occurrence: 'optional',
  description: 'Which model answers, and which ones stand in, in order.',
  attributes: [],
  blocks: [
    {
      type: 'primary',
      occurrence: 'required',
      description: 'The model that is asked first.',
      attributes: MODEL_CHOICE,
      blocks: [],
    },
    {
      type: 'fallback',
      occurrence: 'repeated',
      description:
        'A model that is asked when those before it can not serve. In order of the text.',
      attributes: MODEL_CHOICE,
      blocks: [],
    },
  ],
};

const AGENT_PROFILE: BlockRule = {
  type: 'agent_profile',
  label: { placeholder: 'NAME', form: 'text', isUnique: true },
  occurrence: 'repeated',
  description:
    'How a run behaves. The profile named `default` is used unless `--profile` names another.',
  attributes: [
    {
      name: 'tools',
      type: 'list_string',
      omitted: 'no tools',
      description: 'Tools it may use: `"PROVIDER.TOOL"` or `"PROVIDER.*"`.',
    },
    {
      name: 'slash_commands',
      type: 'list_string',
      omitted: 'none',
      description: 'Commands it may use that expand to a prompt.',
    },
    {
      name: 'max_turns',
      type: 'number',
      integer: true,
      minimum: 1,
      default_json: '100',
      description: 'Most turns of one run.',
    },
    {
      name: 'max_cost_usd',
      type: 'number',
      above: 0,
      omitted: 'no limit',
      description: 'Most money one run may cost, in US dollars.',
    },
    {
      name: 'max_wall_clock_s',
      type: 'number',
      integer: true,
      minimum: 1,
      omitted: 'no limit',
      description: 'Longest one run may take, in seconds.',
    },
    {
      name: 'max_depth',
      type: 'number',
      integer: true,
      minimum: 0,
      omitted: '`settings.max_depth`, else 3',
      description: 'How deep agents may start agents; `0` means not at all.',
    },
    {
      name: 'max_concurrent_subagents',
      type: 'number',
      integer: true,
      minimum: 1,
      default_json: '4',
      description: 'Most agents that run side by side.',
    },
  ],
  blocks: [MODEL],
};

const HOOK: BlockRule = {
  type: 'hook',
  label: { placeholder: 'POINT', form: 'hook-point', isUnique: false },
  occurrence: 'repeated',
  description:
    'Calls a provider at a point of a run. Hooks of one point run in the order of the text. ' +
    `Points: ${HOOK_POINTS.map((point) => `\`${point}\``).join(', ')}.`,
  attributes: [
    {
      name: 'provider',
      type: 'string',
      required: true,
      description: 'Local name of a provider that advertises the point.',
    },
    {
      name: 'mode',
      type: 'string',
      required: true,
      values: ['observe', 'transform', 'veto'],
      description: 'What the provider may do there.',
    },
    {
      name: 'timeout_ms',
      type: 'number',
      integer: true,
      minimum: 1,
      omitted: '`settings.default_hook_timeout_ms`',
      description: 'Longest it may take, in milliseconds.',
    },
  ],
  blocks: [],
};

/** `agent.hcl`. */
export const AGENT_FILE: BodyRule = {
  attributes: [],
  blocks: [REQUIRED_PROVIDERS, PROVIDER, POLICY, AGENT_PROFILE, HOOK, SETTINGS_BLOCK],
};

/** `config.hcl` in the user's configuration directory. */
export const GLOBAL_FILE: BodyRule = {
  attributes: [],
  blocks: [
    {
      type: 'dev_overrides',
      occurrence: 'optional',
      description:
        'Local builds that replace providers, by local name, whatever a project says about source, ' +
        'version and lock.',
      attributes: [],
      entries: {
        name: 'LOCAL_NAME',
        type: 'string',
        nonEmpty: true,
        description: 'Path of the build; a relative one starts at the directory of this file.',
      },
      blocks: [],
    },
    {
      type: 'registry_mirror',
      occurrence: 'optional',
      description:
        'Where builds would be fetched from. Checked and kept; nothing is downloaded yet.',
      attributes: [
        {
          name: 'default',
          type: 'string',
          required: true,
          nonEmpty: true,
          description: 'URL used when no prefix matches.',
        },
      ],
      blocks: [
        {
          type: 'mirror',
          occurrence: 'repeated',
          description: 'A mirror for one prefix; the longest matching prefix wins.',
          attributes: [
            { name: 'prefix', type: 'string', required: true, description: 'Start of a source.' },
            { name: 'url', type: 'string', required: true, description: 'URL of the mirror.' },
            {
              name: 'auth',
              type: 'string',
              sensitive: true,
              omitted: 'no credential',
              description: 'Credential, exactly `env("NAME")`.',
            },
          ],
          blocks: [],
        },
      ],
    },
  ],
};

/** `.agent/agent.lock.hcl`, behind its version. */
export const LOCK_FILE: BodyRule = {
  attributes: [
    {
      name: 'lock_file_version',
      type: 'number',
      required: true,
      description: 'Version of the format: 1.',
    },
  ],
  blocks: [
    {
      type: 'provider',
      label: { placeholder: 'LOCAL_NAME', form: 'identifier', isUnique: true },
      occurrence: 'repeated',
      description: 'One resolved provider.',
      attributes: [
        { name: 'source', type: 'string', required: true, description: 'Where it came from.' },
        { name: 'version', type: 'string', required: true, description: 'Exact version.' },
        {
          name: 'resolved_at',
          type: 'string',
          required: true,
          description: 'When it was resolved, RFC 3339.',
        },
        {
          name: 'checksums',
          type: 'map_string',
          required: true,
          description: '`OS_ARCH` → `sha256:…`, for every platform.',
        },
      ],
      blocks: [],
    },
  ],
};
