// Every key that does more than write, on the built program, by what the vendor is sent.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AgentChatOptions,
  COOKED,
  expectModesOff,
  openAgentChat,
  projectWith,
  say,
} from '../support/pty-agent.ts';
import type { PtyChat } from '../support/pty-chat.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { streamingVendor } from '../support/streaming-vendor.ts';

const ESC = '\u001b';
const UP = `${ESC}[A`;
const DOWN = `${ESC}[B`;
const ALT_UP = `${ESC}[1;3A`;
const CTRL_C = '\u0003';
const CTRL_G = '\u0007';
const CTRL_R = '\u0012';
const CTRL_Z = '\u001a';
const READY = 'Write a message';

/** A vendor, and a chat that talks to it. */
async function openChat(options: Partial<AgentChatOptions> = {}, words: readonly string[] = []) {
  const vendor = await streamingVendor();
  const place = {
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    ...options,
    environment: { KEY: 'sk-keys-key', ...options.environment },
  };
  const chat = openAgentChat(place, words);
  await chat.shows('anthropic/');
  return { vendor, place, chat };
}

/** Types, and waits until it stands in the prompt. */
async function write(chat: PtyChat, keys: string, shown: string): Promise<void> {
  chat.type(keys);
  await chat.until(() => chat.window().includes(shown));
}

/** What is in the terminal now that the prompt has it no more. */
async function isEmpty(chat: PtyChat): Promise<void> {
  await chat.until(() => chat.window().some((line) => line.startsWith(`> ${READY}`)));
}

test('four keys break the line, and an editor of the person takes over with Ctrl+G', async () => {
  const folder = temporaryFolder();
  const editor = join(folder, 'editor.sh');
  writeFileSync(
    editor,
    '#!/bin/sh\necho EDITING\nstty -a >"$1"\ncat "$2" >>"$1"\nprintf "\\nsix" >>"$2"\n',
  );
  chmodSync(editor, 0o700);
  const saw = join(folder, 'saw');
  const { vendor, chat } = await openChat({ environment: { EDITOR: `${editor} ${saw}` } });

  await write(chat, 'one', '> one');
  for (const [key, word] of [
    ['\n', 'two'],
    [`${ESC}\r`, 'three'],
    [`${ESC}[13;2u`, 'four'],
    ['\\\r', 'five'],
  ] as const) {
    const row = chat.terminal.buffer.active.cursorY;
    chat.type(key);
    await chat.until(
      () =>
        chat.terminal.buffer.active.cursorY !== row && chat.terminal.buffer.active.cursorX === 2,
    );
    await write(chat, word, `  ${word}`);
  }
  chat.type(CTRL_G);
  await chat.until(() => chat.window().includes('  six'));
  chat.type('\r');
  const { prompt } = await vendor.nextAnswer();

  expect(prompt).toBe('one\ntwo\nthree\nfour\nfive\nsix');
  expectModesOff(chat.bytes.slice(0, chat.bytes.indexOf('EDITING')));
  const given = readFileSync(saw, 'utf8');
  expect(given).toMatch(/ icanon .* echo /s);
  expect(given).toContain('one\ntwo\nthree\nfour\nfive');
});

