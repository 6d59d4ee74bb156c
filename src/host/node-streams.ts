import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Input, Output } from './host.ts';

const DEFAULT_COLUMNS = 80;

/** What a pipe takes whole or not at all (POSIX's least `PIPE_BUF` is 512, Linux has 4096). */
const DIRECT_BYTES = 4096;

/** Errors that mean "nobody reads this any more". */
const READER_GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/**
 * The first few bytes for a pipe or a file are written without Node's stream, whose modules take
 * longer to load than most commands have to say.
 *
 * @param descriptor - 1 or 2.
 * @param stream - Called on first use: making a standard stream costs time and changes its mode.
 * @param onReaderGone - Called once when the reader has closed its end.
 */
export function nodeOutput(
  descriptor: number,
  stream: () => NodeJS.WriteStream,
  onReaderGone: () => void,
): Output {
  let opened: NodeJS.WriteStream | undefined;
  let gone = false;
  let wroteDirectly = false;

  function open(): NodeJS.WriteStream {
    if (opened) return opened;
    opened = stream();
    // Every failed write also rejects in `write`; without a listener it would end the process.
    opened.on('error', (error: NodeJS.ErrnoException) => {
      if (gone || !READER_GONE.has(error.code ?? '')) return;
      gone = true;
      onReaderGone();
    });
    return opened;
  }

  function direct(text: string): string | Uint8Array {
    if (opened || wroteDirectly || isDevice(descriptor)) return text;
    wroteDirectly = true;
    return writeNow(descriptor, text);
  }

  return {
    get isTerminal() {
      return isTerminal(descriptor);
    },
    get columns() {
      return (isTerminal(descriptor) ? open().columns : undefined) ?? DEFAULT_COLUMNS;
    },
    write(text) {
      if (gone) return Promise.resolve();
      const rest = direct(text);
      if (rest.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        open().write(rest, (error: NodeJS.ErrnoException | null | undefined) => {
          if (error && !READER_GONE.has(error.code ?? '')) reject(error);
          else resolve();
        });
      });
    },
  };
}

/** @returns What is left for the stream, which also meets whatever stood in the way here. */
function writeNow(descriptor: number, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  if (bytes.length > DIRECT_BYTES) return bytes;
  try {
    return bytes.subarray(writeSync(descriptor, bytes));
  } catch {
    return bytes;
  }
}

/** Every terminal is one; to ask that first spares the module that knows terminals. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return true;
  }
}

function isTerminal(descriptor: number): boolean {
  return isDevice(descriptor) && isatty(descriptor);
}

/** Standard input; nothing is read before the first chunk is asked for. */
export function nodeInput(stream: () => NodeJS.ReadStream): Input {
  let failure: Error | undefined;
  let opened: NodeJS.ReadStream | undefined;

  function open(): NodeJS.ReadStream {
    if (opened) return opened;
    opened = stream();
    opened.on('error', (error) => {
      failure = error;
    });
    return opened;
  }

  return {
    get isTerminal() {
      return isTerminal(0);
    },
    chunks: () => ({ [Symbol.asyncIterator]: () => readChunks(open(), () => failure) }),
  };
}

/**
 * Written by hand because the `return()` of an async generator waits for the chunk it awaits, which
 * may never come from a silent pipe.
 */
function readChunks(
  stream: NodeJS.ReadStream,
  failure: () => Error | undefined,
): AsyncIterator<Uint8Array> {
  let left = false;
  let wake = (): void => {};
  const woken = (): void => wake();
  for (const event of ['readable', 'end', 'close', 'error']) stream.on(event, woken);
  if (hasReference(stream)) stream.ref();

  function leave(): void {
    if (left) return;
    left = true;
    for (const event of ['readable', 'end', 'close', 'error']) stream.off(event, woken);
    stream.pause();
    if (hasReference(stream)) stream.unref();
    wake();
  }

  return {
    async next() {
      while (!left) {
        const chunk: unknown = stream.read();
        if (chunk instanceof Uint8Array) return { done: false, value: chunk };
        const error = failure();
        if (error || stream.readableEnded || stream.destroyed) leave();
        if (error) throw error;
        if (!left) await new Promise<void>((resolve) => (wake = resolve));
      }
      return { done: true, value: undefined };
    },
    return() {
      leave();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

/** Standard input from a file is a stream without a handle, whatever its type says. */
function hasReference(stream: NodeJS.ReadStream): boolean {
  const { ref }: { ref?: unknown } = stream;
  return typeof ref === 'function';
}
