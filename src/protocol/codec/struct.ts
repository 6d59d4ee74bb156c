/** google.protobuf.Struct, which is a JSON object on our side. */
import type { JsonObject, JsonValue } from '../json.ts';
import { WIRE_TYPE } from './field.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

const { varint, bit64, delimited } = WIRE_TYPE;

/** Objects and lists in one another; deeper ones would only serve to exhaust the stack. */
const DEEPEST = 200;

/** @throws RangeError - JSON nested beyond all reason. */
export function writeStruct(writer: Writer, json: JsonObject, depth = 0): void {
  checkDepth(depth);
  for (const [name, value] of Object.entries(json)) {
    writer.tag(1, delimited);
    writer.delimited(() => {
      writer.tag(1, delimited);
      writer.string(name);
      writer.tag(2, delimited);
      writer.delimited(() => writeValue(writer, value, depth));
    });
  }
}

function writeValue(writer: Writer, value: JsonValue, depth: number): void {
  switch (typeof value) {
    case 'number':
      writer.tag(2, bit64);
      writer.double(value);
      return;
    case 'string':
      writer.tag(3, delimited);
      writer.string(value);
      return;
    case 'boolean':
      writer.tag(4, varint);
      writer.varint(value ? 1 : 0);
      return;
    default:
      writeNested(writer, value, depth + 1);
  }
}

function writeNested(
  writer: Writer,
  value: JsonObject | readonly JsonValue[] | null,
  depth: number,
): void {
  checkDepth(depth);
  if (value === null) {
    writer.tag(1, varint);
    writer.varint(0);
  } else if (isList(value)) {
    writer.tag(6, delimited);
    writer.delimited(() => {
      for (const item of value) {
        writer.tag(1, delimited);
        writer.delimited(() => writeValue(writer, item, depth));
      }
    });
  } else {
    writer.tag(5, delimited);
    writer.delimited(() => writeStruct(writer, value, depth));
  }
}

function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Reads up to `end`. Keys are defined, so that one called `__proto__` is a key like any other. */
export function readStruct(reader: Reader, end: number, depth = 0): JsonObject {
  checkDepth(depth);
  const entries: [string, JsonValue][] = [];
  eachField(reader, end, (number, wireType) => {
    if (number !== 1 || wireType !== delimited) return false;
    entries.push(readEntry(reader, reader.delimitedEnd(), depth));
    return true;
  });
  return Object.fromEntries(entries);
}

function readEntry(reader: Reader, end: number, depth: number): [string, JsonValue] {
  let name = '';
  let value: JsonValue = null;
  eachField(reader, end, (number, wireType) => {
    if (wireType !== delimited || number > 2) return false;
    if (number === 1) name = reader.string();
    else value = readValue(reader, reader.delimitedEnd(), depth);
    return true;
  });
  return [name, value];
}

function readValue(reader: Reader, end: number, depth: number): JsonValue {
  let value: JsonValue = null;
  eachField(reader, end, (number, wireType) => {
    switch (number * 8 + wireType) {
      case 1 * 8 + varint:
        reader.uint32();
        value = null;
        return true;
      case 2 * 8 + bit64:
        value = reader.double();
        return true;
      case 3 * 8 + delimited:
        value = reader.string();
        return true;
      case 4 * 8 + varint:
        value = reader.int64() !== 0n;
        return true;
      case 5 * 8 + delimited:
        value = readStruct(reader, reader.delimitedEnd(), depth + 1);
        return true;
      case 6 * 8 + delimited:
        value = readList(reader, reader.delimitedEnd(), depth + 1);
        return true;
      default:
        return false;
    }
  });
  return value;
}

function readList(reader: Reader, end: number, depth: number): readonly JsonValue[] {
  checkDepth(depth);
  const items: JsonValue[] = [];
  eachField(reader, end, (number, wireType) => {
    if (number !== 1 || wireType !== delimited) return false;
    items.push(readValue(reader, reader.delimitedEnd(), depth));
    return true;
  });
  return items;
}

function checkDepth(depth: number): void {
  if (depth > DEEPEST) throw new RangeError(`JSON nested deeper than ${DEEPEST} levels`);
}

/** Calls `read` for each field up to `end`; a field it does not take is skipped. */
export function eachField(
  reader: Reader,
  end: number,
  read: (number: number, wireType: number) => boolean,
): void {
  while (reader.position < end) {
    const tag = reader.uint32();
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (number === 0) throw new RangeError('a field without a number');
    if (!read(number, wireType)) reader.skip(wireType);
  }
  if (reader.position !== end) throw new RangeError('a nested message is longer than its place');
}
