/** Secrets on every way out of the program: what a path can carry is looked for in all it leaves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectNoLeak, KEY, leakyPlace, outputsOf, SECRETS } from '../support/leaky-place.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { startWireServer } from '../support/wire-server.ts';

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
