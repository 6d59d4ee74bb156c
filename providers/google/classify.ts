// The vendor's error objects by category.
import {
  arrayAt,
  type Classification,
  type JsonObject,
  type ModelErrorCategory,
  numberAt,
  stringAt,
} from 'agent-hcl/sdk';
import { violatedQuotas } from './limits.ts';

const BY_STATUS: Readonly<Record<string, Classification>> = {
  FAILED_PRECONDITION: final('auth_error'),
  UNAUTHENTICATED: final('auth_error'),
  PERMISSION_DENIED: final('auth_error'),
  NOT_FOUND: final('invalid_request'),
  CANCELLED: final('unknown'),
  INTERNAL: { category: 'unknown', retryable: true },
  UNAVAILABLE: { category: 'overloaded', retryable: true },
  DEADLINE_EXCEEDED: { category: 'overloaded', retryable: true },
};

/** For errors that come with a number alone. */
const STATUS_BY_CODE: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The vendor has no code for these: only the wording tells them from other bad requests. */
const BAD_KEY = /API key (?:not valid|expired)/i;
const TOO_LONG = /input token count.*exceeds the maximum number of tokens/is;

/** Classifies an error object; `undefined` when it is none that the vendor documents. */
export function classifyError(error: JsonObject | undefined): Classification | undefined {
  const status = stringAt(error, 'status') || STATUS_BY_CODE[numberAt(error, 'code') ?? 0] || '';
  if (status === 'RESOURCE_EXHAUSTED') return exhausted(error);
  if (status === 'INVALID_ARGUMENT') return badArgument(error);
  return Object.hasOwn(BY_STATUS, status) ? BY_STATUS[status] : undefined;
}

function badArgument(error: JsonObject | undefined): Classification {
  const message = stringAt(error, 'message') ?? '';
  const isBadKey = reasons(error).some((reason) => /^API_KEY_/.test(reason));
  if (isBadKey || BAD_KEY.test(message)) return final('auth_error');
  return final(TOO_LONG.test(message) ? 'context_length_exceeded' : 'invalid_request');
}

/** Both kinds of quota use the same words; only the quota's id tells them apart. */
function exhausted(error: JsonObject | undefined): Classification {
  if (reasons(error).includes('MODEL_CAPACITY_EXHAUSTED')) {
    return { category: 'overloaded', retryable: true };
  }
  const isSpent = violatedQuotas(error).some(({ id }) => /PerDay/i.test(id));
  return { category: 'rate_limited', retryable: !isSpent };
}

function reasons(error: JsonObject | undefined): readonly string[] {
  return arrayAt(error, 'details').flatMap((detail) => stringAt(detail, 'reason') ?? []);
}

function final(category: ModelErrorCategory): Classification {
  return { category, retryable: false };
}
