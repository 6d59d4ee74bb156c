/** The program's log: JSON lines in a private file, and on stderr under `--verbose`. */
import type { Host, WriteOptions } from '../host/host.ts';
import { linkRule } from './write-in-project.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const ROTATE_BYTES = 10 * 1024 * 1024;

export type LogLevel = (typeof LEVELS)[number];

export interface LogRecord {
  readonly level: LogLevel;
  /** Who speaks: `kernel`, or a provider's local name. */
  readonly module: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export interface Log {
  write(record: LogRecord): void;
  /** Resolves when everything is on disk; a log that can not be written is given up. */
  close(): Promise<void>;
}

export interface LogOptions {
  /** Absolute. */
  readonly path: string;
  readonly level: LogLevel;
  /** Also on stderr, one line a record. */
  readonly verbose: boolean;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  /** Makes a text harmless for a terminal. */
  readonly sanitize: (text: string) => string;
  /** Called once, when the file can not be written. */
  readonly onBroken?: ((error: unknown) => void) | undefined;
}

/** Opens nothing until the first record of a kept level is written. */
export function createLog(
  host: Pick<Host, 'files' | 'clock' | 'stderr' | 'workingDirectory'>,
  options: LogOptions,
): Log {
  const least = LEVELS.indexOf(options.level);
  let tail: Promise<void> | undefined;
  let isBroken = false;
  const rule = linkRule(host.workingDirectory, options.path);
  const append = async (line: string) => {
    if (isBroken) return;
    try {
      await host.files.append(options.path, line, 0o600, rule);
    } catch (error) {
      // A read-only home must not break a run; the same records are on stderr with -v.
      isBroken = true;
      options.onBroken?.(error);
    }
  };
  const open = async () => {
    await append('');
    if (!isBroken) await rotate(host, options.path, rule);
  };
  return {
    write(record) {
      if (LEVELS.indexOf(record.level) < least) return;
      const text = options.redact(record.message);
      const fields =
        record.fields && JSON.stringify(record.fields, redactedStrings(options.redact));
      if (options.verbose) {
        const line = `[${record.level}] ${record.module}: ${text}${fields ? ` ${fields}` : ''}`;
        void host.stderr.write(`${options.sanitize(line)}\n`);
      }
      const entry = {
        time: new Date(host.clock.now()).toISOString(),
        level: record.level,
        module: record.module,
        message: text,
        ...(fields === undefined ? {} : { fields: JSON.parse(fields) as unknown }),
      };
      tail ??= open();
      tail = tail.then(() => append(`${JSON.stringify(entry)}\n`));
    },
    async close() {
      await tail;
    },
  };
}

function redactedStrings(redact: (text: string) => string) {
  return (_key: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
}

/** Keeps one older file once the log has grown to 10 MiB. */
async function rotate(host: Pick<Host, 'files'>, path: string, rule: WriteOptions): Promise<void> {
  try {
    const { sizeBytes } = await host.files.info(path);
    if (sizeBytes < ROTATE_BYTES) return;
    await host.files.writeAtomically(`${path}.1`, await host.files.read(path), 0o600, rule);
    await host.files.remove(path);
  } catch {
    // No log yet, or none that can be rotated: the first append will tell.
  }
}
