/** Messages of the contract as typed handles, and the two functions that take one. */
import type { Message, JsonObject as WireJsonObject } from '@bufbuild/protobuf';
import type { JsonObject } from '../json.ts';
import { readMessage } from './decode.ts';
import { writeMessage } from './encode.ts';
import { fieldsOf } from './field.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

/** What may be sent as a message: a field that is left out or `undefined` is not sent. */
export type WireInit<T> = {
  readonly [P in keyof T as P extends '$typeName' | '$unknown' ? never : P]?:
    | ValueInit<T[P]>
    | undefined;
};

type ValueInit<V> = V extends Uint8Array | bigint | boolean | string | number
  ? V
  : V extends Message
    ? WireInit<V>
    : V extends readonly (infer Item)[]
      ? readonly ValueInit<Item>[]
      : V extends { readonly case: infer Case extends string; readonly value: infer Member }
        ? { readonly case: Case; readonly value: ValueInit<Member> }
        : WireJsonObject extends V
          ? JsonObject
          : V extends Readonly<Record<string, infer Item>>
            ? Readonly<Record<string, ValueInit<Item>>>
            : V;

/** A message type by name; the type parameter is that of the generated declarations. */
export interface MessageType<T extends Message> {
  readonly typeName: T['$typeName'];
}

export function messageType<T extends Message>(typeName: T['$typeName']): MessageType<T> {
  return { typeName };
}

/** Bytes that are no message of this type, most often because two contract versions differ. */
export class UnreadableMessage extends Error {
  constructor(typeName: string, cause: unknown) {
    super(`not a readable ${typeName}; the other side may be built against another contract`, {
      cause,
    });
    this.name = 'UnreadableMessage';
  }
}

/** @throws RangeError - a oneof member that the contract does not have. */
export function encode<T extends Message>(type: MessageType<T>, message: WireInit<T>): Buffer {
  const writer = new Writer();
  // The tables hold the same names as the declarations; a test compares the two.
  writeMessage(writer, fieldsOf(type.typeName), message as Readonly<Record<string, unknown>>);
  return writer.finish();
}

/** @throws UnreadableMessage - the bytes are cut or are no protobuf at all. */
export function decode<T extends Message>(type: MessageType<T>, bytes: Uint8Array): T {
  try {
    const fields = fieldsOf(type.typeName);
    // Read by the table of that very name.
    return readMessage(new Reader(bytes), fields, bytes.byteLength) as unknown as T;
  } catch (cause) {
    throw new UnreadableMessage(type.typeName, cause);
  }
}
