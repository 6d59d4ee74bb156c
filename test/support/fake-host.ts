/** A whole host without an outside world: manual time, seeded randomness, everything in memory. */
import type {
  AppendFile,
  Clock,
  Environment,
  FileInfo,
  Files,
  Host,
  Input,
  Lock,
  Output,
  Processes,
  Random,
} from '../../src/host/host.ts';

interface Sleeper {
  readonly wakeAtMs: number;
  readonly wake: () => void;
}

/** Time that moves only when a test says so. */
export class ManualClock implements Clock {
  /** Every wait asked for, in milliseconds, in order. */
  readonly sleeps: number[] = [];
  #nowMs: number;
  #elapsedMs = 0;
  #sleepers: Sleeper[] = [];
  #watchers: (() => void)[] = [];
  readonly #passes: (delayMs: number) => boolean;

  /**
   * @param passes - Waits that are over at once, time moved on by as much: for tests of what
   *   follows a wait. The default is none.
   */
  constructor(
    nowMs = Date.UTC(2026, 0, 31, 10),
    passes: (delayMs: number) => boolean = () => false,
  ) {
    this.#nowMs = nowMs;
    this.#passes = passes;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#elapsedMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(delayMs);
    if (signal?.aborted === true) return Promise.resolve();
    if (this.#passes(delayMs)) {
      this.#move(delayMs);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        wakeAtMs: this.#elapsedMs + delayMs,
        wake: () => {
          signal?.removeEventListener('abort', sleeper.wake);
          this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
          resolve();
        },
      };
      signal?.addEventListener('abort', sleeper.wake);
      this.#sleepers.push(sleeper);
      for (const notify of this.#watchers.splice(0)) notify();
    });
  }

  /** Moves time and wakes, in order, everybody whose moment has come. */
  advance(byMs: number): void {
    const end = this.#elapsedMs + byMs;
    for (;;) {
      const next = this.#sleepers
        .filter((sleeper) => sleeper.wakeAtMs <= end)
        .sort((a, b) => a.wakeAtMs - b.wakeAtMs)[0];
      if (next === undefined) break;
      this.#move(next.wakeAtMs - this.#elapsedMs);
      next.wake();
    }
    this.#move(end - this.#elapsedMs);
  }

  /** Waits in progress. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Resolves once somebody waits for exactly so long. */
  async whenSleeping(delayMs: number): Promise<void> {
    while (!this.#sleepers.some((sleeper) => sleeper.wakeAtMs - this.#elapsedMs === delayMs)) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  #move(byMs: number): void {
    this.#nowMs += byMs;
    this.#elapsedMs += byMs;
  }
}

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Keeps what was written. */
export class MemoryOutput implements Output {
  readonly chunks: string[] = [];
  readonly isTerminal: boolean;
  readonly columns: number;
  #blocked: Promise<void> | undefined;

  constructor(options: { isTerminal?: boolean; columns?: number } = {}) {
    this.isTerminal = options.isTerminal ?? false;
    this.columns = options.columns ?? 80;
  }

  get text(): string {
    return this.chunks.join('');
  }

  write(text: string): Promise<void> {
    this.chunks.push(text);
    return this.#blocked ?? Promise.resolve();
  }

  /** A reader that stops reading: writes resolve only after the returned function is called. */
  block(): () => void {
    let release: () => void = () => undefined;
    this.#blocked = new Promise((resolve) => {
      release = () => {
        this.#blocked = undefined;
        resolve();
      };
    });
    return release;
  }
}

/** Standard input that holds the given text; `undefined` stays open and silent. */
export function memoryInput(text: string | undefined = '', isTerminal = false): Input {
  return {
    isTerminal,
    async *chunks() {
      if (text === undefined) await new Promise<never>(() => undefined);
      else if (text !== '') yield new TextEncoder().encode(text);
    },
  };
}

interface StoredFile {
  readonly content: Uint8Array;
  readonly mode: number;
}

