import { describe, expect, test } from 'vitest';
import type { KnownProvider } from '../../src/config/check-known.ts';
import { sourceWithSchemas } from '../../src/config/load.ts';
import { revealObject } from '../../src/config/secret.ts';
import type { SourceText } from '../../src/diagnostics/source-text.ts';
import type { ModelSpec } from '../../src/protocol/model-spec.ts';
import { configFrom, knownProviders, TEST_SCHEMAS } from '../support/config-from.ts';

const codesOf = ({ diagnostics }: Awaited<ReturnType<typeof configFrom>>) =>
  diagnostics.map(({ code, range }) => `${code}:${range?.start.line ?? 0}`);

describe('an empty file', () => {
  test('is valid and gives every default', async () => {
    const { config, diagnostics } = await configFrom('');

    expect(diagnostics).toEqual([]);
    expect(config?.providers).toEqual([]);
    expect(config?.profiles.size).toBe(0);
    expect(config?.settings).toEqual({
      defaultFrontend: '',
      logLevel: 'info',
      telemetry: false,
      defaultHookTimeoutMs: 5000,
      defaultToolTimeoutMs: 30_000,
      maxDepth: undefined,
      onOverflow: 'drop',
      retry: {
        baseDelayMs: 500,
        backoffFactor: 2,
        maxRetries: 5,
        maxDelayMs: 60_000,
        maxWaitMs: 120_000,
        maxSessionRetries: 50,
      },
      observability: {
        endpoint: 'localhost:4317',
        endpointRange: undefined,
        protocol: 'grpc',
        samplingRatio: 1,
        tracesEnabled: true,
        metricsEnabled: true,
        logsEnabled: true,
        exportIntervalMs: 10_000,
        serviceName: 'agent',
        resourceAttrs: {},
      },
      eventBus: { subscribeQueueBound: 1024 },
      doomLoop: { windowSize: 8, threshold: 3 },
    });
  });
});

