const DURATION = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/;

/**
 * Reads a duration such as `90s`, `5m`, `1h30m` or `250ms`.
 *
 * @returns Milliseconds, at least 1; `undefined` when it is no duration or is zero.
 */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match || text === '') return undefined;
  const [hours, minutes, seconds, milliseconds] = [1, 2, 3, 4].map((i) => Number(match[i] ?? 0));
  const total =
    (hours ?? 0) * 3_600_000 +
    (minutes ?? 0) * 60_000 +
    (seconds ?? 0) * 1000 +
    (milliseconds ?? 0);
  return total >= 1 && Number.isFinite(total) ? Math.round(total) : undefined;
}
