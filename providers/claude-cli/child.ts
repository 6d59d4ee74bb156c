// The program as a child process: a group of its own, none of our streams, and never outliving us.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface ChildRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingDirectory: string;
  /** Removed with all in it when this process is gone before the child ended; absent: nothing is. */
  readonly folder?: string | undefined;
  /** The whole environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to its standard input, which is closed then. */
  readonly input: string;
}

/** How a child ended, or that it never ran. */
export type ChildEnd =
  | { readonly type: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly type: 'not-started'; readonly code: string };

export interface Child {
  /** Until the child closes it or is let go. Broken pipes are no failure: `ended` says why. */
  readonly stdout: AsyncIterable<Uint8Array>;
  /** The end of what it printed to standard error so far. */
  stderr(): string;
  /** Never rejects. */
  readonly ended: Promise<ChildEnd>;
  /** Asks it to end, then tells it, then makes it; returns at once. */
  stop(): void;
  /** Ends the whole group at once. */
  kill(): void;
}

/** Milliseconds from one step of `stop` to the next. */
const PATIENCE_MS = 1000;

/** Enough to say what went wrong. */
const MOST_STDERR = 4096;

/** Starts a program. One that can not be started is told by `ended`. */
export function startChild(request: ChildRequest): Child {
  const running = spawn(request.command, request.args, {
    cwd: request.workingDirectory,
    env: request.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  const guard = guardOf(running, request.folder);
  const ended = endOf(running).finally(() => {
    // Whatever it started does not outlive it, and its number is free for others after this.
    signalGroup(running, 'SIGKILL');
    guard.release();
  });
  // It may end without reading, which `ended` tells.
  running.stdin.on('error', () => {});
  running.stdin.end(request.input);
  return {
    stdout: outputOf(running.stdout),
    stderr: tailOf(running.stderr),
    ended,
    stop: () => stop(running, ended),
    kill: () => signalGroup(running, 'SIGKILL'),
  };
}

type Running = ChildProcessByStdio<Writable, Readable, Readable>;

function endOf(running: Running): Promise<ChildEnd> {
  return new Promise((resolve) => {
    running.once('error', (error: NodeJS.ErrnoException) => {
      if (running.pid === undefined)
        resolve({ type: 'not-started', code: error.code ?? 'UNKNOWN' });
    });
    running.once('exit', (code, signal) => resolve({ type: 'exited', code, signal }));
  });
}

function stop(running: Running, ended: Promise<ChildEnd>): void {
  signalGroup(running, 'SIGINT');
  const timers = [
    setTimeout(() => signalGroup(running, 'SIGTERM'), PATIENCE_MS),
    setTimeout(() => signalGroup(running, 'SIGKILL'), 2 * PATIENCE_MS),
  ];
  void ended.then(() => timers.forEach(clearTimeout));
}

function signalGroup(running: Running, signal: NodeJS.Signals): void {
  if (running.pid === undefined) return;
  try {
    process.kill(-running.pid, signal);
  } catch {
    // The group is gone. Windows has none, and ends the process alone.
    if (process.platform === 'win32') running.kill(signal);
  }
}

async function* outputOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    // The end of the process, with its reason, arrives through `ended`.
  }
}

/** Read all the time: a child whose pipe is full stands still. */
function tailOf(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-MOST_STDERR);
  });
  stream.on('error', () => {});
  return () => tail;
}

/**
 * Ends the child's group when this process is gone, however that came about, and removes its folder:
 * a shell waits for a word on a pipe of ours, and does both when the pipe ends without it.
 */
function guardOf(running: Running, folder: string | undefined): { release(): void } {
  const { pid } = running;
  const onExit = () => signalGroup(running, 'SIGKILL');
  process.once('exit', onExit);
  if (pid === undefined || process.platform === 'win32') {
    return { release: () => void process.off('exit', onExit) };
  }
  const args = ['-c', GUARD, 'guard', String(pid), ...(folder === undefined ? [] : [folder])];
  const shell = spawn('/bin/sh', args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // In our group it would be ended together with us, before it could do its work.
    detached: true,
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  return {
    release: () => {
      process.off('exit', onExit);
      shell.stdin.end('done\n');
    },
  };
}

const GUARD = 'read -r word && exit; kill -s KILL -- "-$1"; [ -z "$2" ] || rm -rf -- "$2"';
