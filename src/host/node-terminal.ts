/** The terminal of this Node process. */
import { closeSync, writeSync } from 'node:fs';
import process from 'node:process';
import { isatty } from 'node:tty';
import { editWithProgram } from './node-editor.ts';
import type { Terminal } from './terminal.ts';

const STDOUT = 1;
const STANDARD_STREAMS = [0, 1, 2];

/** Attempts to hand over the last bytes to a terminal that is not reading right now. */
const MAX_WRITE_ATTEMPTS = 200;

export function nodeTerminal(): Terminal {
  dropHungUpTerminal();
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    writeSync: writeAll,
    onSignal(signal, listener) {
      process.on(signal, listener);
      return () => process.off(signal, listener);
    },
    onEnd(listener) {
      process.on('exit', listener);
      process.on('uncaughtExceptionMonitor', listener);
      return () => {
        process.off('exit', listener);
        process.off('uncaughtExceptionMonitor', listener);
      };
    },
    suspend() {
      // The whole foreground group: a wrapper such as npm must stop too, or the shell waits on.
      process.kill(0, 'SIGTSTP');
    },
    edit: editWithProgram,
  };
}

/**
 * Node 20 sets the mode of its standard streams back at the end and aborts when that fails, which
 * it does once the window was closed (`ResetStdio` in its `node.cc`). It skips closed ones.
 */
function dropHungUpTerminal(): void {
  const terminals = STANDARD_STREAMS.filter((descriptor) => isatty(descriptor));
  process.once('exit', () => {
    for (const descriptor of terminals) {
      if (!isatty(descriptor)) closeSync(descriptor);
    }
  });
}

function writeAll(text: string): void {
  let rest = Buffer.from(text);
  for (let attempt = 0; rest.length > 0 && attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      // EAGAIN: its buffer is full. Anything else means that nobody is there to restore it for.
      if (!isAgain(error)) return;
    }
  }
}

function isAgain(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