/** Files by absolute path; directories exist as soon as something lies in them. */
class MemoryFiles implements Files {
  readonly #files = new Map<string, StoredFile>();
  readonly #directories = new Set<string>(['/']);

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, content] of Object.entries(files)) this.#store(path, content, 0o644);
  }

  /** A file's text, for assertions. */
  text(path: string): string | undefined {
    const file = this.#files.get(path);
    return file && new TextDecoder().decode(file.content);
  }

  /** A file's mode, for assertions. */
  mode(path: string): number | undefined {
    return this.#files.get(path)?.mode;
  }

  async read(path: string): Promise<Uint8Array> {
    if (this.#directories.has(path)) throw systemError('EISDIR', path);
    return this.#existing(path).content;
  }

  async readAtMost(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const bytes = await this.read(path);
    return bytes.length > maxBytes ? undefined : bytes;
  }

  async info(path: string): Promise<FileInfo> {
    const isDirectory = this.#directories.has(path);
    const file = isDirectory ? { content: new Uint8Array(), mode: 0o755 } : this.#existing(path);
    return {
      kind: isDirectory ? 'directory' : 'file',
      sizeBytes: file.content.byteLength,
      isExecutable: !isDirectory && (file.mode & 0o111) !== 0,
      isWorldWritable: (file.mode & 0o002) !== 0,
      ownerId: 1000,
      modifiedMs: 0,
    };
  }

  async realPath(path: string): Promise<string> {
    if (!this.#directories.has(path)) this.#existing(path);
    return path;
  }

  async writeAtomically(path: string, content: string | Uint8Array, mode: number): Promise<void> {
    this.#store(path, content, mode);
  }

  async append(path: string, content: string, mode: number): Promise<void> {
    this.#store(path, (this.text(path) ?? '') + content, this.mode(path) ?? mode);
  }

  async openAppend(path: string, mode: number): Promise<AppendFile> {
    await this.append(path, '', mode);
    return {
      append: (text) => this.append(path, text, mode),
      sync: async () => undefined,
      close: async () => undefined,
    };
  }

  async truncate(path: string, sizeBytes: number): Promise<void> {
    const { content, mode } = this.#existing(path);
    this.#files.set(path, { content: content.slice(0, sizeBytes), mode });
  }

  async lock(path: string): Promise<Lock> {
    if (this.#files.has(path)) return { type: 'taken', processId: 1, machine: 'memory' };
    this.#store(path, '', 0o600);
    return { type: 'held', release: () => this.remove(path) };
  }

  async makeDirectory(path: string): Promise<void> {
    for (let at = path; at !== '' && at !== '/'; at = parentOf(at)) this.#directories.add(at);
  }

  async list(path: string): Promise<readonly string[]> {
    if (!this.#directories.has(path)) throw systemError('ENOENT', path);
    const children = [...this.#files.keys(), ...this.#directories].filter(
      (other) => other !== path && parentOf(other) === path,
    );
    return children.map((child) => child.slice(child.lastIndexOf('/') + 1)).sort();
  }

  async remove(path: string): Promise<void> {
    const isInside = (other: string) => other === path || other.startsWith(`${path}/`);
    for (const file of [...this.#files.keys()].filter(isInside)) this.#files.delete(file);
    for (const directory of [...this.#directories].filter(isInside)) {
      this.#directories.delete(directory);
    }
  }

  #store(path: string, content: string | Uint8Array, mode: number): void {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    this.#files.set(path, { content: bytes, mode });
    for (let at = parentOf(path); at !== '/'; at = parentOf(at)) this.#directories.add(at);
  }

  #existing(path: string): StoredFile {
    const file = this.#files.get(path);
    if (file === undefined) throw systemError('ENOENT', path);
    return file;
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

/** A test that starts processes uses the real host; this one says so. */
const noProcesses: Processes = {
  hasUnixSockets: true,
  nodePath: '/usr/bin/node',
  start: (request) => {
    throw new Error(`the fake host starts no process: ${request.command}`);
  },
  privateDirectory: (parent) => {
    throw new Error(`the fake host makes no real directory: ${parent}`);
  },
};

export interface FakeHost extends Host {
  readonly clock: ManualClock;
  readonly files: MemoryFiles;
  readonly stdout: MemoryOutput;
  readonly stderr: MemoryOutput;
}

export interface FakeHostOptions {
  readonly clock?: ManualClock;
  readonly seed?: number;
  readonly environment?: Environment;
  readonly files?: Readonly<Record<string, string>>;
  readonly processes?: Processes;
  readonly stdin?: Input;
  readonly stdout?: MemoryOutput;
  readonly stderr?: MemoryOutput;
}

export function fakeHost(options: FakeHostOptions = {}): FakeHost {
  return {
    clock: options.clock ?? new ManualClock(),
    random: seededRandom(options.seed),
    environment: options.environment ?? {},
    files: new MemoryFiles(options.files),
    stdin: options.stdin ?? memoryInput(),
    stdout: options.stdout ?? new MemoryOutput(),
    stderr: options.stderr ?? new MemoryOutput(),
    processes: options.processes ?? noProcesses,
    workingDirectory: '/project',
    userId: 1000,
  };
}
