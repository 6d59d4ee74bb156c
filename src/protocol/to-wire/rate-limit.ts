import type { WireInit } from '../codec/message-type.ts';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { RateLimitSnapshot } from '../rate-limit.ts';
import { rateLimitKinds, windowRoles } from '../wire-enums.ts';
import { optionalInt64, timestamp } from './values.ts';

export function toWireRateLimit(snapshot: RateLimitSnapshot): WireInit<wire.RateLimitSnapshot> {
  return {
    kind: rateLimitKinds.numbers[snapshot.kind],
    remaining: optionalInt64(snapshot.remaining),
    limit: optionalInt64(snapshot.limit),
    resetAt: timestamp(snapshot.resetAtMs),
    limitId: snapshot.limitId,
    limitName: snapshot.limitName,
    windowRole: snapshot.windowRole && windowRoles.numbers[snapshot.windowRole],
    usedPercent: snapshot.usedPercent,
    windowSeconds: optionalInt64(snapshot.windowSeconds),
  };
}
