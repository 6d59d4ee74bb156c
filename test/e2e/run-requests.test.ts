/** What the flags of `agent run` make of a request, and how its ends are told. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureOf, messagesVendor } from '../support/messages-vendor.ts';
import {
  agentFile,
  jsonLines,
  runAgent,
  startAgent,
  temporaryFolder,
} from '../support/run-agent.ts';

const RETRY = 'retry {\n    base_delay_ms = 1\n    backoff_factor = 1\n    max_retries = 0\n  }';
const SETTINGS = `settings {\n  default_frontend = ""\n  log_level = "info"\n  telemetry = false\n  ${RETRY}\n}\n`;

/** A chain of two models; the first is overloaded, the second has no budget for thinking. */
async function chain() {
  const vendor = await messagesVendor((asked) =>
    asked === 0 ? failureOf(529, 'overloaded_error') : { text: 'The second answers.' },
  );
  const model = (block: string, id: string) =>
    `    ${block} {\n      provider = "anthropic"\n      id = "${id}"\n    }\n`;
  const config = [
    `provider "anthropic" {\n  api_key = env("KEY")\n  base_url = "${vendor.server.url}"\n}\n`,
    'agent_profile "default" {\n  model {\n',
    model('primary', 'claude-sonnet-4-5'),
    model('fallback', 'claude-opus-4-8'),
    `  }\n}\n${SETTINGS}`,
  ].join('');
  const cwd = temporaryFolder({ 'agent.hcl': config });
  return { vendor, place: { cwd, env: { KEY: 'sk-chain' } } };
}

test('parameters reach the vendor; options and thinking of the primary no fallback, with a warning', async () => {
  const { vendor, place } = await chain();

  const { code, stdout } = await runAgent(
    [
      'run',
      'hello',
      '-o',
      'stream-json',
      '--max-output-tokens',
      '9000',
      '--stop',
      'END',
      '--thinking-budget',
      '2048',
      '--provider-option',
      'metadata={"user_id":"u1"}',
    ],
    place,
  );

  const [asked, fallback] = vendor.bodies();
  const lines = jsonLines(stdout);
  expect(code).toBe(0);
  expect(asked).toMatchObject({
    max_tokens: 9000,
    stop_sequences: ['END'],
    thinking: { type: 'enabled', budget_tokens: 2048 },
    metadata: { user_id: 'u1' },
  });
  expect(fallback).toMatchObject({ stop_sequences: ['END'] });
  expect(fallback).not.toHaveProperty('metadata');
  expect(JSON.stringify(fallback)).not.toContain('budget_tokens');
  expect(lines.filter(({ type }) => type === 'fallback')).toHaveLength(1);
  expect(lines.filter(({ type }) => type === 'warning')).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/thinking/) }),
  ]);
});

describe('what a model does not declare is refused before anything is sent', () => {
  test.each([
    { flags: ['--thinking-effort', 'extreme'], names: /none|low|levels|effort/ },
    { flags: ['--thinking-budget', '5'], names: /1024/ },
  ])('$flags', async ({ flags, names }) => {
    const { vendor, place } = await chain();

    const { code, stdout } = await runAgent(['run', 'hello', '-o', 'json', ...flags], place);

    const { status, error } = JSON.parse(stdout);
    expect({ code, status, category: error.category }).toEqual({
      code: 1,
      status: 'error',
      category: 'invalid_request',
    });
    expect(error.message).toMatch(names);
    expect(vendor.server.requests).toHaveLength(0);
  });
});

describe('a signal in mid-answer', () => {
  test.each([
    { name: 'SIGHUP', code: 129 },
    { name: 'SIGTERM', code: 143 },
  ] as const)(
    '$name: the result is the last line, with the text so far',
    async ({ name, code }) => {
      const vendor = await messagesVendor(() => ({ text: 'Half an', hangs: true }));
      const cwd = temporaryFolder({ 'agent.hcl': vendor.config });
      const agent = startAgent(
        ['run', 'hello', '-o', 'stream-json', '--last-message-file', 'last'],
        {
          cwd,
          env: { KEY: 'sk-signal' },
        },
      );
      await agent.untilStdout('Half');

      agent.child.kill(name);
      const ended = await agent.result;

      const result = jsonLines(ended.stdout).at(-1);
      expect(ended.code).toBe(code);
      expect(result).toMatchObject({
        type: 'result',
        status: 'cancelled',
        exit_code: code,
        incomplete: true,
        result: 'Half an',
      });
      expect(readFileSync(join(cwd, 'last'), 'utf8')).toBe('Half an');
    },
  );
});

const DELTA = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${'x'.repeat(1_000)}"}}\n\n`;
const BEGUN =
  'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude-haiku-4-5","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n';
const BROKEN =
  'event: error\ndata: {"type":"error","error":{"type":"authentication_error","message":"no"}}\n\n';

test.each(['text', 'json', 'stream-json'])(
  '1 MB of an answer that fails arrives whole through a slow pipe, as %s',
  async (format) => {
    const vendor = await messagesVendor(() => ({
      headers: { 'content-type': 'text/event-stream' },
      body: BEGUN + DELTA.repeat(1_000) + BROKEN,
    }));
    const cwd = temporaryFolder({ 'agent.hcl': `${vendor.config}${SETTINGS}` });
    const script = '"$0" "$@" | { sleep 0.3; dd bs=4096 status=none; }; echo " $PIPESTATUS"';
    const args = ['-c', script, process.execPath, agentFile, 'run', 'hello', '-o', format];

    const { stdout } = await runBash(args, { cwd, KEY: 'sk-slow' });

    const code = stdout.slice(stdout.lastIndexOf(' ') + 1).trim();
    const printed = stdout.slice(0, stdout.lastIndexOf(' '));
    const last = format === 'text' ? undefined : jsonLines(printed).at(-1);
    const text = last === undefined ? printed.trimEnd() : String(last['result']);
    expect(text.length).toBe(1_000_000);
    expect(code).toBe('4');
    if (last !== undefined) expect(last).toMatchObject({ exit_code: 4, incomplete: true });
  },
);

async function runBash(args: readonly string[], { cwd, KEY }: { cwd: string; KEY: string }) {
  const { spawn } = await import('node:child_process');
  const env = { PATH: process.env['PATH'], HOME: cwd, KEY };
  const child = spawn('bash', args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return { stdout };
}

test('a command line that can not be parsed prints usage on stderr and no JSON', () => {
  const cwd = temporaryFolder();
  for (const flags of [['--bogus'], ['--max-turns', '0'], ['--timeout', '5x'], ['-o', 'jso']]) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [agentFile, 'run', 'hi', '-o', 'json', ...flags],
      { cwd, env: { PATH: process.env['PATH'], HOME: cwd }, encoding: 'utf8', input: '' },
    );
    expect({ flags, status, stdout }).toEqual({ flags, status: 2, stdout: '' });
    expect(stderr).toContain('See agent run --help.');
  }
  expect(existsSync(join(cwd, '.local'))).toBe(false);
});
