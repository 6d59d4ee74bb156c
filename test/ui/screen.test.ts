import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import xterm from '@xterm/headless';
import { beforeEach, describe, expect, test } from 'vitest';
import { Screen } from '../../src/ui/screen.ts';
import { ManualClock } from '../support/fake-host.ts';

const ESC = '\u001b';

/** A terminal that remembers what was written and can stop taking more. */
class FakeTerminal extends EventEmitter {
  readonly writes: string[] = [];
  isFull = false;
  columns = 40;
  rows = 10;
  readonly emulator = new xterm.Terminal({ cols: 40, rows: 10, allowProposedApi: true });

  write(text: string): boolean {
    this.writes.push(text);
    return !this.isFull;
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }

  /** What a person sees, scrollback included. */
  async lines(): Promise<readonly string[]> {
    await new Promise<void>((resolve) =>
      this.emulator.write(this.writes.splice(0).join(''), resolve),
    );
    const { active } = this.emulator.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    );
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  }
}

let clock: ManualClock;
let terminal: FakeTerminal;
let screen: Screen;
let live: readonly string[];
let finished: string[];
let layouts: number;

beforeEach(() => {
  clock = new ManualClock();
  terminal = new FakeTerminal();
  live = ['> ', 'status'];
  finished = [];
  layouts = 0;
  screen = new Screen({
    // The screen uses no more of a stream than the fake has.
    out: terminal as unknown as NodeJS.WriteStream,
    clock,
    rewraps: true,
    layout: () => {
      layouts += 1;
      screen.append(finished.splice(0));
      screen.write(live.join('\n'));
      screen.placeCursor(2, 1);
    },
  });
});

async function frame(): Promise<void> {
  screen.invalidate();
  clock.advance(36);
  await setImmediate();
}

test('finished lines stand once above the live region, which is replaced in place', async () => {
  finished = ['one', 'two'];
  await frame();
  live = ['> text', 'status'];
  finished = ['three'];
  await frame();
  live = ['> ', 'other'];
  await frame();

  expect(await terminal.lines()).toEqual(['one', 'two', 'three', '> ', 'other']);
  expect(terminal.emulator.buffer.active.cursorX).toBe(2);
  expect(terminal.emulator.buffer.active.cursorY).toBe(3);
});

test('a live region that becomes shorter leaves nothing behind', async () => {
  live = ['a', 'b', 'c', '> ', 'status'];
  await frame();
  live = ['> ', 'status'];
  await frame();

  expect(await terminal.lines()).toEqual(['> ', 'status']);
});

test('each frame is one write inside synchronized output', async () => {
  await frame();

  const [written = ''] = terminal.writes;
  expect(terminal.writes).toHaveLength(1);
  expect(written.startsWith(`${ESC}[?2026h`)).toBe(true);
  expect(written.endsWith(`${ESC}[?2026l`)).toBe(true);
});

test('many requests within the budget make one frame', async () => {
  await frame();
  for (let count = 0; count < 1_000; count += 1) screen.invalidate();
  clock.advance(35);
  await setImmediate();
  expect(layouts).toBe(1);

  clock.advance(1);
  await setImmediate();

  expect(layouts).toBe(2);
});

describe('a terminal that does not take more', () => {
  test('is left alone until it drains; nothing is lost or repeated', async () => {
    await frame();
    terminal.isFull = true;
    finished = ['one'];
    await frame();
    for (const line of ['two', 'three']) {
      finished.push(line);
      await frame();
    }
    expect(terminal.writes).toHaveLength(2);

    terminal.isFull = false;
    terminal.emit('drain');
    clock.advance(36);
    await setImmediate();

    expect(await terminal.lines()).toEqual(['one', 'two', 'three', '> ', 'status']);
  });
});

describe('a window with a new size', () => {
  test('is painted once after the sizes have settled', async () => {
    await frame();
    for (const columns of [39, 38, 30]) terminal.resize(columns, 10);
    clock.advance(59);
    await setImmediate();
    expect(layouts).toBe(1);

    clock.advance(1);
    await setImmediate();

    expect(layouts).toBe(2);
  });

  test('finds its live region although the terminal has re-wrapped it', async () => {
    live = ['x'.repeat(35), '> ', 'status'];
    finished = ['kept'];
    await frame();
    await terminal.lines();
    terminal.emulator.resize(20, 10);
    live = ['x'.repeat(15), '> ', 'status'];

    terminal.resize(20, 10);
    clock.advance(60);
    await setImmediate();

    expect(await terminal.lines()).toEqual(['kept', 'x'.repeat(15), '> ', 'status']);
  });

  test('keeps a row free in a small window', async () => {
    live = Array.from({ length: 8 }, (_, index) => `row ${index}`);
    terminal.rows = 4;
    await frame();

    expect((await terminal.lines()).filter((line) => line.startsWith('row'))).toHaveLength(3);
  });
});

describe('other users of the terminal', () => {
  test('suspending takes the live region off, repainting puts it where the cursor is', async () => {
    finished = ['one'];
    await frame();
    screen.suspend();
    terminal.write('shell\r\n');
    await frame();
    expect(await terminal.lines()).toEqual(['one', 'shell']);

    screen.repaint();
    clock.advance(36);
    await setImmediate();

    expect(await terminal.lines()).toEqual(['one', 'shell', '> ', 'status']);
  });

  test('closing writes what is finished and nothing afterwards', async () => {
    await frame();
    finished = ['last'];
    screen.close();
    const written = terminal.writes.length;
    screen.close();
    await frame();
    terminal.resize(20, 5);
    clock.advance(100);
    await setImmediate();

    expect(terminal.writes).toHaveLength(written);
    expect(await terminal.lines()).toEqual(['last']);
    expect(terminal.listenerCount('resize') + terminal.listenerCount('drain')).toBe(0);
  });
});

test('a frame that changes nothing writes nothing', async () => {
  await frame();
  await frame();

  expect(layouts).toBe(2);
  expect(terminal.writes).toHaveLength(1);
});
