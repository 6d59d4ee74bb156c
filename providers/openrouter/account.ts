// What the gateway says of the key: its limit and what is left of it. The key's label shows parts of
// the key and is not read.
import {
  type AccountSnapshot,
  booleanAt,
  type HttpResponse,
  type JsonValue,
  numberAt,
  objectAt,
  parseDuration,
  type RateLimitSnapshot,
  stringAt,
} from 'agent-hcl/sdk';

/** Reads the answer to `GET /key`; `undefined` when it is none. */
export function accountOf(
  body: JsonValue | undefined,
  { receivedAtMs }: Pick<HttpResponse, 'receivedAtMs'>,
): AccountSnapshot | undefined {
  const data = objectAt(body, 'data');
  if (data === undefined) return undefined;
  const plan = booleanAt(data, 'is_free_tier') === true ? { plan: 'free' } : {};
  return {
    method: 'api_key',
    metering: 'metered_api',
    ...plan,
    labels: amounts(data),
    quotas: [...creditsOf(data), ...requestsOf(data)],
    fetchedAtMs: receivedAtMs,
  };
}

const AMOUNTS = [
  'usage',
  'usage_daily',
  'usage_weekly',
  'usage_monthly',
  'limit',
  'limit_remaining',
];

/** Exact to the cent, which a quota, being a whole number, can not be. */
function amounts(data: JsonValue): Readonly<Record<string, string>> {
  return Object.fromEntries(
    AMOUNTS.flatMap((name) => {
      const amount = numberAt(data, name);
      return amount === undefined ? [] : [[`${name}_usd`, amount.toFixed(2)]];
    }),
  );
}

/** Without a limit there is no quota. Whole credits, rounded down. */
function creditsOf(data: JsonValue): readonly RateLimitSnapshot[] {
  const limit = numberAt(data, 'limit');
  if (limit === undefined) return [];
  const remaining = numberAt(data, 'limit_remaining');
  return [
    {
      kind: 'credits',
      limitId: 'limit',
      limit: Math.floor(limit),
      ...(remaining === undefined ? {} : { remaining: Math.floor(Math.max(0, remaining)) }),
    },
  ];
}

/** A negative number means that there is no such limit any more. */
function requestsOf(data: JsonValue): readonly RateLimitSnapshot[] {
  const limit = numberAt(data, 'rate_limit', 'requests');
  if (limit === undefined || !Number.isSafeInteger(limit) || limit < 0) return [];
  const windowMs = parseDuration(stringAt(data, 'rate_limit', 'interval') ?? '');
  return [
    {
      kind: 'requests',
      limitId: 'rate_limit',
      limit,
      ...(windowMs === undefined ? {} : { windowSeconds: Math.round(windowMs / 1000) }),
    },
  ];
}
