/** Small values on their way out. A value that has no form on the wire is our own fault: it throws. */
import { create, type JsonObject as WireJsonObject } from '@bufbuild/protobuf';
import {
  type Duration,
  DurationSchema,
  type Timestamp,
  TimestampSchema,
} from '@bufbuild/protobuf/wkt';
import type { JsonObject } from '../json.ts';

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Leaves out properties that are `undefined`, which is what "absent" is on the wire. */
export function present<T extends object>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The filter above is exactly what the type says.
  return Object.fromEntries(entries) as Present<T>;
}

/** @throws RangeError - not a whole number that is exact in both forms. */
export function int64(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return BigInt(value);
}

export function optionalInt64(value: number | undefined): bigint | undefined {
  return value === undefined ? undefined : int64(value);
}

export function timestamp(milliseconds: number | undefined): Timestamp | undefined {
  if (milliseconds === undefined) return undefined;
  const wholeMs = Math.floor(milliseconds);
  const seconds = Math.floor(wholeMs / 1000);
  const nanos = (wholeMs - seconds * 1000) * 1_000_000;
  return create(TimestampSchema, { seconds: int64(seconds), nanos });
}

/** Milliseconds are rounded up: nobody comes back a moment too early. */
export function duration(milliseconds: number | undefined): Duration | undefined {
  if (milliseconds === undefined) return undefined;
  const wholeMs = Math.ceil(milliseconds);
  const seconds = Math.trunc(wholeMs / 1000);
  const nanos = (wholeMs - seconds * 1000) * 1_000_000;
  return create(DurationSchema, { seconds: int64(seconds), nanos });
}

/** The codec's JSON type is mutable, though it only reads. */
export function struct(json: JsonObject): WireJsonObject {
  return json as WireJsonObject;
}
