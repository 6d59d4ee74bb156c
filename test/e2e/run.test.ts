import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processGone } from '../support/process-gone.ts';
import {
  agentFile,
  jsonLines,
  runAgent,
  startAgent,
  temporaryFolder,
} from '../support/run-agent.ts';

const quick = 'provider "example" {\n  pace_ms = 0\n}\n';
const paced = 'provider "example" {\n  pace_ms = 20\n}\n';

const folderWith = (config: string) => temporaryFolder({ 'agent.hcl': config });

describe('the example provider, offline', () => {
  test('answers without any configuration and says so once', async () => {
    const result = await runAgent(['run', 'help']);

    expect(result.code).toBe(0);
    expect(result.stdout).toContain('error rate_limited');
    expect(result.stderr.match(/agent init/g)).toHaveLength(1);
  });

  test('streams: text arrives while the answer goes on', async () => {
    const agent = startAgent(['run', 'slow'], { cwd: folderWith(paced) });

    const early = await agent.untilStdout('Line');

    expect(early).not.toContain('Line 20.');
    agent.child.kill('SIGINT');
    expect((await agent.result).code).toBe(130);
  });

  test('prints one object with -o json, and nothing else on stdout', async () => {
    const { stdout, code } = await runAgent(['run', 'hello', '-o', 'json'], {
      cwd: folderWith(quick),
    });

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'result',
      status: 'success',
      exit_code: 0,
      result: expect.stringContaining('You said: hello'),
      stop_reason: 'end_turn',
      provider: 'example',
      model: 'demo',
      request_id: expect.stringMatching(/^req_[0-9a-f-]+$/),
      usage: { input_tokens: 2, reasoning_tokens: 12 },
      cost_usd: expect.any(Number),
      rate_limits: [{ kind: 'requests', limit: 50, remaining: 49 }],
      incomplete: false,
      error: null,
    });
  });

  test('stream-json begins with init, keeps thinking apart and ends with result', async () => {
    const { stdout } = await runAgent(['run', 'hello', '-o', 'stream-json'], {
      cwd: folderWith(quick),
    });

    const lines = jsonLines(stdout);
    const types = lines.map((line) => line['type']);
    const text = lines.filter((line) => line['type'] === 'text_delta').map((line) => line['text']);
    expect(types[0]).toBe('init');
    expect(types.at(-1)).toBe('result');
    expect(types).toEqual(expect.arrayContaining(['turn_start', 'stream_start', 'thinking_delta']));
    expect(text.join('')).toBe(lines.at(-1)?.['result']);
    expect(lines[0]).toMatchObject({ plugins: [{ name: 'example', pid: expect.any(Number) }] });
  });

  test.each([
    { prompt: 'error auth_error', code: 4, category: 'auth_error' },
    { prompt: 'error invalid_request', code: 1, category: 'invalid_request' },
    { prompt: 'error context_length_exceeded', code: 6, category: 'context_length_exceeded' },
    { prompt: 'error content_filtered', code: 7, category: 'content_filtered' },
    { prompt: 'error unknown', code: 1, category: 'unknown' },
    { prompt: 'refuse', code: 7, category: 'content_filtered' },
  ])('"$prompt" ends with exit code $code', async ({ prompt, code, category }) => {
    const result = await runAgent(['run', prompt, '-o', 'json'], { cwd: folderWith(quick) });

    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout)).toMatchObject({
      status: 'error',
      exit_code: code,
      error: { category },
    });
  });

  test('retries what may be retried, and says so, until the retries are spent', async () => {
    const retry =
      '  retry {\n    base_delay_ms  = 1\n    backoff_factor = 1\n    max_retries = 2\n  }\n';
    const settings = `settings {\n  default_frontend = ""\n  log_level = "info"\n  telemetry = false\n${retry}}\n`;

    const result = await runAgent(['run', 'error overloaded', '-o', 'stream-json'], {
      cwd: folderWith(`${quick}${settings}`),
    });

    const lines = jsonLines(result.stdout);
    expect(result.code).toBe(5);
    expect(lines.filter((line) => line['type'] === 'retry')).toHaveLength(2);
    expect(lines.filter((line) => line['type'] === 'turn_start')).toHaveLength(3);
  });
});

