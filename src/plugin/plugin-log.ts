/** Log records of provider processes, on their way to whoever keeps them. */

export type PluginLogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/** One record. Foreign text, not yet safe for a terminal; the caller also redacts. */
export interface PluginLogRecord {
  /** Local name of the provider. */
  readonly provider: string;
  readonly level: PluginLogLevel;
  readonly message: string;
  /** The provider's own name for the logger. */
  readonly module?: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type PluginLogger = (record: PluginLogRecord) => void;

const LEVELS: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error'];
const TAGGED_LINE = /^\[(TRACE|DEBUG|INFO|WARN|ERROR)\]/;

/**
 * Reads one line as the launcher's JSON record, else as plain text.
 *
 * @param isPanic - A Go program has begun to print its crash: plain lines are errors from then on.
 */
export function parseLogLine(provider: string, line: string, isPanic: boolean): PluginLogRecord {
  return parseJsonRecord(provider, line) ?? plainRecord(provider, line, isPanic);
}

/** Whether a line opens a Go program's crash report. */
export function opensPanic(line: string): boolean {
  return line.startsWith('panic: ') || line.startsWith('fatal error: ');
}

function parseJsonRecord(provider: string, line: string): PluginLogRecord | undefined {
  const parsed = parseObject(line);
  if (parsed === undefined) return undefined;
  const { '@level': level, '@message': message, '@module': module, ...rest } = parsed;
  const { '@timestamp': _timestamp, ...fields } = rest;
  if (typeof message !== 'string' || !isLevel(level)) return undefined;
  return {
    provider,
    level,
    message,
    module: typeof module === 'string' ? module : undefined,
    fields,
  };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined; // a line of text that begins with a brace
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainRecord(provider: string, line: string, isPanic: boolean): PluginLogRecord {
  const tag = TAGGED_LINE.exec(line)?.[1]?.toLowerCase();
  const level = isLevel(tag) ? tag : isPanic ? 'error' : 'debug';
  return { provider, level, message: line, fields: {} };
}

function isLevel(value: unknown): value is PluginLogLevel {
  return typeof value === 'string' && LEVELS.includes(value);
}
