import { existsSync, watch } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { end, start, text } from '../support/chat-script.ts';
import { type PtyChat, ptyChats } from '../support/pty-chat.ts';

const chat = ptyChats();

const ESC = '\u001b';
const READY = 'Write a message';
const REPORT = 'echo "code $?"; stty -a; echo END';

/** The chat becomes a child of a shell that reports how it ended and in which mode it left us. */
const AROUND = { shell: `CHAT; ${REPORT}` };

function expectRestored(view: PtyChat, bytes = view.bytes): void {
  for (const [on, off] of [
    ['[?2004h', '[?2004l'],
    ['[?25l', '[?25h'],
    ['[?2026h', '[?2026l'],
  ] as const) {
    expect(bytes).toContain(ESC + on);
    expect(bytes.lastIndexOf(ESC + off)).toBeGreaterThan(bytes.lastIndexOf(ESC + on));
  }
  const modes = ` ${view.lines().join(' ')} `;
  for (const mode of ['icanon', 'echo', 'isig', 'icrnl', 'opost']) {
    expect(modes).toContain(` ${mode} `);
  }
}

/** Sends a signal to the chat, which writes its process id into the title. */
function signal(view: PtyChat, name: NodeJS.Signals): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequence that sets a title
  const id = /\u001b\]0;pid (\d+)\u0007/.exec(view.bytes)?.[1];
  process.kill(Number(id), name);
}

function fileAppears(path: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), () => {
      if (!existsSync(path)) return;
      watcher.close();
      resolve();
    });
  });
}

describe('the terminal is restored', () => {
  test('after /exit, with nothing of the prompt left', async () => {
    const view = chat({ initialPrompt: 'go', turns: [[start, text('Done.'), end()]] }, AROUND);
    await view.shows('Done.');
    await view.shows(READY);

    view.type('/exit\r');
    await view.shows('END');

    expectRestored(view);
    expect(view.count('code 0')).toBe(1);
    expect(view.count(READY)).toBe(0);
    expect(view.count('example/demo')).toBe(0);
    expect(view.count('Done.')).toBe(1);
  });

  test.each([
    { name: 'SIGTERM', code: 143 },
    { name: 'SIGHUP', code: 129 },
    { name: 'SIGINT', code: 130 },
  ] as const)('after $name with an answer running', async ({ name, code }) => {
    const aborted = end({ status: 'cancelled', text: 'Half', incomplete: true });
    const view = chat(
      {
        initialPrompt: 'go',
        showsPid: true,
        turns: [[start, text('Half'), { untilAborted: true }, aborted]],
      },
      AROUND,
    );
    await view.shows('Half');

    signal(view, name);
    if (name === 'SIGINT') {
      await view.shows('Stopped.');
      await view.shows(READY);
      signal(view, name);
    }
    await view.shows('END');

    expectRestored(view);
    expect(view.count(`code ${code}`)).toBe(1);
    expect(view.count('Half')).toBe(1);
    expect(view.count('! Stopped. The answer above is incomplete.')).toBe(1);
  });

  test('after an exception nobody caught, before it is printed', async () => {
    const view = chat(
      {
        initialPrompt: 'go',
        turns: [[start, text('Half\n'), { crash: 'boom' }, { untilAborted: true }]],
      },
      AROUND,
    );

    await view.shows('END');

    expectRestored(view);
    expect(view.bytes.indexOf(`${ESC}[?2004l`)).toBeLessThan(view.bytes.indexOf('Error: boom'));
    expect(view.count('example/demo')).toBe(0);
  });

  test('after a defect of the chat itself, which whoever started it learns of', async () => {
    // A number where the layout needs a text.
    const broken = JSON.parse(
      '{"type":"metadata","metadata":{},"rateLimits":[{"kind":"requests","usedPercent":50,"limitName":5,"asOfMs":1}]}',
    );
    const view = chat(
      { initialPrompt: 'go', turns: [[start, broken, { untilAborted: true }, end()]] },
      AROUND,
    );

    await view.shows('END');

    expectRestored(view);
    expect(view.count('The chat failed: ')).toBe(1);
    expect(view.count('code 70')).toBe(1);
  });
});

test('a window that is closed ends the chat in order', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'agent-test-'));
  const report = join(directory, 'code');
  const view = chat(
    { initialPrompt: 'go', turns: [[start, text('Half'), { untilAborted: true }, end()]] },
    {
      shell: `trap : HUP; CHAT; echo "code $?" >"$REPORT.new"; mv "$REPORT.new" "$REPORT"`,
      environment: { REPORT: report },
    },
  );
  await view.shows('Half');
  const seen = fileAppears(report);

  view.closeWindow();
  await seen;

  expect(await readFile(report, 'utf8')).toBe('code 129\n');
  await rm(directory, { recursive: true });
});

describe('an external editor', () => {
  /** An editor that shows what it was given and in which mode, and adds to it. */
  const editor = (rest: string) =>
    `sh -c 'echo GOT; cat "$1"; stty -a; printf "\\nmore" >>"$1"; ${rest}' sh`;

  test('an editor that fails leaves the draft and says so', async () => {
    const view = chat({}, { environment: { VISUAL: editor('exit 3'), EDITOR: 'false' } });
    await view.shows(READY);

    view.type('draft\u0007');

    await view.shows('exit code 3');
    await view.shows('> draft');
  });
});