describe('attachments', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

  test('an image for a model without eyes is refused before anything is sent', async () => {
    const cwd = folderWith(quick);
    writeFileSync(join(cwd, 'a.png'), png);

    const { code, stdout, stderr } = await runAgent(['run', 'what?', '-f', 'a.png'], { cwd });

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/no vision/);
  });

  test('a file of no known kind is a usage error', async () => {
    const cwd = folderWith(quick);
    writeFileSync(join(cwd, 'a.bin'), Buffer.from([1, 0, 2]));

    const { code, stderr } = await runAgent(['run', 'what?', '-f', 'a.bin'], { cwd });

    expect(code).toBe(2);
    expect(stderr).toContain('-f a.bin can not be read');
  });
});

describe('standard input', () => {
  test('a pipe that nobody closes does not block a prompt', async () => {
    const folder = folderWith(quick);
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const command = 'exec 3<>fifo; exec "$0" "$@" <fifo';

    const child = spawn('bash', ['-c', command, process.execPath, agentFile, 'run', 'hi'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.on('data', (bytes) => {
      stdout += String(bytes);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));

    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('You said: hi') });
  });

  test('piped text follows the prompt', async () => {
    const result = await runAgent(['run', 'look:'], { cwd: folderWith(quick), stdin: 'a = 1' });

    expect(result.stdout).toContain('look:\n\n<stdin>\na = 1\n</stdin>');
  });
});

describe('signals and crashes', () => {
  async function startedRun(config = paced) {
    const agent = startAgent(['run', 'slow', '-o', 'stream-json'], { cwd: folderWith(config) });
    const stdout = await agent.untilStdout('text_delta');
    const plugins = jsonLines(stdout.slice(0, stdout.indexOf('\n')))[0]?.['plugins'];
    const [plugin] = plugins as readonly { pid: number }[];
    if (!plugin) throw new Error('init names no plugin');
    return { agent, pid: plugin.pid };
  }

  test('SIGINT in mid-stream ends with 130 and a cancelled result', async () => {
    const { agent, pid } = await startedRun();

    agent.child.kill('SIGINT');
    const { code, stdout } = await agent.result;

    expect(code).toBe(130);
    expect(jsonLines(stdout).at(-1)).toMatchObject({
      type: 'result',
      status: 'cancelled',
      exit_code: 130,
      incomplete: true,
      result: expect.stringContaining('Line'),
    });
    await processGone(pid, 2000);
  });

  test('a provider killed in mid-stream ends the run at once with 10 and the partial text', async () => {
    const { agent, pid } = await startedRun();

    process.kill(pid, 'SIGKILL');
    const { code, stdout, stderr } = await agent.result;

    expect(code).toBe(10);
    expect(jsonLines(stdout).at(-1)).toMatchObject({
      status: 'error',
      exit_code: 10,
      incomplete: true,
      result: expect.stringContaining('Line'),
      error: { category: 'provider_crashed', provider: 'example' },
    });
    expect(`${stdout}${stderr}`).toContain('SIGKILL');
  });

  test('a kernel killed in mid-stream leaves no provider behind', async () => {
    const { agent, pid } = await startedRun();

    agent.child.kill('SIGKILL');

    await processGone(pid, 2000);
  });

  test('a child sees its allowlist and nothing else', async () => {
    const config = `provider "example" {\n  pace_ms = 20\n  environment {\n    MINE = "1"\n  }\n}\n`;
    const agent = startAgent(['run', 'slow', '-o', 'stream-json'], {
      cwd: folderWith(config),
      env: { CANARY_SECRET: 'canary', ANTHROPIC_API_KEY: 'canary' },
    });
    const stdout = await agent.untilStdout('text_delta');
    const [init] = jsonLines(stdout.slice(0, stdout.indexOf('\n')));
    const [plugin] = (init?.['plugins'] ?? []) as readonly { pid: number }[];

    const entries = readFileSync(`/proc/${plugin?.pid}/environ`, 'utf8').split('\0');

    const names = entries.filter(Boolean).map((entry) => entry.split('=')[0]);
    expect(names).toEqual([
      'HOME',
      'MINE',
      'OTEL_RESOURCE_ATTRIBUTES',
      'PATH',
      'PLUGGABLEHARNESS_AGENT_PLUGIN',
      'PLUGIN_MAX_PORT',
      'PLUGIN_MIN_PORT',
      'PLUGIN_PROTOCOL_VERSIONS',
      'PLUGIN_UNIX_SOCKET_DIR',
    ]);
    expect(entries.join('\n')).not.toContain('canary');
  });

  test('a time limit ends the run with 8 and keeps the text', async () => {
    const result = await runAgent(['run', 'slow', '-o', 'json', '--timeout', '1500ms'], {
      cwd: folderWith(paced),
    });

    expect(result.code).toBe(8);
    expect(JSON.parse(result.stdout)).toMatchObject({ status: 'limited', limit: 'time' });
  });
});

