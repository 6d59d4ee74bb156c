/** Encryption between the program and its providers. It is refused, never dropped, so an answer proves it. */
import { expect, test } from 'vitest';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';

const ask = (env: Readonly<Record<string, string>>) =>
  runAgent(['run', '-m', 'example/demo', 'hello', '-o', 'stream-json'], {
    cwd: temporaryFolder({ 'agent.hcl': 'provider "example" {}\n' }),
    env,
  });

test('a provider of our SDK answers over mutual TLS', async () => {
  const answered = await ask({ AGENT_PLUGIN_TLS: 'always' });

  expect(answered.stderr).toBe('');
  expect(jsonLines(answered.stdout).at(-1)).toMatchObject({ type: 'result', status: 'success' });
});

test('a wrong value of the variable is named with what it may be', async () => {
  const refused = await ask({ AGENT_PLUGIN_TLS: 'on' });

  expect(refused.code).not.toBe(0);
  expect(jsonLines(refused.stdout).at(-1)).toMatchObject({
    error: { message: expect.stringMatching(/AGENT_PLUGIN_TLS is "on".*auto, always, never/) },
  });
});
