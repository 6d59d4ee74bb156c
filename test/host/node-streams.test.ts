import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeOutput } from '../../src/host/node-streams.ts';

let folder: string;
let pipe: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-streams-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(pipe);
  rmSync(folder, { recursive: true });
});

/** What the pipe holds, up to 64 KiB. */
function inPipe(): string {
  const buffer = Buffer.alloc(65_536);
  return buffer.toString('utf8', 0, readSync(pipe, buffer));
}

function fillPipe(): void {
  const page = Buffer.alloc(4096);
  try {
    for (;;) writeSync(pipe, page);
  } catch {
    // It is full.
  }
}

/** An output to the pipe whose stream writes elsewhere, so that both can be told apart. */
function output() {
  const stream = new PassThrough();
  const opened = { count: 0 };
  const made = nodeOutput(
    pipe,
    () => {
      opened.count += 1;
      return stream as unknown as NodeJS.WriteStream;
    },
    () => {},
  );
  return { made, opened, rest: text(stream), end: () => stream.end() };
}

describe.skipIf(process.platform === 'win32')('output to a pipe', () => {
  test('the first words need no stream, what follows does', async () => {
    const { made, opened, rest, end } = output();

    await made.write('häuser ');
    expect(opened.count).toBe(0);
    await made.write('and more');
    end();

    expect(inPipe()).toBe('häuser ');
    expect(await rest).toBe('and more');
    expect(opened.count).toBe(1);
  });

  test('a full pipe is left to the stream, which waits', async () => {
    const { made, rest, end } = output();
    fillPipe();

    await made.write('first');
    await made.write(' second');
    end();

    expect(await rest).toBe('first second');
  });

  test('a long text is left to the stream', async () => {
    const { made, rest, end } = output();
    const long = 'x'.repeat(5000);

    await made.write(long);
    end();

    expect(await rest).toBe(long);
  });

  test('a pipe is no terminal', () => {
    expect(output().made).toMatchObject({ isTerminal: false, columns: 80 });
  });
});
