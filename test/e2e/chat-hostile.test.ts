// Text of a vendor or a provider that wants to do something to the terminal, through the built program:
// nothing of it arrives there but what a person may read.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { foreignControls, HOSTILE, HOSTILE_PARTS, HOSTILE_SHOWN } from '../support/hostile-text.ts';
import { openAgentChat, projectWith, say } from '../support/pty-agent.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';
import { streamingVendor } from '../support/streaming-vendor.ts';

const ESC = '\u001b';
const CTRL_O = '\u000f';
const CTRL_T = '\u0014';

/** Begins a string that its line does not end, and then a sequence that nothing ends. */
const UNTERMINATED = [`\nbefore ${ESC}]52;`, 'c;aGk=\naf', `ter ${ESC}P1$r\nend ${ESC}[`, '3'];

test('of a vendor: text, thinking, a tool, a model, an error', async () => {
  const vendor = await streamingVendor();
  const chat = openAgentChat(
    {
      cwd: projectWith(vendor.config),
      home: temporaryFolder(),
      environment: { KEY: 'sk-hostile-key' },
      columns: 160,
      rows: 50,
    },
    ['go'],
  );

  const first = await vendor.nextAnswer(`model-${HOSTILE}`);
  for (const part of ['thought-', ...HOSTILE_PARTS]) first.thinking(part);
  await chat.shows(`| thought-${HOSTILE_SHOWN}`);
  for (const part of ['text-', ...HOSTILE_PARTS, ...UNTERMINATED]) first.text(part);
  await chat.shows('end');
  first.toolCall(`tool-${HOSTILE}`, '{}');
  first.end();
  await chat.shows(`Tool call: tool-${HOSTILE_SHOWN}`);
  await chat.shows('Write a message');
  chat.type(CTRL_T);
  await chat.until(() => chat.count(`| thought-${HOSTILE_SHOWN}`) === 1);
  await say(chat, 'again');
  await vendor.refuse(400, { type: 'invalid_request_error', message: `error-${HOSTILE}` });
  // A line break of an error text became a blank on the way.
  await chat.shows(`error-${HOSTILE_SHOWN.replace('x', ' x')}`);
  await chat.shows('Write a message');
  chat.type(CTRL_O);
  await chat.shows('Detail:');

  const lines = chat.lines();
  expect(lines).toContain(`text-${HOSTILE_SHOWN}`);
  expect(lines).toContain('before ]52;c;aGk=');
  expect(lines).toContain('after P1$r');
  expect(lines).toContain('end [3');
  expect(foreignControls(chat.bytes)).toEqual([]);
});

test('of a provider: all it says, its list of models, and what it prints before it ends', async () => {
  const fixture = pathToFileURL(join(root, 'test/fixtures/plugins/hostile.mjs')).href;
  const cwd = temporaryFolder({
    'hostile.mjs': `globalThis.hostileParts = ${JSON.stringify(HOSTILE_PARTS)};\nawait import('${fixture}');\n`,
    'agent.hcl':
      'required_providers {\n  hostile = { source = "./hostile.mjs" }\n}\nprovider "hostile" {\n}\n',
  });
  const chat = openAgentChat({ cwd, home: temporaryFolder(), columns: 160, rows: 50 }, [
    '--trust-providers',
    '-m',
    'hostile/demo',
    'answer',
  ]);

  await chat.shows(`Tool call: tool-${HOSTILE_SHOWN}`);
  await chat.shows('Write a message');
  await say(chat, '/limits');
  await chat.shows(`limit-${HOSTILE_SHOWN}`);
  await say(chat, '/model');
  await chat.shows(`hostile/model-${HOSTILE_SHOWN}`);
  chat.type(`${ESC}`);
  await say(chat, '/model hostile/model-');
  await chat.shows('No provider has a model');
  await say(chat, 'refuse');
  await chat.shows(`error-${HOSTILE_SHOWN}`);
  await chat.shows('Write a message');
  chat.type(CTRL_O);
  await chat.shows(`detail-${HOSTILE_SHOWN}`);
  await say(chat, 'crash');
  await chat.shows('Provider process ended');
  await chat.shows('Write a message');
  chat.type(CTRL_O);
  await chat.shows(`last-${HOSTILE_SHOWN}`);

  expect(chat.lines()).toContain(HOSTILE_SHOWN);
  expect(foreignControls(chat.bytes)).toEqual([]);
});