describe('the command line', () => {
  test.each([
    { name: 'an unknown flag', args: ['run', '--modle', 'x'], expected: 'Did you mean "model"?' },
    { name: 'an unknown provider', args: ['run', 'hi', '-m', 'exmaple/demo'], expected: 'example' },
    { name: 'a chat without a terminal', args: ['chat'], expected: 'agent run' },
  ])('$name is refused with exit code 2', async ({ args, expected }) => {
    const result = await runAgent(args, { cwd: folderWith(quick) });

    expect(result).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(expected),
    });
  });

  test.each([
    { name: 'an unknown provider', args: ['-m', 'exmaple/demo'] },
    { name: 'an unknown profile', args: ['--profile', 'nowhere'] },
    { name: 'a file that is not there', args: ['-f', 'gone.txt'] },
    { name: 'a system prompt that is not there', args: ['--system-prompt', '@gone.txt'] },
    { name: 'an option that is no JSON', args: ['--provider-option', 'a=b'] },
    { name: 'a session that is not there', args: ['-r', 'gone'] },
  ])('$name ends JSON with a result too, also for a workflow', async ({ args }) => {
    const cwd = folderWith(quick);
    const env = { GITHUB_ACTIONS: 'true' };
    const run = ['run', 'hi', ...args, '-C', cwd, '-o'];

    const json = await runAgent([...run, 'json'], { env });
    const stream = await runAgent([...run, 'stream-json'], { env });

    expect([json.code, stream.code]).toEqual([2, 2]);
    expect(JSON.parse(json.stdout)).toEqual(jsonLines(stream.stdout).at(-1));
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { category: 'invalid_request' } });
    expect(json.stderr).toMatch(/^Error: .*\n\nSee agent run --help\.\n$/m);
  });

  test('a signal ends a run that waits for its prompt', async () => {
    const words = [process.execPath, agentFile, 'run', '-', '-o', 'stream-json'];
    const child = spawn(words[0] ?? '', words.slice(1), {
      cwd: folderWith(quick),
      env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const chunks: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    // Once the pipe is read, this much is taken from it.
    await new Promise((resolve) => child.stdin.write('x'.repeat(1_000_000), resolve));

    child.kill('SIGTERM');
    const code = await new Promise((resolve) => child.on('close', resolve));

    expect(code).toBe(143);
    expect(jsonLines(chunks.join('')).at(-1)).toMatchObject({
      status: 'cancelled',
      exit_code: 143,
    });
  });

  test('an explicit file that is not there is refused with exit code 3', async () => {
    const result = await runAgent(['run', 'hi', '--config', 'gone.hcl']);

    expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining('gone.hcl') });
  });

  test('an invalid file is refused with the text of validate', async () => {
    const cwd = folderWith('provider "example" {\n  pace_m = 1\n}\n');

    const run = await runAgent(['run', 'hi'], { cwd });
    const validate = await runAgent(['validate', '--static'], { cwd });

    expect({ run: run.code, validate: validate.code }).toEqual({ run: 3, validate: 1 });
    expect(validate.stdout).toContain('Did you mean "pace_ms"?');
    expect(run.stderr).toContain(validate.stdout.split('\n\n')[0]);
  });
});
