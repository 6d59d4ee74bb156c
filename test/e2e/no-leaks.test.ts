/** Secrets on every way out of the program: what a path can carry is looked for in all it leaves. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';
import { startWireServer } from '../support/wire-server.ts';

const KEY = 'sk-leak/9+f& "canary"=';
const PASSWORD = 'pass-of-the-proxy';
const MIRROR = 'credential-of-the-mirror';
const SECRETS = [KEY, PASSWORD, MIRROR];

const FORMS = SECRETS.flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  JSON.stringify(secret).slice(1, -1),
]);

const MIRRORS =
  'registry_mirror {\n  default = "https://forge.test"\n  mirror {\n    prefix = "github.com/"\n    url = "https://mirror.test"\n    auth = env("E2E_MIRROR")\n  }\n}\n';

interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A project whose provider gives away all it knows. */
function leakyPlace(block = ''): Place {
  const home = temporaryFolder();
  mkdirSync(join(home, '.config', 'agent'), { recursive: true });
  writeFileSync(join(home, '.config', 'agent', 'config.hcl'), MIRRORS);
  const fixture = pathToFileURL(join(root, 'test/fixtures/plugins/leaky.mjs')).href;
  const cwd = temporaryFolder({
    'leaky.mjs': `import '${fixture}';\n`,
    'agent.hcl': [
      'required_providers {\n  leaky = { source = "./leaky.mjs" }\n}',
      `provider "leaky" {\n  api_key = env("E2E_KEY")\n${block}`,
      `  environment {\n    HTTPS_PROXY = "http://me:${PASSWORD}@127.0.0.1:9"\n  }\n}`,
      'settings {\n  default_frontend = ""\n  log_level = "trace"\n  telemetry = false\n',
      '  retry {\n    base_delay_ms = 1\n    backoff_factor = 1\n    max_retries = 1\n  }\n}\n',
    ].join('\n'),
  });
  return { cwd, home, env: { HOME: home, E2E_KEY: KEY, E2E_MIRROR: MIRROR } };
}

