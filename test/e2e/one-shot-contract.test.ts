/** Sentences of the contract of `agent run` that no other test holds the program to. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentFile, jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';

const folder = () => temporaryFolder({ 'agent.hcl': 'provider "example" {\n  pace_ms = 0\n}\n' });

test('a reader that closes stdout ends the program quietly with 0', () => {
  const cwd = folder();
  const script = '"$0" "$@" | head -n 1; echo "$PIPESTATUS"';
  const args = [process.execPath, agentFile, 'run', 'long', '-m', 'example/demo'];

  const { stdout, stderr } = spawnSync('bash', ['-c', script, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
    encoding: 'utf8',
    input: '',
  });

  expect({ stdout, stderr }).toEqual({ stdout: 'Line 1.\n0\n', stderr: '' });
});

test('a call of a tool that was not declared ends the turn with 0 and one warning', async () => {
  const { code, stdout } = await runAgent(['run', 'tools', '-o', 'stream-json'], { cwd: folder() });

  const lines = jsonLines(stdout);
  expect(code).toBe(0);
  expect(lines.filter(({ type }) => type === 'warning')).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ status: 'success', stop_reason: 'tool_use', exit_code: 0 });
});

test('the text of a refusal is kept in the result', async () => {
  const { code, stdout } = await runAgent(['run', 'refuse', '-o', 'json'], { cwd: folder() });

  expect(code).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'error',
    stop_reason: 'refusal',
    result: 'I would rather not.',
    error: { category: 'content_filtered' },
  });
});

test('--quiet leaves errors on stderr, --no-session no session', async () => {
  const cwd = folder();
  const flags = ['-q', '--no-session'];

  const answered = await runAgent(['run', 'hello', ...flags, '--last-message-file', 'last'], {
    cwd,
  });
  const failed = await runAgent(['run', 'error auth_error', ...flags, '-o', 'json'], { cwd });

  expect({ code: answered.code, stderr: answered.stderr }).toEqual({ code: 0, stderr: '' });
  expect(readFileSync(join(cwd, 'last'), 'utf8')).toBe(answered.stdout.trimEnd());
  expect(failed.stderr).toContain('auth_error');
  expect(JSON.parse(failed.stdout)).toMatchObject({ session_id: null, exit_code: 4 });
});

test('a file that a flag names beats one of the environment, which beats that of the folder', async () => {
  // Each file has a profile of its own name, so that the profile tells which file is read.
  const [here = '', named = '', flagged = ''] = ['here', 'named', 'flagged'].map((name) =>
    temporaryFolder({ 'agent.hcl': profileNamed(name) }),
  );
  const env = { AGENT_CONFIG: join(named, 'agent.hcl') };
  const flag = ['--config', join(flagged, 'agent.hcl')];
  const codeOf = async (profile: string, args: readonly string[], more = {}) =>
    (await runAgent(['run', 'hi', '--profile', profile, ...args], { cwd: here, env: more })).code;

  expect(await codeOf('here', [])).toBe(0);
  expect(await codeOf('named', [], env)).toBe(0);
  expect(await codeOf('here', [], env)).toBe(2);
  expect(await codeOf('flagged', flag, env)).toBe(0);
  expect(await codeOf('named', flag, env)).toBe(2);
});

function profileNamed(name: string): string {
  return `provider "example" {
  pace_ms = 0
}

agent_profile "${name}" {
  model {
    primary {
      provider = "example"
      id       = "demo"
    }
  }
}
`;
}
