import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { RateLimitSnapshot } from '../rate-limit.ts';
import { rateLimitKinds, windowRoles } from '../wire-enums.ts';
import { refuse } from './fault.ts';
import { milliseconds, optionalInteger } from './values.ts';

/** Snapshots of a kind that a later contract added are passed over; one without a kind is refused. */
export function readRateLimits(
  snapshots: readonly wire.RateLimitSnapshot[],
  path: string,
): readonly RateLimitSnapshot[] {
  return snapshots.flatMap((snapshot, index) => readRateLimit(snapshot, `${path}[${index}]`) ?? []);
}

function readRateLimit(
  snapshot: wire.RateLimitSnapshot,
  path: string,
): RateLimitSnapshot | undefined {
  if (snapshot.kind === 0) return refuse(`${path}.kind`, 'is not set');
  const kind = rateLimitKinds.nameOf(snapshot.kind);
  if (!kind) return undefined;
  return {
    kind,
    remaining: optionalInteger(snapshot.remaining, `${path}.remaining`),
    limit: optionalInteger(snapshot.limit, `${path}.limit`),
    resetAtMs: milliseconds(snapshot.resetAt, `${path}.reset_at`),
    limitId: snapshot.limitId,
    limitName: snapshot.limitName,
    windowRole: windowRoles.nameOf(snapshot.windowRole),
    usedPercent: snapshot.usedPercent,
    windowSeconds: optionalInteger(snapshot.windowSeconds, `${path}.window_seconds`),
  };
}
