/** Small values on their way out. A value that has no form on the wire is our own fault: it throws. */
import type { Duration, Timestamp } from '@bufbuild/protobuf/wkt';
import type { WireInit } from '../codec/message-type.ts';

/** @throws RangeError - not a whole number that is exact in both forms. */
export function int64(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return BigInt(value);
}

export function optionalInt64(value: number | undefined): bigint | undefined {
  return value === undefined ? undefined : int64(value);
}

export function timestamp(milliseconds: number | undefined): WireInit<Timestamp> | undefined {
  if (milliseconds === undefined) return undefined;
  const wholeMs = Math.floor(milliseconds);
  const seconds = Math.floor(wholeMs / 1000);
  const nanos = (wholeMs - seconds * 1000) * 1_000_000;
  return { seconds: int64(seconds), nanos };
}

/** Milliseconds are rounded up: nobody comes back a moment too early. */
export function duration(milliseconds: number | undefined): WireInit<Duration> | undefined {
  if (milliseconds === undefined) return undefined;
  const wholeMs = Math.ceil(milliseconds);
  const seconds = Math.trunc(wholeMs / 1000);
  const nanos = (wholeMs - seconds * 1000) * 1_000_000;
  return { seconds: int64(seconds), nanos };
}
