/** `--dry-run` shows what would be sent, by the steps of a real run, and sends nothing. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { startWireServer } from '../support/wire-server.ts';

const KEY = 'sk-dry-run-key-value';
const quick = 'provider "example" {\n  pace_ms = 0\n}\n';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

async function vendorProject(more = '', file = '') {
  const vendor = await startWireServer({ status: 500 });
  onTestFinished(() => vendor.close());
  const block = `provider "anthropic" {\n  api_key  = env("E2E_KEY")\n  base_url = "${vendor.url}"\n${more}}\n`;
  const cwd = temporaryFolder({ 'agent.hcl': block + quick + file });
  return { vendor, place: { cwd, env: { E2E_KEY: KEY } } };
}

test('the request of a vendor, with an alias resolved and nothing sent', async () => {
  const { vendor, place } = await vendorProject();
  const args = [
    'run',
    'hi',
    '--dry-run',
    '-m',
    'anthropic/claude-haiku-4-5',
    '--temperature',
    '0.5',
  ];
  const more = ['--system-prompt', `I know ${KEY}`, '--stop', 'END', '--max-output-tokens', '99'];
  const option = ['--provider-option', `metadata={"user":"${KEY}"}`];

  const { code, stdout } = await runAgent([...args, ...more, ...option], place);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    type: 'dry_run',
    schema_version: '1.0',
    provider: 'anthropic',
    model: expect.stringContaining('claude-haiku-4-5'),
    system: 'I know ***',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    params: { max_output_tokens: 99, temperature: 0.5, stop_sequences: ['END'] },
    cache_breakpoints: [{ after: 'system' }],
    provider_options: { metadata: { user: '***' } },
    left_out: [],
    fallbacks: [],
  });
  expect(vendor.requests).toEqual([]);
});

test('of an image the size stands for its bytes', async () => {
  const { place } = await vendorProject();
  writeFileSync(join(place.cwd, 'a.png'), PNG);
  const model = ['-m', 'anthropic/claude-haiku-4-5'];

  const { stdout } = await runAgent(['run', 'what?', '-f', 'a.png', '--dry-run', ...model], place);

  expect(JSON.parse(stdout).messages[0].content).toEqual([
    { type: 'image', media_type: 'image/png', size_bytes: 10 },
    { type: 'text', text: 'what?' },
  ]);
});

test('fallbacks are named, with what keeps one from taking over', async () => {
  const { vendor, place } = await vendorProject(
    '',
    [
      'agent_profile "default" {',
      '  model {',
      '    primary {\n      provider = "example"\n      id = "demo"\n    }',
      '    fallback {\n      provider = "example"\n      id = "gone"\n    }',
      '    fallback {\n      provider = "anthropic"\n      id = "claude-haiku-4-5"\n    }',
      '  }\n}\n',
    ].join('\n'),
  );

  const { stdout, stderr } = await runAgent(['run', 'hi', '--dry-run'], place);

  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    provider: 'example',
    model: 'demo',
    fallbacks: [
      { candidate: 'example/gone', skipped: expect.stringContaining('has no model "gone"') },
      { candidate: expect.stringContaining('anthropic/claude-haiku-4-5'), skipped: null },
    ],
  });
  expect(vendor.requests).toEqual([]);
});

describe('a session', () => {
  const files = (home: string) =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => [name, readFileSync(join(home, name), 'utf8')]);

  test('that would go on is shown and stays as it is', async () => {
    const home = temporaryFolder();
    const place = { cwd: temporaryFolder({ 'agent.hcl': quick }), env: { HOME: home } };
    await runAgent(['run', 'first', '--system-prompt', 'Be brief.'], place);
    const before = files(home);

    const resumed = await runAgent(['run', '-c', 'second', '--dry-run'], place);

    const { system, messages } = JSON.parse(resumed.stdout);
    expect(system).toBe('Be brief.');
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
    expect(messages[1]).toMatchObject({ provider: 'example', model: 'demo' });
    expect(files(home)).toEqual(before);
  });

  test('is not begun', async () => {
    const home = temporaryFolder();
    const place = { cwd: temporaryFolder({ 'agent.hcl': quick }), env: { HOME: home } };

    await runAgent(['run', 'first', '--dry-run'], place);

    expect(existsSync(join(home, '.local', 'state', 'agent', 'sessions'))).toBe(false);
    expect(files(home)).toEqual([]);
  });

  test('that is not there fails as in a run', async () => {
    const cwd = temporaryFolder({ 'agent.hcl': quick });

    const { code, stdout } = await runAgent(['run', '-c', 'x', '--dry-run', '-o', 'json'], { cwd });

    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'error', exit_code: 2 });
  });
});

test.each([
  {
    name: 'a level the model does not have',
    args: ['--thinking-effort', 'extreme'],
    message: 'takes the thinking efforts low, high',
  },
  { name: 'a budget', args: ['--thinking-budget', '9'], message: 'takes no thinking budget' },
  {
    name: 'an answer too long',
    args: ['--max-output-tokens', '999999'],
    message: 'at most 8192 tokens',
  },
  {
    name: 'an unknown model',
    args: ['-m', 'example/demmo'],
    message: 'Did you mean "demo"?',
  },
  { name: 'an image', args: ['-f', 'a.png'], message: 'no vision' },
])('$name is refused as in a run, with the same words and code', async ({ args, message }) => {
  const cwd = temporaryFolder({ 'agent.hcl': quick });
  writeFileSync(join(cwd, 'a.png'), PNG);

  const dry = await runAgent(['run', 'hi', '--dry-run', ...args], { cwd });
  const real = await runAgent(['run', 'hi', ...args], { cwd });

  expect(dry).toEqual(real);
  expect(dry).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
});

test('of a stream it is the line between init and result', async () => {
  const cwd = temporaryFolder({ 'agent.hcl': quick });
  const args = ['run', 'hi', '--dry-run', '-o'];

  const stream = await runAgent([...args, 'stream-json'], { cwd });
  const json = await runAgent([...args, 'json'], { cwd });

  const lines = jsonLines(stream.stdout);
  expect(lines.map(({ type }) => type)).toEqual(['init', 'dry_run', 'result']);
  expect(lines[2]).toMatchObject({ status: 'success', turns: 0, cost_usd: 0, session_id: null });
  expect(JSON.parse(json.stdout)).toEqual(lines[1]);
});
