// What the chat writes to a terminal while it streams and while its window changes, by its bytes and
// by what an emulator makes of them, on the built program.
import { expect, test } from 'vitest';
import { openAgentChat, projectWith } from '../support/pty-agent.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { type StreamedAnswer, streamingVendor } from '../support/streaming-vendor.ts';

const ESC = '\u001b';
const READY = 'Write a message';
const ROWS = 24;
const LINES = 300;

/** One row of 80 columns, two of 60. */
const DRAFT = '1234567'.repeat(10);

const line = (index: number) => `line ${index} of the answer`;

/** Lines in pieces that end anywhere. */
function stream(answer: StreamedAnswer, from: number, to: number): void {
  const indexes = Array.from({ length: to - from }, (_, index) => from + index);
  const whole = indexes.map((index) => `${line(index)}\n`).join('');
  for (let at = 0; at < whole.length; at += 7) answer.text(whole.slice(at, at + 7));
}

/** The numbers of the lines, from the top of the scrollback. */
function numbers(lines: readonly string[]): readonly number[] {
  return lines.flatMap((shown) => {
    const found = /^line (\d+) of the answer$/.exec(shown)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

/** Rows of the live region in each frame: those above the cursor and those below it. */
function liveRows(bytes: string): readonly number[] {
  let below = 0;
  const [, ...frames] = bytes.replaceAll(ESC, '^').split('^[?2026h');
  return frames.map((frame) => {
    const [, above = '0'] = /^\^\[\?25l\^\[(\d+)A\r/.exec(frame) ?? [];
    const rows = Number(above) + 1 + below;
    below = Number(/\^\[(\d+)A\^\[\d+G\^\[\?25h\^\[\?2026l/.exec(frame)?.[1] ?? 0);
    return rows;
  });
}

/** No line is written again once a whole window of later ones was. */
function writtenAgain(bytes: string): readonly number[] {
  return Array.from({ length: LINES - ROWS }, (_, index) => index).filter(
    (index) => bytes.lastIndexOf(line(index)) > bytes.indexOf(line(index + ROWS)),
  );
}

test('300 lines, while and after which the window gets narrower and wider: each once, nothing wiped', async () => {
  const vendor = await streamingVendor();
  const chat = openAgentChat(
    {
      cwd: projectWith(vendor.config),
      home: temporaryFolder(),
      environment: { KEY: 'sk-screen-key' },
      rows: ROWS,
    },
    ['go'],
  );
  const answer = await vendor.nextAnswer();

  for (let index = 0; index < 60; index += 1) answer.thinking(`Thought ${index}.\n`);
  await chat.shows('Thought 59.');
  stream(answer, 0, 100);
  await chat.shows(line(90));
  chat.resize(60, ROWS);
  stream(answer, 100, 200);
  await chat.shows(line(190));
  chat.resize(80, ROWS);
  stream(answer, 200, LINES);
  answer.text('A sentence that is being written while the window changes its width, slowly.');
  await chat.shows('A sentence');
  chat.resize(60, ROWS);
  await chat.until(() => chat.window().some((shown) => /^(its )?width, slowly/.test(shown)));
  chat.resize(80, ROWS);
  answer.text('\n');
  answer.end();
  await chat.shows(READY);
  chat.type(DRAFT);
  await chat.shows(`> ${DRAFT}`);
  chat.resize(60, ROWS);
  await chat.until(() => chat.window().some((shown) => /^ {2}\d+$/.test(shown)));
  chat.resize(80, ROWS);
  await chat.shows(`> ${DRAFT}`);

  expect(numbers(chat.lines())).toEqual(Array.from({ length: LINES }, (_, index) => index));
  expect(chat.count('A sentence')).toBe(1);
  expect(chat.count('> go')).toBe(1);
  expect(chat.count('Thought for')).toBe(1);
  expect(chat.count(DRAFT)).toBe(1);
  expect(chat.count('anthropic/')).toBe(1);
  expect(chat.bytes).not.toContain(`${ESC}[2J`);
  expect(chat.bytes).not.toContain(`${ESC}[3J`);
  expect(writtenAgain(chat.bytes)).toEqual([]);
  const rows = liveRows(chat.bytes);
  expect(rows.length).toBeGreaterThan(5);
  expect(Math.max(...rows)).toBeLessThan(ROWS);
});
