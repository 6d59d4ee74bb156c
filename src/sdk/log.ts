/** Log records on stderr, one JSON object a line, in the form the launcher library reads. */
import type { Redact } from '../protocol/redact.ts';
import { limitUtf8 } from '../protocol/utf8-limit.ts';
import type { Log } from './provider.ts';

/** Hosts cut a line at 64 KiB, and cut JSON is no JSON. */
const TEXT_BYTES = 8192;
const FIELDS_BYTES = 32_768;

export interface LogSetup {
  /** Logger name. */
  readonly module: string;
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly redact: Redact;
}

/** Makes the log of one process. Secrets are removed from messages and fields. */
export function createLog({ module, write, now, redact }: LogSetup): Log {
  return (level, message, fields = {}) => {
    const record = {
      '@level': level,
      '@message': limitUtf8(redact(message), TEXT_BYTES),
      '@module': module,
      '@timestamp': microseconds(now()),
      ...cleaned(fields, redact),
    };
    write(`${JSON.stringify(record)}\n`);
  };
}

/** Hosts parse exactly six fractional digits; a millisecond form degrades the record to plain text. */
function microseconds(nowMs: number): string {
  return new Date(nowMs).toISOString().replace('Z', '000Z');
}

type Fields = NonNullable<Parameters<Log>[2]>;

function cleaned(fields: Fields, redact: Redact): Fields {
  let restBytes = FIELDS_BYTES;
  const entries = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? limitUtf8(redact(value), restBytes) : value;
    restBytes -= typeof text === 'string' ? Buffer.byteLength(text) : 0;
    // A name of the record's own would replace it, and a wrong type there can end a host.
    return [name.startsWith('@') ? `_${name.slice(1)}` : name, text] as const;
  });
  return Object.fromEntries(entries);
}
