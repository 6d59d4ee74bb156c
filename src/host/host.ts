/** The outside world as small ports, so that everything above it can be tested without it. */

/** Time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that never goes back; for durations only. */
  monotonic(): number;
  /** Resolves after `delayMs`, or at once when the signal aborts. Never rejects. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Randomness in `[0, 1)`. */
export type Random = () => number;

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a path leads to. */
export interface FileInfo {
  readonly kind: 'file' | 'directory' | 'other';
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  readonly isWorldWritable: boolean;
  /** Owner's numeric user id. */
  readonly ownerId: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
}

/** An open file that is only added to; several writers do not mix within one call of `append`. */
export interface AppendFile {
  /** Resolves once the operating system has all of it, so that the end of this process loses none. */
  append(text: string): Promise<void>;
  /** Resolves once the disk has it, so that a loss of power loses none. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A lock on a name, held by this process or by another that still runs. */
export type Lock =
  | { readonly type: 'held'; readonly release: () => Promise<void> }
  | { readonly type: 'taken'; readonly processId: number; readonly machine: string };

export interface WriteOptions {
  /**
   * Absolute directory: a symbolic link in any component below it, the file itself included, is
   * refused with `ELOOP`. For what the program writes inside somebody's project.
   */
  readonly refuseLinksBelow?: string | undefined;
}

/** Files. Every method rejects with Node's system errors (`code` such as `ENOENT`). */
export interface Files {
  read(path: string): Promise<Uint8Array>;
  /**
   * Reads a file, a pipe or a device that may not be ours, and no more of it than may be wanted. A
   * pipe that nobody writes to is empty.
   *
   * @returns `undefined` for one that holds more bytes than that.
   */
  readAtMost(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Follows links. */
  info(path: string): Promise<FileInfo>;
  realPath(path: string): Promise<string>;
  /**
   * Replaces the file in one step; creates its directories (0700) when absent. A link at `path` is
   * replaced, never written through.
   */
  writeAtomically(
    path: string,
    content: string | Uint8Array,
    mode: number,
    options?: WriteOptions,
  ): Promise<void>;
  /**
   * Adds to the end, following links unless told otherwise; creates the file and its directories
   * (0700) when absent.
   */
  append(path: string, content: string, mode: number, options?: WriteOptions): Promise<void>;
  /** Creates the file and its directories (0700) when absent. A link at `path` is refused. */
  openAppend(path: string, mode: number): Promise<AppendFile>;
  /** Cuts the file at so many bytes. */
  truncate(path: string, sizeBytes: number): Promise<void>;
  /**
   * Takes a lock that dies with its process, in an existing directory. One whose owner has ended
   * without releasing it is taken over.
   *
   * @param path - Of the lock itself; nothing else may lie there.
   */
  lock(path: string): Promise<Lock>;
  /** With its parents; an existing directory is left as it is. */
  makeDirectory(path: string, mode: number): Promise<void>;
  list(path: string): Promise<readonly string[]>;
  /** One file, or a directory with all it holds; nothing there is no error. */
  remove(path: string): Promise<void>;
}

/** Where a program writes for people and pipes. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in cells; 80 when unknown. */
  readonly columns: number;
  /**
   * Resolves when the bytes are handed on, so that a slow reader slows the writer. When the reader
   * has gone the text is dropped and the promise resolves.
   */
  write(text: string): Promise<void>;
}

/** Standard input. */
export interface Input {
  readonly isTerminal: boolean;
  /**
   * Chunks until the end. Returning from the iterator, also while a chunk is awaited, stops reading
   * and lets the process end; a later call goes on where this one left.
   */
  chunks(): AsyncIterable<Uint8Array>;
}

/** What a child finds on its stdin. */
export type ChildInput =
  /** The end, at once. */
  | { readonly type: 'empty' }
  /** Neither a byte nor the end, for as long as the child runs. */
  | { readonly type: 'silent' }
  /** The content of a file; its absolute path. */
  | { readonly type: 'file'; readonly path: string };

/** A program to start, with everything it may know. */
export interface ProcessRequest {
  /** Absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute path. */
  readonly workingDirectory: string;
  /** The whole environment of the child; nothing is inherited. */
  readonly environment: ReadonlyMap<string, string>;
  /** Default empty. */
  readonly input?: ChildInput | undefined;
}

/** How a child process ended, or that it never ran. */
export type ProcessEnd =
  | {
      readonly type: 'exited';
      readonly exitCode: number | undefined;
      readonly signal: string | undefined;
      /** Bytes of its input file that were left unread; absent for any other input. */
      readonly unreadInputBytes?: number | undefined;
    }
  /** The operating system refused to start it; `code` such as `ENOENT` or `EACCES`. */
  | { readonly type: 'not-started'; readonly code: string };

/** A running child in a process group of its own. */
export interface ChildProcess {
  readonly id: number | undefined;
  /** Must be read, or the child blocks once a pipe is full. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Resolves when the process itself has ended, whoever still holds its pipes. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Signals the whole process group, also after its leader has ended. */
  signalGroup(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
}

/** Child processes. Whatever is still there when this process ends is ended with it. */
export interface Processes {
  /** Absolute path of the running Node, for programs that are JavaScript. */
  readonly nodePath: string;
  /** Whether the system has sockets in directories; without them a child listens on a TCP port. */
  readonly hasUnixSockets: boolean;
  /**
   * Starts a program as the leader of a new process group.
   *
   * @throws Node's system error when its input file can not be opened.
   */
  start(request: ProcessRequest): ChildProcess;
  /**
   * Makes an empty directory of mode 0700 below `parent`, removed by `remove` and at the latest
   * when this process ends.
   *
   * @throws Node's system error when `parent` is not writable.
   */
  privateDirectory(parent: string): PrivateDirectory;
}

export interface PrivateDirectory {
  /** Absolute. */
  readonly path: string;
  /** Removes it with all it holds. */
  remove(): void;
}

/** Everything a command may touch; built once in `cli/main.ts`. */
export interface Host {
  readonly clock: Clock;
  readonly random: Random;
  readonly environment: Environment;
  readonly files: Files;
  readonly processes: Processes;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute. */
  readonly workingDirectory: string;
  /** Numeric id of the user, `undefined` on Windows. */
  readonly userId: number | undefined;
}
