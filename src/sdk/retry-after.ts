import { parseDuration } from './duration.ts';

/** Header names in lower case, as `HttpResponse` has them. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** A longer wait is no advice but a mistake, or a quota that is spent. */
const MAX_DELAY_MS = 24 * 3_600_000;

const DECIMAL = /^\d+(?:\.\d+)?$/;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d/;

/**
 * Reads how long a vendor asks us to wait: `retry-after-ms`, then `retry-after` in seconds or as an
 * HTTP date (`error-taxonomy` §5).
 *
 * @param nowMs - When the response arrived, milliseconds since the epoch; its own `date` header
 *   wins, because the two clocks may differ.
 * @returns Milliseconds above zero and at most 24 h; `undefined` when absent, zero or unreadable.
 */
export function parseRetryAfter(headers: HttpHeaders, nowMs: number): number | undefined {
  return (
    usableDelay(decimal(headers['retry-after-ms'])) ??
    usableDelay(secondsOrDate(headers['retry-after'], headers['date'], nowMs))
  );
}

/**
 * Reads a delay from an error body: a duration such as `34.4s`, or a number of seconds.
 *
 * @returns As `parseRetryAfter`.
 */
export function parseRetryDelay(value: string | number | undefined): number | undefined {
  if (typeof value === 'number') return usableDelay(value * 1000);
  if (value === undefined) return undefined;
  const seconds = decimal(value);
  return usableDelay(seconds === undefined ? parseDuration(value) : seconds * 1000);
}

function usableDelay(delayMs: number | undefined): number | undefined {
  return delayMs !== undefined && delayMs > 0 && delayMs <= MAX_DELAY_MS ? delayMs : undefined;
}

function decimal(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  return DECIMAL.test(trimmed) ? Number(trimmed) : undefined;
}

function secondsOrDate(
  text: string | undefined,
  serverDate: string | undefined,
  nowMs: number,
): number | undefined {
  const seconds = decimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const until = httpDate(text);
  return until === undefined ? undefined : until - (httpDate(serverDate) ?? nowMs);
}

/** `Date.parse` alone would take many texts for a date that are none. */
function httpDate(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  const time = HTTP_DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
