// Windows of a subscription, as the program tells them.
import { type JsonValue, numberAt, type RateLimitSnapshot, stringAt } from 'agent-hcl/sdk';

/** Reads the `rate_limit_info` of a `rate_limit_event`. */
export function limitsOf(info: JsonValue | undefined): readonly RateLimitSnapshot[] {
  const limitId = stringAt(info, 'rateLimitType');
  const used = numberAt(info, 'utilization');
  const overageMs = epochMs(numberAt(info, 'overageResetsAt'));
  return [
    ...(limitId ? [snapshot(limitId, epochMs(numberAt(info, 'resetsAt')), used)] : []),
    ...(overageMs === undefined || limitId === 'overage' ? [] : [snapshot('overage', overageMs)]),
  ];
}

/** Whether the window is used up: then its end is when to try again. */
export function isRejected(info: JsonValue | undefined): boolean {
  return ['rejected', 'exceeded'].includes(stringAt(info, 'status') ?? '');
}

/** Seconds since the epoch as milliseconds. */
function epochMs(seconds: number | undefined): number | undefined {
  const isTime = seconds !== undefined && Number.isFinite(seconds) && seconds > 0;
  return isTime ? Math.round(seconds * 1000) : undefined;
}

function snapshot(
  limitId: string,
  resetAtMs: number | undefined,
  used?: number | undefined,
): RateLimitSnapshot {
  return {
    kind: 'requests',
    limitId,
    ...(resetAtMs === undefined ? {} : { resetAtMs }),
    ...(used === undefined ? {} : { usedPercent: Math.min(100, Math.max(0, used * 100)) }),
  };
}
