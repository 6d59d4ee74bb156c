import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openAgentChat, say } from '../support/pty-agent.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';

const fixture = pathToFileURL(join(root, 'test/fixtures/plugins/commands.mjs')).href;

const CONFIGURATION = `
required_providers {
  foreign = { source = "./foreign.mjs" }
}

provider "foreign" {
}

agent_profile "default" {
  model {
    primary {
      provider = "foreign"
      id       = "demo"
    }
  }
  slash_commands = ["review"]
}
`;

/** Number of the wire contract. */
const USER = 1;
const TAB = '\t';
const CTRL_U = '\u0015';

test('commands of a foreign provider: an allowed one is completed and sent, another does not exist', async () => {
  const cwd = temporaryFolder({
    'foreign.mjs': `await import('${fixture}');\n`,
    'agent.hcl': CONFIGURATION,
  });
  const chat = openAgentChat({ cwd, home: temporaryFolder(), columns: 120, rows: 50 }, [
    '--trust-providers',
  ]);

  // A key by itself: in one piece with text it would be part of a paste.
  const typed = async (text: string) => {
    chat.type(text);
    await chat.shows(`> ${text}`);
  };

  // What the provider offers is known together with its models.
  await chat.shows('context 1k');
  await say(chat, '/help');
  await chat.shows('Reviews a file');
  await chat.shows('Write a message');
  await typed('/re');
  chat.type(TAB);
  await chat.shows('/resume  /review');
  chat.type('v');
  await chat.shows('> /rev');
  chat.type(TAB);
  await chat.until(() => chat.window().some((line) => line.endsWith('> /review')));
  chat.type('a.ts');
  await chat.shows('> /review a.ts');
  chat.type('\r');
  await chat.shows(`Sent as ${USER}: ["Review a.ts line by line."]`);
  await chat.shows('Write a message');
  await typed('/dep');
  chat.type(TAB);
  chat.type('x');
  await chat.shows('> /depx');
  chat.type(CTRL_U);
  await say(chat, '/deploy it');
  await chat.shows('There is no command /deploy.');

  expect(chat.count('Deploys it all')).toBe(0);
  expect(chat.count('Sent as')).toBe(1);
});
