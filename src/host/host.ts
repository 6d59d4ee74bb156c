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
}

/** Files. Every method rejects with Node's system errors (`code` such as `ENOENT`). */
export interface Files {
  read(path: string): Promise<Uint8Array>;
  /** Follows links. */
  info(path: string): Promise<FileInfo>;
  realPath(path: string): Promise<string>;
  /** Replaces the file in one step; creates its directories (0700) when absent. */
  writeAtomically(path: string, content: string | Uint8Array, mode: number): Promise<void>;
  append(path: string, content: string, mode: number): Promise<void>;
  makeDirectory(path: string, mode: number): Promise<void>;
  list(path: string): Promise<readonly string[]>;
  remove(path: string): Promise<void>;
}

/** Where a program writes for people and pipes. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in cells; 80 when unknown. */
  readonly columns: number;
  /** Resolves when the bytes are handed on, so that a slow reader slows the writer. */
  write(text: string): Promise<void>;
}

/** Standard input. */
export interface Input {
  readonly isTerminal: boolean;
  /** Chunks until the end; returning from the iterator stops reading and lets the process end. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Everything a command may touch; built once in `cli/main.ts`. */
export interface Host {
  readonly clock: Clock;
  readonly random: Random;
  readonly environment: Environment;
  readonly files: Files;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute. */
  readonly workingDirectory: string;
  /** Numeric id of the user, `undefined` on Windows. */
  readonly userId: number | undefined;
}
