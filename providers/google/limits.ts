// Quotas: the vendor publishes them nowhere but in the error that says one is used up.
import {
  arrayAt,
  type JsonObject,
  type JsonValue,
  numberAt,
  type RateLimitSnapshot,
  rateLimitKind,
  stringAt,
} from 'agent-hcl/sdk';

export interface ViolatedQuota {
  readonly id: string;
  readonly metric: string;
  readonly limit: number | undefined;
}

/** The quotas that an error says are used up. */
export function violatedQuotas(error: JsonObject | undefined): readonly ViolatedQuota[] {
  return arrayAt(error, 'details')
    .flatMap((detail) => arrayAt(detail, 'violations'))
    .flatMap((violation) => quotaOf(violation));
}

/** The same as snapshots, each quota once. */
export function quotaLimits(error: JsonObject | undefined): readonly RateLimitSnapshot[] {
  const quotas = new Map(violatedQuotas(error).map((quota) => [quota.id, quota]));
  return [...quotas.values()].map(({ id, metric, limit }) => ({
    kind: rateLimitKind(metric === '' ? id : metric),
    limitId: id,
    ...(limit === undefined ? {} : { limit }),
  }));
}

function quotaOf(violation: JsonValue): readonly ViolatedQuota[] {
  const id = stringAt(violation, 'quotaId');
  if (!id) return [];
  // A 64-bit number, which the vendor writes as a text.
  const limit = numberAt(violation, 'quotaValue') ?? wholeNumber(stringAt(violation, 'quotaValue'));
  return [{ id, metric: stringAt(violation, 'quotaMetric') ?? '', limit }];
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
