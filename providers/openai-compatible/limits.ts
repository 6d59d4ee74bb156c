// The budgets that servers publish in response headers.
import { type HttpResponse, parseReset, type RateLimitSnapshot } from 'agent-hcl/sdk';
import { familyLimits } from 'agent-hcl/sdk/chat-completions';

/** Those of the family, and Mistral's budget of tokens, whose reset has no bucket in its name. */
export function readLimits(response: HttpResponse): readonly RateLimitSnapshot[] {
  return [...familyLimits(response), ...bySize(response)];
}

const BY_SIZE = /^x-ratelimitbysize-(limit|remaining)-(.+)$/;

const WINDOWS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

function bySize({ headers, receivedAtMs }: HttpResponse): readonly RateLimitSnapshot[] {
  const buckets = new Map<string, RateLimitSnapshot>();
  const reset = headers['x-ratelimitbysize-reset'] ?? headers['ratelimitbysize-reset'];
  const resetAtMs = reset === undefined ? undefined : parseReset(reset, receivedAtMs);
  for (const [name, value] of Object.entries(headers)) {
    const [, field, bucket] = BY_SIZE.exec(name) ?? [];
    if (bucket === undefined || !/^\d+$/.test(value)) continue;
    const windowSeconds = WINDOWS[bucket];
    buckets.set(bucket, {
      kind: 'tokens',
      limitId: bucket,
      ...(windowSeconds === undefined ? {} : { windowSeconds }),
      // The one reset belongs to the shortest budget.
      ...(resetAtMs === undefined || bucket !== 'minute' ? {} : { resetAtMs }),
      ...buckets.get(bucket),
      ...(field === 'limit' ? { limit: Number(value) } : { remaining: Number(value) }),
    });
  }
  return [...buckets.values()];
}
