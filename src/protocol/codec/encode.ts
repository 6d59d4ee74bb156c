/** Plain objects → bytes, by the field tables. */
import type { JsonObject } from '../json.ts';
import { type Field, type Fields, type FieldType, WIRE_TYPE } from './field.ts';
import { writeStruct } from './struct.ts';
import type { Writer } from './writer.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Writes every field that is set; what is absent needs no bytes. */
export function writeMessage(writer: Writer, fields: Fields, message: Plain): void {
  for (const field of fields.all) {
    const value = message[field.name];
    if (value !== undefined) writeField(writer, field, value);
  }
  for (const [group, members] of fields.groups) {
    const chosen = message[group];
    if (!isChoice(chosen)) continue;
    const field = members.get(chosen.case);
    if (!field) throw new RangeError(`no member of ${fields.typeName}.${group}: ${chosen.case}`);
    writeValue(writer, field, chosen.value);
  }
}

function isChoice(value: unknown): value is { readonly case: string; readonly value: unknown } {
  return typeof value === 'object' && value !== null && 'case' in value && value.case !== undefined;
}

/** The types of the tables are those of the generated code, which the compiler has checked. */
function writeField(writer: Writer, field: Field, value: unknown): void {
  switch (field.label) {
    case 'repeated':
      writeList(writer, field, value as readonly unknown[]);
      return;
    case 'map':
      writeMap(writer, field, value as Plain);
      return;
    case 'implicit':
      if (!isZero(value)) writeValue(writer, field, value);
      return;
    default:
      writeValue(writer, field, value);
  }
}

function isZero(value: unknown): boolean {
  if (value instanceof Uint8Array) return value.byteLength === 0;
  return value === 0 || value === 0n || value === '' || value === false;
}

function writeList(writer: Writer, field: Field, items: readonly unknown[]): void {
  const { value: type } = field;
  if (type.type !== 'scalar' || type.wireType === WIRE_TYPE.delimited) {
    for (const item of items) writeValue(writer, field, item);
  } else if (items.length > 0) {
    writer.tag(field.number, WIRE_TYPE.delimited);
    writer.delimited(() => {
      for (const item of items) writeBare(writer, type, item);
    });
  }
}

function writeMap(writer: Writer, field: Field, map: Plain): void {
  for (const [key, value] of Object.entries(map)) {
    writer.tag(field.number, WIRE_TYPE.delimited);
    writer.delimited(() => {
      writer.tag(1, WIRE_TYPE.delimited);
      writer.string(key);
      writeValue(writer, { ...field, number: 2 }, value);
    });
  }
}

function writeValue(writer: Writer, { number, value: type }: Field, value: unknown): void {
  writer.tag(number, type.type === 'scalar' ? type.wireType : WIRE_TYPE.delimited);
  writeBare(writer, type, value);
}

function writeBare(writer: Writer, type: FieldType, value: unknown): void {
  switch (type.type) {
    case 'message':
      writer.delimited(() => writeMessage(writer, type.fields(), value as Plain));
      return;
    case 'struct':
      writer.delimited(() => writeStruct(writer, value as JsonObject));
      return;
    default:
      writeScalar(writer, type.scalar, value);
  }
}

function writeScalar(
  writer: Writer,
  scalar: Extract<FieldType, { type: 'scalar' }>['scalar'],
  value: unknown,
): void {
  switch (scalar) {
    case 'string':
      writer.string(value as string);
      return;
    case 'bytes':
      writer.bytes(value as Uint8Array);
      return;
    case 'int64':
      writer.varint64(value as bigint);
      return;
    case 'double':
      writer.double(value as number);
      return;
    case 'bool':
      writer.varint(value ? 1 : 0);
      return;
    default:
      writeInteger(writer, value as number);
  }
}

/** A negative 32-bit number travels as one of 64 bits. */
function writeInteger(writer: Writer, value: number): void {
  if (value < 0) writer.varint64(BigInt(value));
  else writer.varint(value);
}
