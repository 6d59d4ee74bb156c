/** A child's stderr as bounded log lines; its last lines are kept for a crash report. */
import { opensPanic, type PluginLogger, parseLogLine } from './plugin-log.ts';

/** The launcher's own limit; the rest of a longer line is dropped. */
const LINE_LIMIT_BYTES = 65_536;
const TAIL_LINES = 10;
const TAIL_LINE_CHARACTERS = 400;
const LINE_FEED = 0x0a;

/** Turns chunks of bytes into log records. Holds at most one line and the tail. */
export interface LogLines {
  push(chunk: Uint8Array): void;
  /** Delivers an unfinished last line. */
  end(): void;
  /** The last lines, oldest first, each cut to a readable length. */
  tail(): readonly string[];
}

export function logLines(provider: string, log: PluginLogger): LogLines {
  const tail: string[] = [];
  let isPanic = false;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;

  function add(part: Uint8Array): void {
    const kept = part.subarray(0, LINE_LIMIT_BYTES - pendingBytes);
    if (kept.length === 0) return;
    pending.push(kept);
    pendingBytes += kept.length;
  }

  function flush(): void {
    const line = Buffer.concat(pending).toString('utf8').trimEnd();
    pending = [];
    pendingBytes = 0;
    if (line === '') return;
    isPanic ||= opensPanic(line);
    const record = parseLogLine(provider, line, isPanic);
    if (tail.length === TAIL_LINES) tail.shift();
    tail.push(record.message.slice(0, TAIL_LINE_CHARACTERS));
    log(record);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        add(chunk.subarray(start, end));
        flush();
        start = end + 1;
      }
      add(chunk.subarray(start));
    },
    end: flush,
    tail: () => [...tail],
  };
}

/** A child's stderr while it is read. */
export interface StderrLog {
  tail(): readonly string[];
  /** Resolves when every holder of the pipe has closed it. Never rejects. */
  readonly finished: Promise<void>;
}

/** Reads a child's stderr to its end, so that the child never waits for us. */
export function readStderr(
  stderr: AsyncIterable<Uint8Array>,
  provider: string,
  log: PluginLogger,
): StderrLog {
  const lines = logLines(provider, log);
  return { tail: () => lines.tail(), finished: readAll(stderr, lines) };
}

async function readAll(stderr: AsyncIterable<Uint8Array>, lines: LogLines): Promise<void> {
  for await (const chunk of stderr) lines.push(chunk);
  lines.end();
}
