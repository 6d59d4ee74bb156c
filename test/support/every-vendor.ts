/** One `agent.hcl` with every vendor's provider, and traces of what each process was given. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FixtureCase, loadFixtureCases } from './fixture-cases.ts';
import { temporaryFolder } from './run-agent.ts';
import { root } from './shared.ts';

interface Vendor {
  readonly name: string;
  readonly model: string;
  readonly recording: string;
  /** Attributes besides the key and the address. */
  readonly more?: string;
}

export const vendors: readonly Vendor[] = [
  { name: 'anthropic', model: 'claude-haiku-4-5', recording: 'text' },
  { name: 'google', model: 'gemini-3-pro-preview', recording: 'usage-cached-and-thoughts' },
  {
    name: 'openai',
    model: 'gpt-5.6-sol',
    recording: 'responses-refusal-without-event-names',
  },
  {
    name: 'openai-compatible',
    model: 'recorded',
    recording: 'keep-alive-and-cached',
    more: 'dialect = "deepseek"\n  extra_models = { recorded = "131072/8192" }',
  },
  {
    name: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    recording: 'reason-null-after-stop',
  },
  { name: 'xai', model: 'grok-3-mini', recording: 'chat-cached-on-top', more: 'api = "chat"' },
];

/** The one that starts a program of its vendor's, which has a login instead of a key. */
export const COMMAND_LINE = 'claude-cli';
export const names = [...vendors.map(({ name }) => name), COMMAND_LINE];

export const keyOf = (name: string) => `key-of-${name}-and-nobody-else`;
export const variableOf = (name: string) => `${name.replace('-', '_').toUpperCase()}_KEY`;

const SETTINGS = `settings {
  default_frontend = ""
  log_level        = "info"
  telemetry        = false
  retry {
    base_delay_ms  = 1
    backoff_factor = 1
    max_retries    = 0
  }
}
`;

export interface VendorScene {
  readonly url: string;
  /** Every process of a provider leaves its environment there, by the name of its program. */
  readonly traces: string;
  readonly recorder: string;
}

export function openVendorScene(url: string): VendorScene {
  const traces = temporaryFolder();
  const recorder = join(temporaryFolder(), 'recorder.mjs');
  const lines = [
    `import { writeFileSync } from 'node:fs';`,
    `import { basename } from 'node:path';`,
    `const path = ${JSON.stringify(traces)} + '/' + basename(process.argv[1]);`,
    'writeFileSync(path, JSON.stringify(process.env));',
  ];
  writeFileSync(recorder, lines.join('\n'));
  return { url, traces, recorder };
}

/** @param scenario - What the stand-in of the vendor's command line does. */
export function configFor({ url, recorder }: VendorScene, scenario = 'answer'): string {
  const own = `environment {
    NODE_OPTIONS = "--import ${recorder}"`;
  const blocks = vendors.map(
    ({ name, more = '' }) => `provider "${name}" {
  api_key  = env("${variableOf(name)}")
  base_url = "${url}"
  ${more}
  ${own}
    ${variableOf(name)}_OWN = "own of ${name}"
  }
}`,
  );
  const program = join(root, 'test', 'fixtures', 'claude-cli', 'claude.mjs');
  const commandLine = `provider "${COMMAND_LINE}" {
  command    = "${program}"
  extra_args = ["--scenario=${scenario}"]
  ${own}
    CLAUDE_CODE_OAUTH_TOKEN = env("${variableOf(COMMAND_LINE)}")
    CLAUDECODE = "1"
  }
}`;
  return `${[...blocks, commandLine].join('\n')}\n${SETTINGS}`;
}

/** The user's variables: everybody's credentials, and what a vendor's program would take by itself. */
export const shell = {
  ...Object.fromEntries(names.map((name) => [variableOf(name), keyOf(name)])),
  ANTHROPIC_API_KEY: 'key-of-the-shell',
  OPENAI_API_KEY: 'key-of-the-shell',
};

/** Names and values of a process that has run. */
export function traceOf(
  { traces }: VendorScene,
  program: string,
): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(traces, program), 'utf8'));
}

const BASE = /^(?:HOME|PATH|TMPDIR|NODE_OPTIONS)$/;
export const LAUNCHER = /^(?:PLUGIN_.*|OTEL_RESOURCE_ATTRIBUTES|PLUGGABLEHARNESS_AGENT_PLUGIN)$/;
export const ownNames = (variables: object) =>
  Object.keys(variables).filter((name) => !BASE.test(name) && !LAUNCHER.test(name));

export function recordingOf({ name, recording }: Vendor): FixtureCase {
  const found = loadFixtureCases(join(root, 'test', 'fixtures', 'wire', name)).find(
    (fixture) => fixture.name === recording,
  );
  if (found === undefined) throw new Error(`no recording ${name}/${recording}`);
  return found;
}
