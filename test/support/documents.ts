/** The documents that are generated from tables in the code. */
import type { AttributeRule, BlockRule, BodyRule } from '../../src/config/block-rules.ts';
import { AGENT_FILE, GLOBAL_FILE, LOCK_FILE } from '../../src/config/block-schema.ts';
import { allowedRange } from '../../src/config/decode-scalar.ts';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/diagnostics/code.ts';
import { EXPLANATIONS } from '../../src/diagnostics/explanations.ts';

const GENERATED =
  '<!-- Generated from the tables in src: change them there, then run UPDATE_DOCUMENTS=1 npx vitest run --config test/vitest.config.ts test/architecture/documents -->';

const CONFIGURATION_INTRO = `# Configuration

${GENERATED}

One file, \`agent.hcl\`, says everything: \`--config FILE\`, else \`AGENT_CONFIG\`, else \`./agent.hcl\`, else \`agent.hcl\` in the configuration directory of the user (\`$XDG_CONFIG_HOME/agent\`, by default \`~/.config/agent\`). Parent directories are never searched, and nothing is merged. An empty file is valid. \`agent init\` writes a first one, \`agent validate\` checks one, and \`agent.hcl.example\` shows one with comments.

\`\`\`hcl
provider "anthropic" {
  api_key = env("ANTHROPIC_API_KEY")
}

agent_profile "default" {
  model {
    primary {
      provider = "anthropic"
      id       = "claude-sonnet-5"
    }
  }
}
\`\`\`

The text is HCL: UTF-8, at most 1 MiB, comments with \`#\`, \`//\` or \`/* */\`. Every expression of HCL works; there are no variables, and the only function is \`env("NAME")\`, allowed in provider blocks. A credential must be written as exactly \`env("NAME")\`. A block on one line holds at most one argument. The arguments below take exactly the type they name; those of a provider convert as HCL does.`;

const GLOBAL_INTRO = `## The file of the user

\`config.hcl\` in the configuration directory of the user belongs to no project and is never committed. It may be absent.`;

const LOCK_INTRO = `## The lock file

\`.agent/agent.lock.hcl\` beside \`agent.hcl\` is written by the program and committed. It is checked when it is there.`;

/** `docs/configuration.md`. */
export function configurationDocument(): string {
  return [
    CONFIGURATION_INTRO,
    ...blockSections(AGENT_FILE, '', 2),
    GLOBAL_INTRO,
    ...blockSections(GLOBAL_FILE, '', 3),
    LOCK_INTRO,
    attributeTable(LOCK_FILE.attributes),
    ...blockSections(LOCK_FILE, '', 3),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function blockSections(body: BodyRule, parent: string, level: number): readonly string[] {
  return body.blocks.flatMap((block) => {
    const label = block.label === undefined ? '' : ` "${block.label.placeholder}"`;
    const header = `${parent}${block.type}${label}`;
    return [
      `${'#'.repeat(level)} \`${header}\``,
      `${occurrenceText(block)} ${block.description}`,
      ...tables(block),
      ...blockSections(block, `${header} → `, level + 1),
    ];
  });
}

function occurrenceText({ label, occurrence }: BlockRule): string {
  if (label?.isUnique === true) return 'Any number, each with a name of its own.';
  if (occurrence === 'repeated') return 'Any number.';
  return occurrence === 'required' ? 'Exactly one.' : 'At most one.';
}

function tables(block: BlockRule): readonly string[] {
  const { entries } = block;
  const own = entries === undefined ? block.attributes : [entries];
  if (own.length === 0) return [];
  const nested = own.filter(({ object_attributes = [] }) => object_attributes.length > 0);
  return [
    attributeTable(own),
    ...nested.flatMap(({ name, object_attributes = [] }) => [
      `Keys of \`${name}\`:`,
      attributeTable(object_attributes),
    ]),
  ];
}

function attributeTable(attributes: readonly AttributeRule[]): string {
  const rows = attributes.map(
    (rule) =>
      `| \`${rule.name}\` | ${typeText(rule)} | ${defaultText(rule)} | ${rule.description ?? ''} |`,
  );
  return ['| Name | Type | If left out | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function typeText(rule: AttributeRule): string {
  if (rule.values !== undefined) return rule.values.map((value) => `\`"${value}"\``).join(', ');
  switch (rule.type) {
    case 'number':
      return allowedRange(rule).replace(/^an? /, '');
    case 'bool':
      return '`true` or `false`';
    case 'list_string':
      return 'list of strings';
    case 'list_number':
      return 'list of numbers';
    case 'map_string':
      return 'object of strings';
    case 'object':
    case 'json_object':
      return 'object';
    case 'string':
      return rule.nonEmpty === true ? 'string, not empty' : 'string';
    case 'unspecified':
      return '';
  }
}

/** A required argument with a default takes it when the whole block is left out. */
function defaultText({ required, default_json, omitted }: AttributeRule): string {
  const value = default_json === undefined ? omitted : `\`${default_json}\``;
  if (required !== true) return value ?? '–';
  return value === undefined ? 'required' : `required; without the block ${value}`;
}

const DIAGNOSTICS_INTRO = `# Diagnostics

${GENERATED}

Every error and warning about a configuration has a stable id, shown at the right of its first line and as \`code\` in the JSON form. An id is never renamed or used for something else. Errors make a file invalid; warnings never do, unless \`--warnings-as-errors\` says so. \`agent validate\` tells all faults of a file in one run; after a syntax error nothing else of that file is told.`;

/** `docs/diagnostics.md`. */
export function diagnosticsDocument(): string {
  return [DIAGNOSTICS_INTRO, ...DIAGNOSTIC_CODES.map(diagnosticSection)]
    .map((part) => `${part}\n`)
    .join('\n');
}

function diagnosticSection(code: DiagnosticCode): string {
  const { meaning, example, remedy } = EXPLANATIONS[code];
  const shown =
    'hcl' in example ? `\`\`\`hcl\n${example.hcl}\`\`\`` : `For example: ${example.situation}`;
  return [`## ${code}`, meaning, shown, `**Remedy.** ${remedy}`].join('\n\n');
}
