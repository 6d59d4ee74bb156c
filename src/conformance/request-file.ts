/** A completion request as a person writes it: the contract's messages in the JSON form of protobuf. */
import { type Field, fieldsOf } from '../protocol/codec/field.ts';
import { Role, SchemaType, Stability, ToolChoiceMode } from '../protocol/gen/wire-tables.ts';
import type { CompletionRequest } from './wire/wire-context.ts';

export type ReadRequest =
  | { readonly type: 'request'; readonly request: CompletionRequest }
  /** A clause that says where and what is wrong. */
  | { readonly type: 'fault'; readonly message: string };

type Fields = ReturnType<typeof fieldsOf>;

/** Enums that a request holds, by the name of their field, with the prefix of their names. */
const ENUMS: Readonly<Record<string, readonly [string, Readonly<Record<string, number>>]>> = {
  role: ['ROLE_', Role],
  type: ['SCHEMA_TYPE_', SchemaType],
  mode: ['TOOL_CHOICE_MODE_', ToolChoiceMode],
  stability: ['STABILITY_', Stability],
};

/** Names in `camelCase` or `snake_case`; bytes in base64; enums by name or number. */
export function readRequest(json: string): ReadRequest {
  try {
    const fields = fieldsOf('pluggableharness.model.v1.StreamCompletionRequest');
    // The tables hold the same names as the declarations.
    const request = messageOf(fields, JSON.parse(json), 'the request') as CompletionRequest;
    return { type: 'request', request };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: 'fault', message };
  }
}

function messageOf(fields: Fields, value: unknown, path: string): Record<string, unknown> {
  if (!isObject(value)) throw new TypeError(`${path} is no object`);
  const message: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = key.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
    const place = path === 'the request' ? key : `${path}.${key}`;
    const plain = fields.all.find((field) => field.name === name);
    const group = [...fields.groups].find(([, members]) => members.has(name));
    const member = group?.[1].get(name);
    if (plain) message[name] = fieldValue(plain, item, place);
    else if (group && member) {
      message[group[0]] = { case: name, value: single(member, item, place) };
    } else throw new TypeError(`${place} is no field of the contract`);
  }
  return message;
}

function fieldValue(field: Field, value: unknown, path: string): unknown {
  if (field.label === 'repeated') {
    if (!Array.isArray(value)) throw new TypeError(`${path} is no list`);
    return value.map((item, index) => single(field, item, `${path}[${index}]`));
  }
  if (field.label !== 'map') return single(field, value, path);
  if (!isObject(value)) throw new TypeError(`${path} is no object`);
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, single(field, item, `${path}.${key}`)]),
  );
}

function single({ name, value: type }: Field, value: unknown, path: string): unknown {
  if (type.type === 'message') return messageOf(type.fields(), value, path);
  if (type.type === 'struct') {
    if (isObject(value)) return value;
    throw new TypeError(`${path} is no object`);
  }
  const read = scalar(type.scalar, name, value);
  if (read === undefined) throw new TypeError(`${path} is no ${type.scalar}`);
  return read;
}

function scalar(kind: string, name: string, value: unknown): unknown {
  switch (kind) {
    case 'int64':
      return /^-?\d+$/.test(String(value)) ? BigInt(String(value)) : undefined;
    case 'bytes':
      return typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
    case 'enum':
      return typeof value === 'string' ? enumNumber(name, value) : numberOf(value);
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'string':
      return typeof value === 'string' ? value : undefined;
    default:
      return numberOf(value);
  }
}

function enumNumber(name: string, text: string): number | undefined {
  const [prefix, table] = ENUMS[name] ?? ['', {}];
  return table[text.startsWith(prefix) ? text.slice(prefix.length) : text];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
