/** Small values on their way in; each either has an exact meaning or is refused with its place. */
import type { Duration, Timestamp } from '@bufbuild/protobuf/wkt';
import type { EnumTable } from '../wire-enums.ts';
import { refuse } from './fault.ts';

/** Reads a counter or size exactly; a lossy one would be a wrong one. */
export function safeInteger(value: bigint, path: string): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : refuse(path, `is out of range: ${value}`);
}

export function optionalInteger(value: bigint | undefined, path: string): number | undefined {
  return value === undefined ? undefined : safeInteger(value, path);
}

/** @returns Milliseconds since the epoch. */
export function milliseconds(time: Timestamp | undefined, path: string): number | undefined {
  if (!time) return undefined;
  const value = safeInteger(time.seconds, path) * 1000 + Math.floor(time.nanos / 1_000_000);
  return Number.isSafeInteger(value) ? value : refuse(path, `is out of range: ${time.seconds} s`);
}

/**
 * Reads a wait, which is advice: one of zero, less or beyond all reason is as good as none.
 *
 * @returns Milliseconds, rounded up.
 */
export function positiveDelay(wait: Duration | undefined): number | undefined {
  if (!wait) return undefined;
  const value = Number(wait.seconds) * 1000 + Math.ceil(wait.nanos / 1_000_000);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Reads an enum whose every value matters: neither an unset one nor one of a later contract will do. */
export function requiredName<Name extends string>(
  table: EnumTable<Name, number>,
  value: number,
  path: string,
): Name {
  if (value === 0) return refuse(path, 'is not set');
  return table.nameOf(value) ?? refuse(path, `has the unknown value ${value}`);
}

/** Reads a list of enums: an unset one is refused, one of a later contract is passed over. */
export function knownNames<Name extends string>(
  table: EnumTable<Name, number>,
  values: readonly number[],
  path: string,
): readonly Name[] {
  return values.flatMap((value, index) => {
    if (value === 0) return refuse(`${path}[${index}]`, 'is not set');
    return table.nameOf(value) ?? [];
  });
}

/** An unset repeated field and an empty one are the same on the wire. */
export function unlessEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}
