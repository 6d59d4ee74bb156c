/** Keeps a plugin's stdout to its one line, and secrets out of whatever else it prints. */
import process from 'node:process';
import { COOKIE } from '../protocol/handshake.ts';
import type { Redact } from '../protocol/redact.ts';

export interface StandardStreams {
  /** Writes the handshake line, the only thing that may go to stdout. */
  announce(line: string): void;
  /** Writes to stderr as it is. */
  writeError(text: string): void;
  /** From now on secrets are removed from stray prints. */
  redactWith(redact: Redact): void;
}

let redactPrint: Redact = (text) => text;
let claimed: StandardStreams | undefined;

/**
 * Sends everything else that prints to stdout, such as `console.log` of a dependency, to stderr: a
 * second line on stdout is a protocol violation, and the first one is the handshake. Idempotent.
 */
export function claimStandardStreams(): StandardStreams {
  claimed ??= claim();
  return claimed;
}

function claim(): StandardStreams {
  const { stdout, stderr } = process;
  const announce = stdout.write.bind(stdout);
  const writeError = stderr.write.bind(stderr);
  const print = printer(writeError);
  stdout.write = print;
  stderr.write = print;
  // Nobody reads once the host is gone; that must not end the process before it has cleaned up.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  return {
    announce: (line) => void announce(line),
    writeError: (text) => void writeError(text),
    redactWith: (redact) => {
      redactPrint = redact;
    },
  };
}

type Write = typeof process.stdout.write;

function printer(write: Write): Write {
  return (
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    callback?: (error?: Error | null) => void,
  ): boolean => {
    const given = typeof encoding === 'string' ? encoding : 'utf8';
    const text =
      typeof chunk === 'string'
        ? Buffer.from(chunk, given).toString()
        : Buffer.from(chunk).toString();
    return write(redactPrint(text), typeof encoding === 'function' ? encoding : callback);
  };
}

// A plugin imports this before anything of its own may print. Elsewhere, as in a test or a bundler
// that only loads the SDK, nothing is touched.
// biome-ignore lint/style/noProcessEnv: before the composition root runs there is no port to ask
if (process.env[COOKIE.name] === COOKIE.value) claimStandardStreams();
