import { type ChildProcess as NodeChild, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import type {
  ChildInput,
  ChildProcess,
  PrivateDirectory,
  ProcessEnd,
  Processes,
  ProcessRequest,
} from './host.ts';

/** Signals that end this process without an `exit` event unless somebody listens. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long the pipes of an ended child stay open for what is still in them, milliseconds. */
const LAST_OUTPUT_MS = 1000;

/** Child processes and directories that do not outlive this process. */
export function nodeProcesses(): Processes {
  const guard = exitGuard();
  return {
    nodePath: process.execPath,
    // Node has none on Windows, only pipes that gRPC can not dial.
    hasUnixSockets: process.platform !== 'win32',
    start: (request) => startChild(request, guard),
    privateDirectory: (parent) => makePrivateDirectory(parent, guard),
  };
}

/** Work for the end of this process; it runs synchronously, so it must be quick. */
interface ExitGuard {
  add(cleanup: () => void): void;
  delete(cleanup: () => void): void;
}

function exitGuard(): ExitGuard {
  const cleanups = new Set<() => void>();
  let listening = false;

  function runAll(): void {
    // What was made last goes first: a child before the directory it works in.
    for (const cleanup of [...cleanups].reverse()) cleanup();
    cleanups.clear();
  }

  function onSignal(signal: NodeJS.Signals): void {
    // Whoever else listens decides how the process ends, and `exit` comes then.
    if (process.listenerCount(signal) > 1) return;
    runAll();
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  }

  return {
    add(cleanup) {
      cleanups.add(cleanup);
      if (listening) return;
      listening = true;
      process.on('exit', runAll);
      for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
    },
    delete(cleanup) {
      cleanups.delete(cleanup);
    },
  };
}

function startChild(request: ProcessRequest, guard: ExitGuard): ChildProcess {
  const input = openInput(request.input);
  let child: NodeChild;
  try {
    child = spawn(request.command, request.args, {
      cwd: request.workingDirectory,
      env: environmentOf(request),
      stdio: [input.stdin, 'pipe', 'pipe'],
      // A session of its own: a terminal's Ctrl-C does not reach it, and its group can be ended.
      detached: true,
      windowsHide: true,
    });
  } catch (error) {
    input.close();
    return neverStarted(error);
  }
  child.once('exit', () => closeOutputLater(child));
  const killGroup = (): void => signalGroup(child, 'SIGKILL');
  guard.add(killGroup);
  return {
    id: child.pid,
    stdout: outputOf(child.stdout),
    stderr: outputOf(child.stderr),
    ended: endOf(child, input).finally(() => {
      // Grandchildren do not outlive the leader; the group's number is free after this.
      killGroup();
      guard.delete(killGroup);
    }),
    signalGroup: (signal) => signalGroup(child, signal),
  };
}

/** Node passes its own `NODE_V8_COVERAGE` on unless the object has that key, whatever its value. */
function environmentOf({ environment }: ProcessRequest): NodeJS.ProcessEnv {
  const coverage = 'NODE_V8_COVERAGE';
  return { ...Object.fromEntries(environment), [coverage]: environment.get(coverage) };
}

function endOf(child: NodeChild, input: OpenInput): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      input.close();
      resolve({ type: 'not-started', code: error.code ?? 'UNKNOWN' });
    });
    child.once('exit', (exitCode, signal) => {
      const left = input.close();
      resolve({
        type: 'exited',
        exitCode: exitCode ?? undefined,
        signal: signal ?? undefined,
        ...(left === undefined ? {} : { unreadInputBytes: left }),
      });
    });
  });
}

interface OpenInput {
  readonly stdin: 'ignore' | 'pipe' | number;
  /** @returns Bytes of a file that nobody has read. */
  close(): number | undefined;
}

function openInput(input: ChildInput = { type: 'empty' }): OpenInput {
  if (input.type !== 'file') {
    return { stdin: input.type === 'silent' ? 'pipe' : 'ignore', close: () => undefined };
  }
  const file = openSync(input.path, 'r');
  return {
    stdin: file,
    close() {
      // The child shared this file's position, so what comes now is what it has left.
      const left = bytesFrom(file);
      closeSync(file);
      return left;
    },
  };
}

function bytesFrom(file: number): number {
  const buffer = Buffer.alloc(4096);
  let bytes = 0;
  for (let read = -1; read !== 0; bytes += read) read = readSync(file, buffer);
  return bytes;
}

/** A pipe that breaks has ended, as far as its reader is concerned. */
async function* outputOf(stream: Readable | null): AsyncGenerator<Uint8Array> {
  if (stream === null) return;
  try {
    yield* stream;
  } catch {
    // The end of the process, with its reason, arrives through `ended`.
  }
}

/** A descendant that left the group may hold the pipes for ever; this process must still end. */
function closeOutputLater({ stdout, stderr }: NodeChild): void {
  const close = (): void => {
    stdout?.destroy();
    stderr?.destroy();
  };
  setTimeout(close, LAST_OUTPUT_MS).unref();
}

function signalGroup(child: NodeChild, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // ESRCH: the group is gone. Windows has no groups; its `kill` takes the process alone.
    if (process.platform === 'win32') child.kill(signal);
  }
}

function neverStarted(error: unknown): ChildProcess {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
  return {
    id: undefined,
    stdout: outputOf(null),
    stderr: outputOf(null),
    ended: Promise.resolve({ type: 'not-started', code }),
    signalGroup: () => {},
  };
}

function makePrivateDirectory(parent: string, guard: ExitGuard): PrivateDirectory {
  // `mkdtemp` makes it with mode 0700 and a name nobody can foresee.
  const path = mkdtempSync(join(parent, 'agent-'));
  const remove = (): void => {
    guard.delete(remove);
    rmSync(path, { recursive: true, force: true });
  };
  guard.add(remove);
  return { path, remove };
}
