/** Bytes of a session file → its records. What can not be read is counted, never fatal. */
import { isJsonObject } from './json-object.ts';
import { RECORD_VERSION } from './record.ts';

const TURN_END = '\n{"v":1,"type":"turn_end"';

/** A record as it was read: an object with a `type`, its other members not yet looked at. */
export type RawRecord = Readonly<Record<string, unknown>> & { readonly type: string };

export interface ReadRecords {
  readonly records: readonly RawRecord[];
  /** Where the last whole line ends. */
  readonly wholeBytes: number;
  /** Bytes of a line that was being written when its writer ended. */
  readonly tornBytes: number;
  /** Whole lines that are no record. */
  readonly unreadableLines: number;
  /** A later version of the program wrote here. */
  readonly isNewer: boolean;
}

const NEWLINE = 10;
/** Deltas are most of a file; those of a turn that has ended are needed for showing them only. */
const DELTA = /^\{"v":1,"type":"event","event":\{"type":"(?:text|thinking)_delta"/;

export interface ReadOptions {
  /** Leaves out the pieces of answers, but for those of a turn that has not ended. */
  readonly skipsDeltas?: boolean | undefined;
}

export function readRecords(bytes: Uint8Array, options: ReadOptions = {}): ReadRecords {
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1;
  const text = new TextDecoder().decode(bytes.subarray(0, wholeBytes));
  const records: RawRecord[] = [];
  let unreadableLines = 0;
  let isNewer = false;
  const ended = options.skipsDeltas === true ? text.lastIndexOf(TURN_END) : -1;
  let at = 0;
  for (const line of text.split('\n')) {
    const isSkipped = at < ended && DELTA.test(line);
    at += line.length + 1;
    if (line === '' || isSkipped) continue;
    const record = parseLine(line);
    if (record === undefined) unreadableLines += 1;
    else if (record === 'newer') isNewer = true;
    else records.push(record);
  }
  const tornBytes = bytes.length - wholeBytes;
  return { records, wholeBytes, tornBytes, unreadableLines, isNewer };
}

function parseLine(line: string): RawRecord | 'newer' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { v, type } = value;
  if (typeof v !== 'number' || typeof type !== 'string') return undefined;
  return v > RECORD_VERSION ? 'newer' : { ...value, type };
}
