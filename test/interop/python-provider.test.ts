/** Another language on another gRPC stack, written without our SDK: as provider, and as host. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processGone } from '../support/process-gone.ts';
import { jsonLines, runAgent, startAgent, temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';

/** The distribution's Python first: its packages are not seen by another one. */
const [python] = ['/usr/bin/python3', 'python3'].flatMap((command) => {
  const script = 'import sys, grpc, google.protobuf; print(sys.executable)';
  const { status, stdout } = spawnSync(command, ['-c', script], { encoding: 'utf8' });
  return status === 0 ? [stdout.trim()] : [];
});
const note = python === undefined ? ' (skipped: no python3 with grpcio and protobuf)' : '';
const OPENSSL = 'openssl';
const hasOpenssl = spawnSync(OPENSSL, ['version']).status === 0;

const program = join(root, 'test', 'interop', 'provider.py');
const KEY = 'parrot-secret-4711';
let folder: string;
let descriptors: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-interop-'));
  descriptors = join(folder, 'agent.binpb');
  const buf = join(root, 'node_modules', '.bin', 'buf');
  execFileSync(buf, ['build', join(root, 'schemas'), '-o', descriptors]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Python without this package, which is then made where it is needed by a program. */
const WITHOUT_CRYPTOGRAPHY = { 'cryptography.py': 'raise ImportError("hidden by a test")\n' };

/**
 * A project whose provider is an executable script that starts Python.
 *
 * @param environment - In front of the command, such as `PATH=/nowhere`.
 */
function project(environment = ''): string {
  const configuration = `required_providers {
  parrot = { source = "./parrot" }
}

provider "parrot" {
  api_key  = env("PARROT_KEY")
  greeting = "Hello!"
}
`;
  const command = `${python} ${program} ${descriptors}`;
  const script = `#!/bin/sh\nexec env ${environment} ${command}\n`;
  const cwd = temporaryFolder({ 'agent.hcl': configuration, parrot: script });
  execFileSync('chmod', ['+x', join(cwd, 'parrot')]);
  return cwd;
}

const asked = (model: string, prompt: string) =>
  ['run', '-m', `parrot/${model}`, prompt, '-o', 'stream-json', '--trust-providers'] as const;

describe.skipIf(python === undefined)(`a provider in Python${note}`, () => {
  test('answers `agent run`', async () => {
    const answered = await runAgent(asked('grey', 'Who is a pretty bird?'), {
      cwd: project(),
      env: { PARROT_KEY: KEY },
    });

    expect(answered.stderr).toBe('');
    expect(jsonLines(answered.stdout).at(-1)).toMatchObject({
      type: 'result',
      status: 'success',
      result: 'Hello! Who is a pretty bird? ',
      request_id: 'squawk-1',
      usage: { input_tokens: 1, output_tokens: 6 },
    });
    expect(answered.code).toBe(0);
  });

  test('a refused Configure is told as the classified failure it is', async () => {
    const refused = await runAgent(asked('grey', 'hello'), {
      cwd: project(),
      env: { PARROT_KEY: '' },
    });

    expect(refused.code).toBe(4);
    expect(jsonLines(refused.stdout).at(-1)).toMatchObject({
      error: { category: 'auth_error', message: expect.stringContaining('api_key is missing') },
    });
  });

  test.each([
    { by: 'what is installed', hidden: {} },
    ...(hasOpenssl ? [{ by: 'the program openssl', hidden: WITHOUT_CRYPTOGRAPHY }] : []),
  ])('answers over mutual TLS, with an identity made by $by', async ({ hidden }) => {
    const answered = await runAgent(asked('grey', 'Who?'), {
      cwd: project(`PYTHONPATH=${temporaryFolder(hidden)}`),
      env: { PARROT_KEY: KEY, AGENT_PLUGIN_TLS: 'always' },
    });

    expect(answered.stderr).toBe('');
    expect(jsonLines(answered.stdout).at(-1)).toMatchObject({ result: 'Hello! Who? ' });
  });

  test('asked for mutual TLS without the means it ends with words, and is not used', async () => {
    const refused = await runAgent(asked('grey', 'Who?'), {
      cwd: project(`PYTHONPATH=${temporaryFolder(WITHOUT_CRYPTOGRAPHY)} PATH=/nowhere`),
      env: { PARROT_KEY: KEY, AGENT_PLUGIN_TLS: 'always' },
    });

    expect(refused.code).not.toBe(0);
    expect(refused.stdout).toContain('mutual TLS needs the package cryptography');
    expect(refused.stdout).not.toContain('Hello');
  });

  test('passes the suite, completions included', { timeout: 120_000 }, async () => {
    const cwd = temporaryFolder({ 'check.json': JSON.stringify({ api_key: KEY }) });
    const options = ['--provider-config', 'check.json', '--json'];
    const command = [String(python), program, descriptors];

    const checked = await runAgent(['provider', 'check', ...options, '--', ...command], { cwd });

    const report = JSON.parse(checked.stdout);
    const failed = report.findings.filter(({ outcome }: { outcome: string }) => outcome === 'fail');
    expect(failed).toEqual([]);
    // It offers mutual TLS, pins the kernel's certificate and is pinned by its own.
    expect(report.findings.map(({ id }: { id: string }) => id)).not.toContain('HS-08');
    expect(report).toMatchObject({ verdict: 'conformant', provider: { name: 'parrot' } });
    expect(checked.code).toBe(0);
  });

  test('ends itself when its kernel was killed', async () => {
    const words = 'so many words '.repeat(20_000);
    const agent = startAgent(asked('grey', '-'), {
      cwd: project(),
      env: { PARROT_KEY: KEY },
      stdin: words,
    });
    const stdout = await agent.untilStdout('text_delta');
    const [init] = jsonLines(stdout.slice(0, stdout.indexOf('\n')));
    const [plugin] = (init?.['plugins'] ?? []) as readonly { pid: number }[];

    agent.child.kill('SIGKILL');

    await processGone(Number(plugin?.pid), 4000);
  });

  test.each(['example', 'anthropic'])(
    'its host is served by our %s over mutual TLS, and nobody else',
    async (name) => {
      const host = join(root, 'test', 'interop', 'host.py');
      const provider = join(root, 'dist', 'providers', `${name}.js`);

      const { stdout } = await promisify(execFile)(String(python), [
        host,
        process.execPath,
        provider,
      ]);

      expect(JSON.parse(stdout)).toEqual({
        isPadded: false,
        ours: 'SERVING',
        stranger: 'UNAVAILABLE',
        plaintext: 'UNAVAILABLE',
        'other server': 'UNAVAILABLE',
        exitCode: 0,
      });
    },
  );

  test('refuses to be run by hand, with words and without a handshake', () => {
    const started = spawnSync(String(python), [program, descriptors], { encoding: 'utf8' });

    expect(started).toMatchObject({ status: 1, stdout: '' });
    expect(started.stderr).toContain('agent.hcl');
  });
});
