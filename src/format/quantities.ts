/** Figures as people read them (`cli` §8). */

/** Marks a figure that was estimated. */
export interface QuantityOptions {
  readonly isEstimate?: boolean | undefined;
}

/** Tokens: `950`, `12.3k`, `1.2M`; `~` in front of an estimate. */
export function formatTokens(tokens: number, options?: QuantityOptions): string {
  return mark(options) + scaleTokens(tokens);
}

function scaleTokens(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens));
  // 999,950 and above would round to "1000k".
  if (tokens < 999_950) return `${oneDecimal(tokens / 1_000)}k`;
  return `${oneDecimal(tokens / 1_000_000)}M`;
}

function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/**
 * US dollars: two decimals, below a cent four significant digits (`$0.0042`).
 *
 * @param costUsd - `undefined` when any part of it is unknown; shown as `n/a`, never as 0.
 */
export function formatCost(costUsd: number | undefined, options?: QuantityOptions): string {
  if (costUsd === undefined) return 'n/a';
  if (costUsd === 0) return `${mark(options)}$0`;
  if (costUsd >= 0.01) return `${mark(options)}$${costUsd.toFixed(2)}`;
  return `${mark(options)}$${fourDigits(costUsd)}`;
}

/** Four significant digits without exponent and without closing zeros. */
function fourDigits(value: number): string {
  const decimals = Math.min(100, 3 - Math.floor(Math.log10(value)));
  return value.toFixed(decimals).replace(/\.?0+$/, '');
}

/** Durations: `800ms`, `4.2s`, `1m 12s`, `2h 5m`, `3d 4h`. Negative ones count as zero. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.max(0, Math.round(durationMs))}ms`;
  if (durationMs < 9_950) return `${oneDecimal(durationMs / 1_000)}s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return pair(seconds, 60, 'm', 1, 's');
  if (seconds < 86_400) return pair(seconds, 3_600, 'h', 60, 'm');
  return pair(seconds, 86_400, 'd', 3_600, 'h');
}

function pair(seconds: number, large: number, unit: string, small: number, rest: string): string {
  const remainder = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)}${unit}${remainder > 0 ? ` ${remainder}${rest}` : ''}`;
}

/** A percentage of 0 to 100 without decimals; a rest never reads as 0, a part never as 100. */
export function formatPercent(percent: number): string {
  if (percent > 0 && percent < 1) return '<1%';
  if (percent > 99 && percent < 100) return '>99%';
  return `${Math.round(percent)}%`;
}

/** Local time of day, `14:05:09`. */
export function formatLocalTime(epochMs: number): string {
  const date = new Date(epochMs);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Local date and time, `2026-01-31 14:05`; as given when it is no time. */
export function formatLocalMoment(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  const [year, ...rest] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const day = [year, ...rest.map((part) => String(part).padStart(2, '0'))].join('-');
  return `${day} ${formatLocalTime(date.getTime()).slice(0, 5)}`;
}

/**
 * RFC 3339 in UTC without fractional zeros: `2026-01-31T10:00:00Z`, `2026-01-31T10:00:00.5Z`.
 *
 * @returns `undefined` for a moment no calendar can hold.
 */
export function formatTimestamp(epochMs: number): string | undefined {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().replace(/\.?0*Z$/, 'Z');
}

function mark(options: QuantityOptions | undefined): string {
  return options?.isEstimate === true ? '~' : '';
}
