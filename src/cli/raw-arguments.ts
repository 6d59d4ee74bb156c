/** Reads single values of what yargs parsed; one that can not be used is a usage error. */
import { parseDuration } from './duration.ts';

/** What yargs hands to a command. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** The command line is wrong; the message says what and what would be right. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The words of the command line, without the name of the command itself. */
export function words(raw: RawArguments, command: string): readonly string[] {
  const all = texts(raw, '_');
  return all[0] === command ? all.slice(1) : all;
}

/** A flag given twice counts with its last value. */
export function text(raw: RawArguments, name: string): string | undefined {
  const value = raw[name];
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return last === undefined ? undefined : String(last);
}

export function texts(raw: RawArguments, name: string): readonly string[] {
  const value = raw[name];
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}

export function flag(raw: RawArguments, name: string): boolean {
  const value = raw[name];
  return (Array.isArray(value) ? value.at(-1) : value) === true;
}

/** yargs has already checked the choices. */
export function choice<T extends string>(raw: RawArguments, name: string, fallback: T): T {
  return (text(raw, name) as T | undefined) ?? fallback;
}

/** Milliseconds. */
export function duration(raw: RawArguments, name: string): number | undefined {
  const given = text(raw, name);
  const durationMs = given === undefined ? undefined : parseDuration(given);
  if (given !== undefined && durationMs === undefined) {
    throw new UsageError(`--${name} takes a duration such as 90s, 5m or 1h30m, not "${given}"`);
  }
  return durationMs;
}

export function number(raw: RawArguments, name: string, least: number): number | undefined {
  const given = text(raw, name);
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (!Number.isFinite(value) || value < least) {
    const range = least === Number.MIN_VALUE ? 'above 0' : `of at least ${least}`;
    throw new UsageError(`--${name} takes a number ${range}, not "${given}"`);
  }
  return value;
}

export function integer(raw: RawArguments, name: string, least: number): number | undefined {
  const value = number(raw, name, least);
  if (value !== undefined && !Number.isSafeInteger(value)) {
    throw new UsageError(`--${name} takes a whole number, not "${text(raw, name)}"`);
  }
  return value;
}