describe('a profile', () => {
  const text = `
provider "anthropic" {}
agent_profile "default" {
  model {
    primary {
      provider               = "anthropic"
      id                     = "big"
      thinking_effort        = "high"
      thinking_budget_tokens = 2048
      max_output_tokens      = 1000
      temperature            = 0.5
      provider_options       = { tier = "fast", seed = 7, list = [1, null, { a = true }] }
    }
    fallback {
      provider = "anthropic"
      id       = "small"
    }
  }
  tools          = ["fs.read", "web.*"]
  slash_commands = ["compact"]
  max_cost_usd   = 0.25
}
`;

  test('is decoded whole, with its defaults', async () => {
    const { config } = await configFrom(text);
    const profile = config?.profiles.get('default');

    expect(profile?.primary).toMatchObject({
      provider: { value: 'anthropic' },
      id: { value: 'big' },
      thinkingEffort: { value: 'high' },
      thinkingBudgetTokens: { value: 2048 },
      maxOutputTokens: 1000,
      temperature: 0.5,
      providerOptions: { value: { tier: 'fast', seed: 7, list: [1, null, { a: true }] } },
    });
    expect(profile?.fallbacks.map(({ id }) => id.value)).toEqual(['small']);
    expect(profile?.tools.map(({ value }) => value)).toEqual(['fs.read', 'web.*']);
    expect(profile?.slashCommands).toEqual(['compact']);
    expect(profile).toMatchObject({ maxTurns: 100, maxCostUsd: 0.25, maxConcurrentSubagents: 4 });
  });

  test('without any tools has none', async () => {
    const { config } = await configFrom('agent_profile "tiny" { max_turns = 1 }\n');

    expect(config?.profiles.get('tiny')?.tools).toEqual([]);
  });

  test.each([
    ['temperature = -1', 'out-of-range'],
    ['temperature = "0.5"', 'wrong-type'],
    ['max_output_tokens = 0', 'out-of-range'],
    ['max_output_tokens = 1.5', 'not-integer'],
    ['thinking_budget_tokens = -1', 'out-of-range'],
    ['provider_options = "x"', 'wrong-type'],
    ['provider_options = { a = 1e400 }', 'out-of-range'],
    ['provider_options = { a = 9007199254740993 }', 'out-of-range'],
    ['provider_options = { a = 1, a = 2 }', 'duplicate-object-key'],
    ['thinking_effort = null', 'null-value'],
    ['top_p = 1', 'unknown-attribute'],
  ])('refuses %s in a model', async (line, code) => {
    const found = await configFrom(text.replace('"small"', `"small"\n      ${line}`));

    expect(found.diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  test('refuses an empty provider and id', async () => {
    const found = await configFrom(text.replace('"big"', '""').replace('= "anthropic"', '= ""'));

    expect(
      found.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ).toEqual(['out-of-range', 'out-of-range']);
  });
});

describe('a policy', () => {
  test('is decoded with what it matches', async () => {
    const { config } = await configFrom(
      'policy "p" {\n  match  = { tool_name = "rm", risk = "high" }\n  action = "deny"\n}\n',
    );

    expect(config?.policies).toMatchObject([
      { name: 'p', match: { toolName: 'rm', risk: 'high' }, action: 'deny' },
    ]);
  });

  test('that can never decide is a warning', async () => {
    const risks = ['read_only', 'low', 'moderate', 'high', 'critical'];
    const rules = risks.map(
      (risk) => `policy "${risk}" {\n  match  = { risk = "${risk}" }\n  action = "deny"\n}\n`,
    );
    const found = await configFrom(
      `policy "k" {\n  match  = { kind = "resource" }\n  action = "ask"\n}\n${rules.join('')}`,
    );

    expect(codesOf(found)).toEqual(['policy-shadowed:1']);
    expect(found.config).toBeDefined();
  });

  test('whose match is faulty takes part in no comparison', async () => {
    const rule = (name: string) =>
      `policy "${name}" {\n  match  = { risk = "extreme" }\n  action = "ask"\n}\n`;

    expect(codesOf(await configFrom(rule('a') + rule('b')))).toEqual([
      'invalid-enum:2',
      'invalid-enum:6',
    ]);
  });
});

describe('environment entries', () => {
  test.each([
    ['PLUGIN_MIN_PORT = "1"', 'env-name-reserved'],
    ['PLUGGABLEHARNESS_AGENT_PLUGIN = "x"', 'env-name-reserved'],
    ['A = "x\\u0000y"', 'env-value-invalid'],
    ['A = {}', 'env-value-not-string'],
    ['A = upper("x")', 'unknown-function'],
  ])('refuse %s', async (line, code) => {
    const found = await configFrom(
      `provider "anthropic" {\n  environment {\n    ${line}\n  }\n}\n`,
    );

    expect(codesOf(found)).toEqual([`${code}:3`]);
  });

  test('names of base variables may be replaced', async () => {
    const { providers, diagnostics } = await configFrom(
      'provider "anthropic" {\n  environment { PATH = "/bin" }\n}\n',
    );

    expect(diagnostics).toEqual([]);
    expect([...(providers[0]?.environment ?? [])]).toEqual([['PATH', '/bin']]);
  });
});

describe('without the environment (--no-env)', () => {
  const text = `
provider "anthropic" {
  api_key       = env("NOT_SET")
  timeout_ms    = env("NOT_SET")
  beta_headers  = ["a", env("NOT_SET")]
  extra_headers = { (env("NOT_SET")) = "x", b = env("NOT_SET") }
  environment {
    A = env("NOT_SET")
    B = "kept"
  }
}
`;

  test('a variable that is not set is no error, and entries that read one are left out', async () => {
    const { config, values, providers } = await configFrom(text, { noEnv: true });

    expect(config).toBeDefined();
    expect(values.get('anthropic')?.isUnknown).toBe(true);
    expect([...(providers[0]?.environment ?? [])]).toEqual([['B', 'kept']]);
  });

  test('a variable that is set is not looked at either', async () => {
    const { values } = await configFrom(text, {
      noEnv: true,
      environment: { NOT_SET: 'secret-value' },
    });

    expect(JSON.stringify(revealObject(values.get('anthropic')?.config ?? {}))).not.toContain(
      'secret-value',
    );
  });

  test('all other faults are still told', async () => {
    const found = await configFrom(text.replace('env("NOT_SET")', '"literal"'), { noEnv: true });

    expect(codesOf(found)).toEqual(['secret-not-env:3']);
  });
});

describe('who serves a provider', () => {
  test('a path and a package are left to a later stage', async () => {
    const { providers, diagnostics } = await configFrom(
      'required_providers {\n  a = { source = "./a.mjs" }\n  b = { source = "npm:@acme/b", version = "~> 1.2" }\n}\nprovider "a" {\n  anything = { goes = 1 }\n}\n',
    );

    expect(diagnostics).toEqual([]);
    expect(providers.map(({ localName, implementation }) => [localName, implementation])).toEqual([
      ['b', { type: 'npm', packageName: '@acme/b' }],
      ['a', { type: 'path', path: './a.mjs' }],
    ]);
  });

  test('an override of the user wins over everything the file says', async () => {
    const { providers } = await configFrom('provider "anthropic" {\n  odd = 1\n}\n', {
      overrides: new Map([['anthropic', '/build/p']]),
    });

    expect(providers[0]?.implementation).toEqual({ type: 'override', path: '/build/p' });
  });

  test('a version with a path is refused', async () => {
    const found = await configFrom(
      'required_providers {\n  a = {\n    source  = "./a"\n    version = "1.0"\n  }\n}\n',
    );

    expect(codesOf(found)).toEqual(['unknown-attribute:4']);
  });

  test('a source that nobody serves is told at the entry', async () => {
    const found = await configFrom(
      'required_providers {\n  a = { source = "github.com/x/nosuch", version = "1" }\n}\n',
    );

    expect(codesOf(found)).toEqual(['unknown-provider:2']);
  });

  test('an unknown name gets the nearest one', async () => {
    const { diagnostics } = await configFrom('provider "anthropc" {}\n');

    expect(diagnostics[0]?.detail).toContain('Did you mean "anthropic"?');
  });

  test('the body of a provider with a faulty entry is not examined', async () => {
    const found = await configFrom(
      'required_providers {\n  example = { source = "x" }\n}\nprovider "example" {\n  odd = 1\n}\n',
    );

    expect(codesOf(found)).toEqual(['invalid-source:2']);
  });
});

const spec = (
  id: string,
  thinking: ModelSpec['thinking'],
  aliases: readonly string[] = [],
): ModelSpec => ({
  id,
  contextWindow: 1000,
  maxOutputTokens: 100,
  supportsToolUse: false,
  supportsVision: false,
  supportsDocuments: false,
  supportsStreaming: true,
  supportedToolChoiceModes: [],
  thinking,
  catalog: { aliases },
});

const roster = [
  spec(
    'thinker-1',
    {
      supported: true,
      effort: { levels: ['low', 'high'], default: 'low' },
      budget: { min: 1024, max: 8192, deprecated: false },
      adaptiveByDefault: false,
      disable: 'always',
    },
    ['thinker'],
  ),
  spec('plain-1', { supported: false, adaptiveByDefault: false, disable: 'unspecified' }),
  spec('always-1', {
    supported: true,
    effort: { levels: ['low'], default: 'low' },
    adaptiveByDefault: true,
    disable: 'never',
  }),
];

describe('a complete roster', () => {
  const builtIns = new Map<string, KnownProvider>([
    ...knownProviders(TEST_SCHEMAS),
    [
      'rostered',
      { schema: { attributes: [{ name: 'extra_models', type: 'map_string' }] }, roster },
    ],
  ]);
  const load = (id: string, setting = '', body = '') =>
    configFrom(
      `provider "rostered" {${body}}\nagent_profile "default" {\n  model {\n    primary {\n      provider = "rostered"\n      id = "${id}"\n      ${setting}\n    }\n  }\n}\n`,
      { builtIns },
    );

  test.each([
    ['thinker-1', ''],
    ['thinker', 'thinking_effort = "high"'],
    ['thinker-1', 'thinking_budget_tokens = 1024'],
    ['thinker-1', 'thinking_budget_tokens = 8192'],
  ])('accepts %s with %s', async (id, setting) => {
    expect(codesOf(await load(id, setting))).toEqual([]);
  });

  test.each([
    ['thinker-1', 'thinking_effort = "extreme"', '"low" and "high"'],
    ['thinker-1', 'thinking_budget_tokens = 1023', 'from 1024 to 8192'],
    ['thinker-1', 'thinking_budget_tokens = 8193', 'from 1024 to 8192'],
    ['plain-1', 'thinking_effort = "low"', 'declares no effort levels'],
    ['plain-1', 'thinking_budget_tokens = 0', 'declares no thinking budget'],
    ['always-1', 'thinking_effort = "off"', '"low"'],
  ])('refuses %s with %s and says what is declared', async (id, setting, declared) => {
    const found = await load(id, setting);

    expect(codesOf(found)).toEqual(['thinking-not-supported:7']);
    expect(found.diagnostics[0]?.detail).toContain(declared);
  });

  test('warns of a model it lacks, with the nearest name', async () => {
    const found = await load('thinkr');

    expect(codesOf(found)).toEqual(['unknown-model:6']);
    expect(found.diagnostics[0]?.detail).toContain('Did you mean "thinker"?');
    expect(found.config).toBeDefined();
  });

  test('is joined by the extra models of the block', async () => {
    expect(
      codesOf(await load('newer-2', '', '\n  extra_models = { "newer-2" = "1000/100" }\n')),
    ).toEqual([]);
  });

  test('without a known roster no model is unknown', async () => {
    const { diagnostics } = await configFrom(
      'provider "anthropic" {}\nagent_profile "default" {\n  model {\n    primary {\n      provider = "anthropic"\n      id = "what-ever"\n      thinking_effort = "extreme"\n    }\n  }\n}\n',
    );

    expect(diagnostics).toEqual([]);
  });
});

describe('the order and the number of faults', () => {
  test('diagnostics are sorted by line, then id', async () => {
    const lines = codesOf(await configFrom('b = 1\nsession {}\na = 1\nprovider "x" { y = 1 }\n'));

    expect(lines).toEqual([
      'top-level-attribute:1',
      'unknown-block:2',
      'top-level-attribute:3',
      'unknown-provider:4',
    ]);
  });

  test('an attribute that failed one step is left alone by later ones', async () => {
    const found = await configFrom('provider "anthropic" {\n  api_key = "x" + env("NOT_SET")\n}\n');

    expect(codesOf(found)).toEqual(['secret-not-env:2']);
  });

  test('a literal secret and an unset variable are both told', async () => {
    const found = await configFrom(
      'provider "anthropic" {\n  api_key  = "x"\n  base_url = env("NOT_SET")\n}\n',
    );

    expect(codesOf(found)).toEqual(['secret-not-env:2', 'env-unset:3']);
  });

  test('a second environment block is told, and the first one counts', async () => {
    const found = await configFrom(
      'provider "anthropic" {\n  environment "x" {\n    A = "1"\n  }\n  environment {\n    B = "2"\n  }\n  environment {\n    C = "3"\n  }\n}\n',
    );

    expect(codesOf(found)).toEqual(['bad-block-labels:2', 'duplicate-block:8']);
    expect([...(found.providers[0]?.environment.keys() ?? [])]).toEqual(['B']);
  });

  test('window_size is compared with the default threshold too', async () => {
    const settings =
      'settings {\n  default_frontend = ""\n  log_level = "info"\n  telemetry = false\n  doom_loop {\n    window_size = 2\n  }\n}\n';

    expect(codesOf(await configFrom(settings))).toEqual(['out-of-range:6']);
  });
});

test('without its schema every value of a provider is hidden, with it only the secrets', async () => {
  const loaded = await configFrom(
    'required_providers {\n  vault = { source = "./vault" }\n}\nprovider "vault" {\n  pin  = "4711-abc"\n  user = "me"\n  port = 80\n}\n',
  );
  const schema = {
    attributes: [
      { name: 'pin', type: 'string', sensitive: true },
      { name: 'user', type: 'string' },
    ],
  } as const;
  const hidden = ({ bytes, masks }: SourceText) =>
    masks.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start.byte, end.byte)));

  const later = sourceWithSchemas(loaded, { builtIns: new Map() }, new Map([['vault', schema]]));

  expect(hidden(loaded.source)).toEqual(['"4711-abc"', '"me"']);
  expect(hidden(later)).toEqual(['"4711-abc"']);
});