test('earlier prompts come back from the disk: one after the other, or searched for', async () => {
  const { vendor, place, chat } = await openChat();
  for (const prompt of ['alpha one', 'beta two']) {
    await say(chat, prompt);
    (await vendor.nextAnswer()).end();
  }
  await say(chat, '/exit');
  await chat.shows('left 0');

  const later = openAgentChat(place);
  await later.shows(READY);
  await write(later, 'a draft', '> a draft');
  await write(later, UP, '> /exit');
  await write(later, UP, '> beta two');
  await write(later, UP, '> alpha one');
  await write(later, DOWN, '> beta two');
  await write(later, `${DOWN}${DOWN}`, '> a draft');
  later.type(CTRL_R);
  await write(later, 'LPH', '> alpha one');
  await write(later, ESC, '> a draft');
  later.type(CTRL_R);
  await write(later, 'two', '> beta two');
  later.type('\r');
  const { prompt } = await vendor.nextAnswer();

  expect(prompt).toBe('beta two');
  const file = join(place.home, '.local', 'state', 'agent', 'prompt-history.jsonl');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what is written while an answer runs waits its turn, and Alt+Up takes it back', async () => {
  const { vendor, chat } = await openChat({}, ['first']);
  const first = await vendor.nextAnswer();
  first.text('Answer one.');
  await chat.shows('Answer one.');

  for (const waiting of ['second', 'third']) {
    await write(chat, waiting, `> ${waiting}`);
    chat.type('\r');
    await chat.shows(`Queued: ${waiting}`);
  }
  await write(chat, ALT_UP, '> third');
  expect(chat.count('Queued: third')).toBe(0);
  await write(chat, ' changed', '> third changed');
  chat.type('\r');
  await chat.shows('Queued: third changed');
  first.end();
  const second = await vendor.nextAnswer();
  expect(chat.count('Answer one.')).toBe(1);
  second.end();
  const third = await vendor.nextAnswer();

  expect([second.prompt, third.prompt]).toEqual(['second', 'third changed']);
});

test('Ctrl+C stops the answer, clears the draft, then leaves at the second press; Escape stops too', async () => {
  const { vendor, chat } = await openChat({}, ['go']);
  const first = await vendor.nextAnswer();
  first.text('Half an');
  await chat.shows('Half an');
  await write(chat, 'my draft', '> my draft');

  chat.type(CTRL_C);
  await chat.shows('! Stopped. The answer above is incomplete.');
  await chat.until(() => chat.window().includes('> my draft'));
  chat.type(CTRL_C);
  await isEmpty(chat);
  await write(chat, UP, '> my draft');
  chat.type('\r');
  const second = await vendor.nextAnswer();
  second.text('Another');
  await chat.shows('Another');
  chat.type(ESC);
  await chat.until(() => chat.count('! Stopped.') === 2);
  await isEmpty(chat);
  chat.type(CTRL_C);
  await chat.shows('Press Ctrl+C again to exit');
  chat.type(CTRL_C);
  await chat.shows('left 0');
  await chat.shows(COOKED);

  expect(second.prompt).toBe('my draft');
  expect(second.history).toContain('Half an');
  expect(chat.count('Half an')).toBe(1);
  expectModesOff(chat.bytes);
});

describe.skipIf(!existsSync('/bin/bash'))('Ctrl+Z', () => {
  test('gives the terminal back while an answer runs; fg takes it again, and nothing is lost', async () => {
    const modes = `stty -a | tr " ;" "\\n" | grep -x -e -icanon -e icanon`;
    const { vendor, chat } = await openChat(
      {
        around: (program) =>
          `exec /bin/bash --norc --noprofile -ic '"$@"; ${modes}; echo stopped; read line; fg; echo "left $?"; ${modes}' bash ${program}`,
      },
      ['go'],
    );
    const answer = await vendor.nextAnswer();
    answer.text('Before. ');
    await chat.shows('Before.');
    await write(chat, 'draft', '> draft');

    chat.type(CTRL_Z);
    await chat.shows('stopped');
    const suspended = chat.bytes;
    answer.text('Meanwhile. ');
    chat.type('\n');
    await chat.shows('Before. Meanwhile.');
    await write(chat, ' more', '> draft more');
    answer.text('After.\n');
    answer.end();
    await chat.shows('Before. Meanwhile. After.');
    chat.type('\r');
    const next = await vendor.nextAnswer();
    next.end();
    await say(chat, '/exit');
    await chat.shows('left 0');

    expectModesOff(suspended);
    expect(suspended).toMatch(/\nicanon\r\nstopped/);
    expect(suspended.slice(suspended.lastIndexOf(`${ESC}[?2004l`))).not.toContain('draft');
    expect(next.prompt).toBe('draft more');
    expect(chat.count('Before.')).toBe(1);
    expectModesOff(chat.bytes);
  });
});
