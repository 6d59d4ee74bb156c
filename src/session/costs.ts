/** Sums of what was stored: exact, since what was paid must add up. */
import type { JsonObject } from '../protocol/json.ts';
import type { UsageJson } from './record.ts';

/** Decimals of a dollar that are kept in a sum. */
const DECIMALS = 18;

/**
 * Adds amounts of US dollars without the drift of binary fractions.
 *
 * @returns `null` as soon as one part is not known.
 */
export function addUsd(parts: Iterable<number | null>): number | null {
  let sum = 0n;
  for (const part of parts) {
    if (part === null) return null;
    sum += toUnits(part);
  }
  return Number(`${sum}e-${DECIMALS}`);
}

/** The amount in units of 10⁻¹⁸: its shortest decimal text says what was meant. */
function toUnits(amount: number): bigint {
  const [mantissa = '0', exponent = '0'] = String(amount).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}

const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const;

/** A counter that no part has stays absent. */
export function addUsage(parts: Iterable<UsageJson>): UsageJson {
  const all = [...parts];
  const entries = COUNTERS.flatMap((name) => {
    const known = all.map((usage) => usage[name]).filter((value) => value !== undefined);
    return known.length === 0 ? [] : [[name, known.reduce((sum, value) => sum + value, 0)]];
  });
  return Object.fromEntries(entries);
}

/** The counters as JSON, without those that are absent. */
export function usageObject(usage: UsageJson): JsonObject {
  return Object.fromEntries(
    COUNTERS.flatMap((name) => {
      const count = usage[name];
      return count === undefined ? [] : [[name, count]];
    }),
  );
}

/** What of a foreign value is a usage. */
export function usageOf(value: unknown): UsageJson {
  if (typeof value !== 'object' || value === null) return {};
  const given: Readonly<Record<string, unknown>> = { ...value };
  return Object.fromEntries(
    COUNTERS.flatMap((name) => {
      const count = given[name];
      return typeof count === 'number' && Number.isFinite(count) ? [[name, count]] : [];
    }),
  );
}
