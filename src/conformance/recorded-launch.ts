/** A launch whose output is kept, and whose environment a check may bend. */
import type { ChildInput, ChildProcess, PrivateDirectory, Processes } from '../host/host.ts';
import type { LaunchContext } from '../plugin/start.ts';

/** Changes to the child's environment; `undefined` takes a variable away. */
export type EnvironmentEdits = Readonly<Record<string, string | undefined>>;

/**
 * What a launched program finds on stdin unless a check says otherwise. Other hosts hand their own
 * terminal on, and a program that ends at the end of its input is to be found by one check alone.
 */
const SILENCE: ChildInput = { type: 'silent' };

export interface RecordedLaunch {
  /** To launch with. */
  readonly context: LaunchContext;
  /** Everything printed so far, as far as it was read. */
  stdout(): string;
  stderr(): string;
  /** Directories made for the child; they stay until `close`, so that what is in them can be seen. */
  readonly directories: readonly string[];
  close(): void;
}

/** @param input - What it finds on stdin; by default neither a byte nor an end. */
export function recordLaunch(
  base: LaunchContext,
  edits: EnvironmentEdits = {},
  input: ChildInput = SILENCE,
): RecordedLaunch {
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  const made: PrivateDirectory[] = [];
  const processes: Processes = {
    nodePath: base.processes.nodePath,
    hasUnixSockets: base.processes.hasUnixSockets,
    privateDirectory(parent) {
      const directory = base.processes.privateDirectory(parent);
      made.push(directory);
      return { path: directory.path, remove: () => {} };
    },
    start(request) {
      const environment = edited(request.environment, edits);
      const child = base.processes.start({ ...request, environment, input });
      return teed(child, stdout, stderr);
    },
  };
  return {
    // The contract is plaintext unless a check asks for more, whatever the user's own choice is.
    context: { ...base, processes, tls: base.tls ?? 'never' },
    stdout: () => Buffer.concat(stdout).toString('utf8'),
    stderr: () => Buffer.concat(stderr).toString('utf8'),
    get directories() {
      return made.map(({ path }) => path);
    },
    close: () => {
      for (const directory of [...made].reverse()) directory.remove();
    },
  };
}

function edited(
  environment: ReadonlyMap<string, string>,
  edits: EnvironmentEdits,
): ReadonlyMap<string, string> {
  const result = new Map(environment);
  for (const [name, value] of Object.entries(edits)) {
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return result;
}

function teed(child: ChildProcess, stdout: Uint8Array[], stderr: Uint8Array[]): ChildProcess {
  return { ...child, stdout: kept(child.stdout, stdout), stderr: kept(child.stderr, stderr) };
}

async function* kept(
  chunks: AsyncIterable<Uint8Array>,
  record: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    record.push(chunk);
    yield chunk;
  }
}
