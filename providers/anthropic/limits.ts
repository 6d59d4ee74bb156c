// The budgets the vendor publishes in response headers, of metered keys and of subscriptions.
import { type RateLimitSnapshot, rateLimitsFromHeaders } from 'agent-hcl/sdk';

/** What the headers say about the account's budgets. */
export interface PublishedLimits {
  readonly snapshots: readonly RateLimitSnapshot[];
  /** Statements in words, such as the status of a subscription, by the name of their header. */
  readonly attrs: Readonly<Record<string, string>>;
}

const METERED = 'anthropic-ratelimit-';
const PRIORITY = 'anthropic-priority-';
const SUBSCRIPTION = 'anthropic-ratelimit-unified-';

/**
 * Reads the budgets of a response.
 *
 * @param headers - Names in lower case.
 * @param nowMs - When they arrived, milliseconds since the epoch.
 */
export function readLimits(
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): PublishedLimits {
  const entries = Object.entries(headers);
  const subscription = entries.filter(([name]) => name.startsWith(SUBSCRIPTION));
  const others = Object.fromEntries(entries.filter(([name]) => !name.startsWith(SUBSCRIPTION)));
  const metered = rateLimitsFromHeaders(others, nowMs, [`${METERED}{bucket}-{field}`]);
  const priority = rateLimitsFromHeaders(others, nowMs, [`${PRIORITY}{bucket}-{field}`]);
  return {
    snapshots: [
      ...metered,
      ...priority.map((limit) => ({ ...limit, limitId: `priority-${limit.limitId ?? ''}` })),
      ...subscriptionLimits(Object.fromEntries(subscription)),
    ],
    attrs: Object.fromEntries(subscription.filter(([name]) => !FIGURE.test(name))),
  };
}

/** Whether a limit is used up, as far as its figures say. */
export function isExhausted({ remaining, usedPercent }: RateLimitSnapshot): boolean {
  return remaining === 0 || (usedPercent !== undefined && usedPercent >= 100);
}

const FIGURE = /-(?:utilization|reset)$/;
const WINDOW = /^anthropic-ratelimit-unified-((\d+)([hd])[a-z0-9_-]*)-(utilization|reset)$/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, d: 86_400 };

/** How an answer names the window that binds. */
const CLAIMS: Readonly<Record<string, string>> = {
  five_hour: 'unified-5h',
  seven_day: 'unified-7d',
};

/** Unlike the metered limits: a share of the window from 0 to 1, and resets in epoch seconds. */
function subscriptionLimits(
  headers: Readonly<Record<string, string>>,
): readonly RateLimitSnapshot[] {
  const binding = CLAIMS[headers[`${SUBSCRIPTION}representative-claim`] ?? ''];
  const limits = new Map<string, RateLimitSnapshot>();
  for (const [name, value] of Object.entries(headers)) {
    const [, bucket, count, unit = '', field] = WINDOW.exec(name) ?? [];
    const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
    if (bucket === undefined || number === undefined) continue;
    const limitId = `unified-${bucket}`;
    const role = limitId === binding ? 'primary' : 'secondary';
    limits.set(limitId, {
      kind: 'requests',
      limitId,
      windowSeconds: Number(count) * (UNIT_SECONDS[unit] ?? 0),
      ...(binding === undefined ? {} : { windowRole: role }),
      ...limits.get(limitId),
      ...(field === 'reset' ? { resetAtMs: number * 1000 } : { usedPercent: percent(number) }),
    });
  }
  return [...limits.values()];
}

/** Without the digits that binary fractions add. */
function percent(share: number): number {
  return Math.min(100, Math.round(share * 1e6) / 1e4);
}
