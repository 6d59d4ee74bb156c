import type { RateLimitKind, RateLimitSnapshot } from '../protocol/rate-limit.ts';
import { parseDuration } from './duration.ts';
import type { HttpHeaders } from './retry-after.ts';

/**
 * How a vendor names its headers: `{field}` stands for `limit`, `remaining` or `reset`, `{bucket}`
 * for the budget's name, as in `x-ratelimit-{field}-{bucket}`. Without `{bucket}` there is one
 * budget, which has no name.
 */
export type RateLimitPattern = string;

/** Numbers from here are points in time, not delays: seconds, and milliseconds, since the epoch. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e11;

/**
 * Reads every budget a response publishes, in the order of its headers. Nothing is derived: a
 * figure that is absent, negative or unreadable stays absent, and a budget without any is none.
 *
 * @param nowMs - When the response arrived (`HttpResponse.receivedAtMs`), for resets that count
 *   from then.
 */
export function rateLimitsFromHeaders(
  headers: HttpHeaders,
  nowMs: number,
  patterns: readonly RateLimitPattern[],
): readonly RateLimitSnapshot[] {
  return patterns.flatMap((pattern) => {
    const buckets = new Map<string, RateLimitSnapshot>();
    for (const [name, value] of Object.entries(headers)) {
      const match = matcher(pattern).exec(name)?.groups;
      if (match === undefined) continue;
      const { field = '', bucket = '' } = match;
      const figure = readFigure(field, value, nowMs);
      if (figure !== undefined) {
        buckets.set(bucket, { ...(buckets.get(bucket) ?? newSnapshot(bucket)), ...figure });
      }
    }
    return [...buckets.values()];
  });
}

/** The kind of a budget by the vendor's name for it (`model-protocol` §5.3). */
export function rateLimitKind(bucket: string): RateLimitKind {
  if (/token/i.test(bucket)) {
    if (/input/i.test(bucket)) return 'input_tokens';
    return /output/i.test(bucket) ? 'output_tokens' : 'tokens';
  }
  return /credit/i.test(bucket) ? 'credits' : 'requests';
}

/**
 * Reads when a budget is full again: an RFC 3339 time, epoch seconds or milliseconds, a duration
 * such as `6m0s`, or a number of seconds from now.
 *
 * @returns Milliseconds since the epoch; `undefined` when negative or unreadable.
 */
export function parseReset(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number >= EPOCH_MS) return number;
    return number >= EPOCH_SECONDS ? number * 1000 : nowMs + number * 1000;
  }
  if (/^\d{4}-\d{2}-\d{2}[Tt ]/.test(text)) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : time;
  }
  const duration = parseDuration(text);
  return duration === undefined ? undefined : nowMs + duration;
}

const matchers = new Map<RateLimitPattern, RegExp>();

function matcher(pattern: RateLimitPattern): RegExp {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const source = pattern
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace('{field}', '(?<field>limit|remaining|reset)')
    .replace('{bucket}', '(?<bucket>.+)');
  const made = new RegExp(`^${source}$`);
  matchers.set(pattern, made);
  return made;
}

function newSnapshot(bucket: string): RateLimitSnapshot {
  return bucket === '' ? { kind: 'requests' } : { kind: rateLimitKind(bucket), limitId: bucket };
}

function readFigure(
  field: string,
  value: string,
  nowMs: number,
): Partial<RateLimitSnapshot> | undefined {
  if (field === 'reset') {
    const resetAtMs = parseReset(value, nowMs);
    return resetAtMs === undefined ? undefined : { resetAtMs };
  }
  const count = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(count)) return undefined;
  return field === 'limit' ? { limit: count } : { remaining: count };
}
