/** Secrets on the ways out that are not a report: the chat's terminal, its files, a defect. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectNoLeak, KEY, type LeakyPlace, leakyPlace, written } from '../support/leaky-place.ts';
import { messagesVendor } from '../support/messages-vendor.ts';
import { processesBelow } from '../support/process-tree.ts';
import { openAgentChat, say } from '../support/pty-agent.ts';
import { agentFile, startAgent, temporaryFolder } from '../support/run-agent.ts';

/** Makes the program throw its key when it is told to. */
function throwing({ env }: LeakyPlace): Readonly<Record<string, string>> {
  const folder = temporaryFolder({
    'throw.mjs': `process.on('SIGUSR2', () => { throw new Error(\`boom \${process.env.E2E_KEY} \${Buffer.from(process.env.E2E_KEY).toString('base64')}\`); });\n`,
  });
  return { ...env, NODE_OPTIONS: `--import=${join(folder, 'throw.mjs')}` };
}

test('a chat shows no secret of its provider, and a defect of the program none either', async () => {
  const place = leakyPlace();
  const environment = throwing(place);
  const chat = openAgentChat({ ...place, environment, columns: 300, rows: 50 }, [
    '--trust-providers',
    '-m',
    'leaky/demo',
  ]);
  for (const [prompt, shown] of [
    ['whole now', '***'],
    ['split now', 'split now'],
    ['metadata now', 'metadata now'],
    ['refuse now', 'Credential refused'],
    ['retry now', 'add a fallback model'],
    // The last one: the model takes no tools, so it can not go on behind a call.
    ['call now', 'Tool call: note'],
    // A picker, with a model whose name is made of secrets.
    ['/model', 'leaky/***'],
  ] as const) {
    await say(chat, prompt);
    await chat.shows(shown);
    await chat.until(() => !chat.window().some((line) => line.endsWith('| Esc stops')));
    if (prompt === '/model') chat.type('\u001b');
  }
  const kernel = processesBelow(chat.pty.pid).find(({ command }) => command.includes(agentFile));
  process.kill(kernel?.id ?? 0, 'SIGUSR2');
  await chat.shows('left 1');

  expect(chat.bytes).toContain('boom ***');
  expectNoLeak([['the terminal', chat.bytes], ...written(place.home), ...written(place.cwd)]);
});

test('a key that a person pastes into the prompt is in no file', async () => {
  const place = leakyPlace();
  const chat = openAgentChat({ ...place, environment: place.env, columns: 300 }, [
    '--trust-providers',
    '-m',
    'leaky/demo',
  ]);
  await chat.shows('Write a message');
  chat.type(`\u001b[200~whole my key is ${KEY}\u001b[201~`);
  await chat.shows('whole my key is');
  chat.type('\r');
  await chat.until(() => chat.count('***') > 0);
  await chat.shows('Write a message');
  chat.type('\u0004');
  await chat.shows('left 0');

  const files = [...written(place.home), ...written(place.cwd)];
  expect(files.map(([name]) => name).join()).toContain('prompt-history');
  expect(JSON.stringify(files)).toContain('whole my key is ***');
  expectNoLeak(files);
});

test('a run that fails by a defect shows no secret', async () => {
  const vendor = await messagesVendor(() => ({ text: 'never', hangs: true }));
  const place = leakyPlace();
  const environment = throwing(place);
  writeFileSync(join(place.cwd, 'agent.hcl'), vendor.config.replace('"KEY"', '"E2E_KEY"'));
  const { child, result } = startAgent(['run', 'hello', '--show-thinking', '-v'], {
    cwd: place.cwd,
    env: environment,
  });
  while (vendor.server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGUSR2');

  const { code, stdout, stderr } = await result;

  expect(code).toBe(1);
  expect(stderr).toContain('boom ***');
  expectNoLeak([['stdout', stdout], ['stderr', stderr], ...written(place.home)]);
});
