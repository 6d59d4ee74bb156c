/** Bytes → plain objects, by the field tables. */
import { type Field, type Fields, type FieldType, type Scalar, WIRE_TYPE } from './field.ts';
import type { Reader } from './reader.ts';
import { eachField, readStruct } from './struct.ts';

type Plain = Record<string, unknown>;

/** Messages in one another; the contract itself nests a handful. */
const DEEPEST = 200;

/**
 * Reads up to `end`, into `message` when it is given. A known number with another wire type than
 * ours is another version's field: it is skipped like an unknown number, not misread.
 */
export function readMessage(
  reader: Reader,
  fields: Fields,
  end: number,
  message: Plain = emptyMessage(fields),
  depth = 0,
): Plain {
  if (depth > DEEPEST) throw new RangeError('messages nested too deep');
  eachField(reader, end, (number, wireType) => {
    const field = fields.byNumber.get(number);
    if (!field || !accepts(field, wireType)) return false;
    readField(reader, field, wireType, message, depth);
    return true;
  });
  return message;
}

/** With the value every field has that does not occur. */
function emptyMessage(fields: Fields): Plain {
  const message: Plain = { $typeName: fields.typeName };
  for (const { name, label, value } of fields.all) {
    if (label === 'repeated') message[name] = [];
    else if (label === 'map') message[name] = {};
    else if (label === 'implicit') message[name] = zeroOf(value);
  }
  for (const group of fields.groups.keys()) message[group] = { case: undefined };
  return message;
}

function accepts({ value, label }: Field, wireType: number): boolean {
  const isDelimited = wireType === WIRE_TYPE.delimited;
  if (label === 'map' || value.type !== 'scalar') return isDelimited;
  return wireType === value.wireType || (label === 'repeated' && isDelimited);
}

function readField(
  reader: Reader,
  field: Field,
  wireType: number,
  message: Plain,
  depth: number,
): void {
  const { name, value: type } = field;
  switch (field.label) {
    case 'repeated':
      // `emptyMessage` has put it there; so it is with the map below.
      readItems(reader, type, wireType, message[name] as unknown[], depth);
      return;
    case 'map':
      readEntry(reader, type, message[name] as Plain, depth);
      return;
    case 'oneof': {
      const before = message[field.group] as { case: string | undefined; value?: unknown };
      const merged = before.case === name ? before.value : undefined;
      message[field.group] = { case: name, value: readValue(reader, type, merged, depth) };
      return;
    }
    default:
      message[name] = readValue(reader, type, message[name], depth);
  }
}

/** Repeated numbers come packed or one by one. */
function readItems(
  reader: Reader,
  type: FieldType,
  wireType: number,
  items: unknown[],
  depth: number,
): void {
  const isPacked = type.type === 'scalar' && wireType !== type.wireType;
  if (!isPacked) {
    items.push(readValue(reader, type, undefined, depth));
    return;
  }
  const end = reader.delimitedEnd();
  while (reader.position < end) items.push(readScalar(reader, type.scalar));
  if (reader.position !== end) throw new RangeError('a list is longer than its place');
}

function readEntry(reader: Reader, type: FieldType, map: Plain, depth: number): void {
  let key = '';
  let value: unknown;
  const expected = type.type === 'scalar' ? type.wireType : WIRE_TYPE.delimited;
  eachField(reader, reader.delimitedEnd(), (number, wireType) => {
    if (number === 1 && wireType === WIRE_TYPE.delimited) key = reader.string();
    else if (number === 2 && wireType === expected) value = readValue(reader, type, value, depth);
    else return false;
    return true;
  });
  const entry = value ?? (type.type === 'message' ? emptyMessage(type.fields()) : zeroOf(type));
  // Defined and not assigned, so that a key called `__proto__` is a key like any other.
  Object.defineProperty(map, key, {
    value: entry,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** @param before - What the field holds already: messages that come in parts are merged. */
function readValue(reader: Reader, type: FieldType, before: unknown, depth: number): unknown {
  switch (type.type) {
    case 'message':
      return readMessage(
        reader,
        type.fields(),
        reader.delimitedEnd(),
        before as Plain | undefined,
        depth + 1,
      );
    case 'struct':
      return { ...(before as Plain | undefined), ...readStruct(reader, reader.delimitedEnd()) };
    default:
      return readScalar(reader, type.scalar);
  }
}

function readScalar(reader: Reader, scalar: Scalar): unknown {
  switch (scalar) {
    case 'string':
      return reader.string();
    case 'bytes':
      return reader.bytes();
    case 'int64':
      return reader.int64();
    case 'double':
      return reader.double();
    case 'bool':
      return reader.int64() !== 0n;
    case 'uint32':
      return reader.uint32();
    default:
      return reader.uint32() | 0;
  }
}

function zeroOf(type: FieldType): unknown {
  if (type.type !== 'scalar') return undefined;
  switch (type.scalar) {
    case 'string':
      return '';
    case 'bytes':
      return new Uint8Array();
    case 'int64':
      return 0n;
    case 'bool':
      return false;
    default:
      return 0;
  }
}
