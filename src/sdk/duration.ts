const UNIT_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

const PART = '(\\d+(?:\\.\\d+)?)(ms|us|µs|ns|d|h|m|s)';
const WHOLE = new RegExp(`^(?:${PART})+$`);

/**
 * Reads a duration such as `1s`, `6m0s`, `12ms`, `2m59.56s` or `1d4h`, the form several vendors
 * use for resets and delays.
 *
 * @returns Milliseconds, possibly fractional; `undefined` when the text is not such a duration. A
 *   number without a unit is not: its unit depends on where it stands.
 */
export function parseDuration(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(new RegExp(PART, 'g'))) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return Number.isFinite(total) ? total : undefined;
}
