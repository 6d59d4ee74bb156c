/** Field tables, compiled from their generated rows when a message type is first used. */
import { WIRE_TABLES } from '../gen/wire-tables.ts';
import type { FieldRow } from './field-row.ts';

export type Scalar = 'double' | 'int64' | 'int32' | 'uint32' | 'bool' | 'string' | 'bytes' | 'enum';

/** JSON on our side, whatever it is on the wire. */
const STRUCT = 'google.protobuf.Struct';

/** The wire types of protobuf that are in use. */
export const WIRE_TYPE = { varint: 0, bit64: 1, delimited: 2 } as const;

/** How one value of a field is read and written. */
export type FieldType =
  | { readonly type: 'scalar'; readonly scalar: Scalar; readonly wireType: number }
  | { readonly type: 'struct' }
  | { readonly type: 'message'; readonly fields: () => Fields };

export interface Field {
  readonly number: number;
  readonly name: string;
  readonly value: FieldType;
  readonly label: 'implicit' | 'optional' | 'repeated' | 'map' | 'oneof';
  /** With `oneof` only: the property that holds the chosen member. */
  readonly group: string;
}

export interface Fields {
  readonly typeName: string;
  readonly byNumber: ReadonlyMap<number, Field>;
  /** In the order of their numbers; members of a oneof by name below their group. */
  readonly all: readonly Field[];
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, Field>>;
}

const compiled = new Map<string, Fields>();

/** @throws Error - a name that is not in the contract. */
export function fieldsOf(typeName: string): Fields {
  const known = compiled.get(typeName);
  if (known) return known;
  const rows = WIRE_TABLES[typeName];
  if (!rows) throw new Error(`no message of the contract: ${typeName}`);
  const all = rows.map(compileField);
  const fields: Fields = {
    typeName,
    byNumber: new Map(all.map((field) => [field.number, field])),
    all: all.filter(({ label }) => label !== 'oneof'),
    groups: groupsOf(all),
  };
  compiled.set(typeName, fields);
  return fields;
}

function groupsOf(all: readonly Field[]): ReadonlyMap<string, ReadonlyMap<string, Field>> {
  const groups = new Map<string, Map<string, Field>>();
  for (const field of all) {
    if (field.label !== 'oneof') continue;
    const members = groups.get(field.group) ?? new Map<string, Field>();
    groups.set(field.group, members.set(field.name, field));
  }
  return groups;
}

function compileField([number, name, type, label = 'implicit']: FieldRow): Field {
  const value = fieldType(type);
  const [kind, group = ''] = label.split(':');
  switch (kind) {
    case 'optional':
    case 'repeated':
    case 'map':
    case 'oneof':
      return { number, name, value, label: kind, group };
    default:
      // A single message is present or absent, with a label or without.
      return {
        number,
        name,
        value,
        label: value.type === 'scalar' ? 'implicit' : 'optional',
        group,
      };
  }
}

const WIRE_TYPES: Readonly<Record<Scalar, number>> = {
  double: WIRE_TYPE.bit64,
  int64: WIRE_TYPE.varint,
  int32: WIRE_TYPE.varint,
  uint32: WIRE_TYPE.varint,
  bool: WIRE_TYPE.varint,
  enum: WIRE_TYPE.varint,
  string: WIRE_TYPE.delimited,
  bytes: WIRE_TYPE.delimited,
};

function fieldType(type: string): FieldType {
  if (type === STRUCT) return { type: 'struct' };
  if (isScalar(type)) return { type: 'scalar', scalar: type, wireType: WIRE_TYPES[type] };
  return { type: 'message', fields: () => fieldsOf(type) };
}

function isScalar(type: string): type is Scalar {
  return Object.hasOwn(WIRE_TYPES, type);
}