/** Everything below a folder that the program may have written. */
function written(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !['agent.hcl', 'config.json'].includes(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

async function outputsOf(args: readonly string[], place: Place) {
  const { code, stdout, stderr } = await runAgent([...args, '--trust-providers'], place);
  const files = [...written(place.home), ...written(place.cwd)];
  return {
    code,
    outputs: [['stdout', stdout], ['stderr', stderr], ...files] as const,
    stdout,
    stderr,
  };
}

function expectNoLeak(outputs: readonly (readonly [string, string])[]): void {
  const leaks = outputs.flatMap(([name, text]) =>
    FORMS.filter((form) => text.includes(form)).map((form) => `${name}: ${form}`),
  );
  expect(leaks).toEqual([]);
}

const PROMPTS = [
  { prompt: 'whole', code: 0 },
  { prompt: 'split', code: 0 },
  { prompt: 'call', code: 0 },
  { prompt: 'metadata', code: 0 },
  { prompt: 'refuse', code: 4 },
  { prompt: 'retry', code: 5 },
  { prompt: 'crash', code: 10 },
];

describe.each(['text', 'json', 'stream-json'])('a run with -o %s', (format) => {
  test.each(PROMPTS)(
    'shows no secret of a provider that answers: $prompt',
    async ({ prompt, code }) => {
      const place = leakyPlace();
      const more = ['-v', '--show-thinking', '--last-message-file', 'last.txt'];
      const args = [
        'run',
        `${prompt} ${SECRETS.join(' ')}`,
        '-m',
        'leaky/demo',
        '-o',
        format,
        ...more,
      ];

      const found = await outputsOf(args, place);

      expect(found.code).toBe(code);
      expect(found.stderr).toContain('***');
      // A pipe gets the text as the model wrote it; nothing else ever holds a control sequence.
      expect(found.stderr + (format === 'text' ? '' : found.stdout)).not.toContain('\u001b');
      expect(found.outputs.map(([name]) => name).join()).toContain('sessions');
      expectNoLeak(found.outputs);
    },
  );
});

const AFTER = [
  ['run', `whole ${KEY}`, '-m', 'leaky/demo', '--dry-run', '--system-prompt', KEY],
  [
    'run',
    'x',
    '-m',
    'leaky/demo',
    '--dry-run',
    '--provider-option',
    `{"k":1}=${JSON.stringify(KEY)}`,
  ],
  ['run', 'x', '-m', `leaky/${KEY}`],
  ['run', 'x', '-m', `${KEY}/demo`],
  ['run', 'x', '-f', KEY],
  ['run', 'x', '--profile', KEY],
  ['run', 'x', '-r', KEY],
  ['run', 'x', '--json-schema', KEY],
  ['models'],
  ['models', '--json'],
  ['doctor'],
  ['doctor', '--json'],
  ['validate', '--live'],
  ['validate', '--live', '--json'],
  ['validate', '--live', '--format', 'sarif'],
  ['validate', '--live', '--format', 'github'],
  ['provider', 'list'],
  ['provider', 'list', '--json'],
  ['trust'],
  ['trust', '--json'],
  ['sessions', 'list', '--json'],
  ['stats', '--json'],
].map((args) => ({ name: args.join(' ').replaceAll(KEY, 'KEY'), args }));

test.each(AFTER)('agent $name shows no secret', async ({ args }) => {
  const place = leakyPlace();

  const { outputs } = await outputsOf(args, place);

  expectNoLeak(outputs);
});

test('a session shows and exports no secret', async () => {
  const place = leakyPlace();
  const run = await outputsOf(['run', `call ${KEY}`, '-m', 'leaky/demo', '-o', 'json'], place);
  const id = JSON.parse(run.stdout).session_id;

  for (const args of [
    ['show', id],
    ['show', id, '--json'],
    ['export', id],
    ['export', id, '--format', 'json'],
  ]) {
    const { outputs, code, stdout } = await outputsOf(['sessions', ...args], place);
    expect({ code, args, hasText: stdout.includes('***') }).toEqual({
      code: 0,
      args,
      hasText: true,
    });
    expectNoLeak(outputs);
  }
});

test.each([[], ['--json']])('provider check %s shows no secret', async (...flags) => {
  const place = leakyPlace();
  writeFileSync(join(place.cwd, 'config.json'), JSON.stringify({ api_key: KEY }));
  const command = ['--provider-config', 'config.json', '--', process.execPath, 'leaky.mjs'];

  const { stdout, stderr } = await runAgent(['provider', 'check', ...flags, ...command], place);

  expect(stdout).not.toBe('');
  expectNoLeak([
    ['stdout', stdout],
    ['stderr', stderr],
  ]);
});

describe('a vendor that gives the key back', () => {
  const body = (text: string) =>
    JSON.stringify({ type: 'error', error: { type: 'x', message: text } });

  test.each([
    { name: 'raw', echo: KEY },
    { name: 'base64', echo: Buffer.from(KEY).toString('base64') },
    { name: 'URL-encoded', echo: encodeURIComponent(KEY) },
  ])('$name shows it nowhere', async ({ echo }) => {
    const headers = { 'content-type': 'application/json', 'request-id': encodeURIComponent(KEY) };
    const vendor = await startWireServer({ status: 401, headers, body: body(`bad key ${echo}`) });
    onTestFinished(() => vendor.close());
    const home = temporaryFolder();
    const config = `provider "anthropic" {\n  api_key = env("E2E_KEY")\n  base_url = "${vendor.url}"\n}\n`;
    const place = {
      cwd: temporaryFolder({ 'agent.hcl': config }),
      home,
      env: { HOME: home, E2E_KEY: KEY },
    };
    const args = ['run', 'x', '-m', 'anthropic/claude-haiku-4-5', '-o', 'stream-json', '-v'];

    const { code, outputs } = await outputsOf([...args, '--log-level', 'trace'], place);

    expect(code).toBe(4);
    expect(JSON.stringify(outputs)).toContain('***');
    expectNoLeak(outputs);
  });
});

test('doctor names a secret too short to be searched for', async () => {
  const home = temporaryFolder();
  const config =
    'provider "anthropic" {\n  api_key = env("E2E_KEY")\n  base_url = "http://127.0.0.1:9"\n}\n';
  const place = {
    cwd: temporaryFolder({ 'agent.hcl': config }),
    env: { HOME: home, E2E_KEY: 'abc' },
  };

  const { stdout } = await runAgent(['doctor'], place);

  expect(stdout).toContain('the value of E2E_KEY is shorter than 4 characters');
});
