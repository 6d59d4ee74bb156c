// Pastes as terminals really send them, into the built program: none sends anything by itself.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { messagesVendor } from '../support/messages-vendor.ts';
import { openAgentChat, projectWith } from '../support/pty-agent.ts';
import { temporaryFolder } from '../support/run-agent.ts';

const BEGIN = '\u001b[200~';
const END = '\u001b[201~';

const A_PAUSE_MS = 100;

interface Paste {
  readonly name: string;
  /** Written one by one. */
  readonly writes: readonly string[];
  /** Stands in the prompt afterwards. */
  readonly shown: string;
  readonly sent: string;
}

const line = 'abcdefghij'.repeat(10);
const large = Array.from({ length: 671_000 }, () => line);

const pastes: readonly Paste[] = [
  {
    name: 'in one piece',
    writes: [`${BEGIN}one\rtwo\r${END}`],
    shown: '  two',
    sent: 'one\ntwo',
  },
  {
    name: 'with an end marker inside',
    writes: [`${BEGIN}one${END}\rtwo${END}`],
    shown: '  two',
    sent: 'one\ntwo',
  },
  {
    name: 'with an end marker before its last line break',
    writes: [`${BEGIN}one\rtwo${END}\r${END}`],
    shown: '  two',
    sent: 'one\ntwo',
  },
  {
    name: 'with markers cut by reads',
    writes: ['\u001b', '[20', '0~one\r', 'two', '\u001b[2', '01', '~'],
    shown: '  two',
    sent: 'one\ntwo',
  },
  {
    name: 'as a burst without markers',
    writes: ['one\rtwo\r'],
    shown: '  two',
    sent: 'one\ntwo',
  },
  {
    name: 'whose end marker is lost',
    writes: [`${BEGIN}one\rtwo`],
    shown: '  two',
    sent: 'one\ntwo',
  },
  {
    name: 'of 64 MiB',
    writes: [`${BEGIN}${large.join('\r')}${END}`],
    shown: '[Pasted text 1, 671000 lines]',
    sent: large.join('\n'),
  },
];

/** For the largest one, on a machine that has much else to do. */
const LONGEST_MS = 400_000;

test.each(pastes)('a paste $name', { timeout: LONGEST_MS }, async ({ writes, shown, sent }) => {
  const vendor = await messagesVendor(() => ({ text: 'Taken.' }));
  const chat = openAgentChat({
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    environment: { KEY: 'sk-pastes-key' },
  });
  await chat.shows('Write a message');

  for (const part of writes) chat.type(part);
  await chat.shows(shown);
  expect(vendor.server.requests).toHaveLength(0);
  chat.type(' end');
  await chat.shows(' end');
  // What follows within moments belongs to an unmarked paste. Nobody is as fast; a machine that is
  // slow to read makes us so.
  while (vendor.server.requests.length === 0) {
    await setTimeout(A_PAUSE_MS);
    chat.type('\r');
  }
  await chat.shows('Taken.');

  const content = JSON.stringify(vendor.bodies()[0]?.messages.at(-1)?.content);
  expect(vendor.server.requests).toHaveLength(1);
  expect(content.includes(JSON.stringify(sent).slice(1, -1))).toBe(true);
});
