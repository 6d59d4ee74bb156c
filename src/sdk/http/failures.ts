import type { ModelErrorCategory } from '../../protocol/model-error.ts';
import { ModelFailure } from '../model-failure.ts';

/** Who fails and where: the provider's name and the `host:port` a person would recognise. */
export interface Place {
  readonly provider: string;
  readonly address: string;
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOENT: 'no such file',
  EACCES: 'not permitted to read it',
};

/** No response at all: refused, reset before any byte, DNS, a TLS failure without a certificate. */
export function noResponse(place: Place, cause: unknown): ModelFailure {
  const text = `${place.address} could not be reached (${describeCause(cause)})`;
  return transportFailure(place, { category: 'overloaded', retryable: true, text, cause });
}

/** A certificate that can not be trusted: waiting does not help, a person must act. */
export function badCertificate(place: Place, cause: unknown): ModelFailure {
  const text =
    `the certificate of ${place.address} can not be verified (${describeCause(cause)}); ` +
    'if the network has its own CA, name its file in NODE_EXTRA_CA_CERTS';
  return transportFailure(place, { category: 'unknown', retryable: false, text, cause });
}

/** The response began and its body broke off. */
export function cutOff(place: Place, cause: unknown): ModelFailure {
  const text = `the answer of ${place.address} was cut off (${describeCause(cause)})`;
  return transportFailure(place, { category: 'unknown', retryable: true, text, cause });
}

/** A coding that nobody asked for; another attempt would bring the same. */
export function unreadableCoding(place: Place, coding: string): ModelFailure {
  const text = `${place.address} sent a compressed answer (content-encoding: ${coding}), though it was asked for none`;
  return transportFailure(place, { category: 'unknown', retryable: false, text });
}

/** One of our own deadlines passed. `what` reads like `did not connect`. */
export function tooSlow(place: Place, what: string, limitMs: number): ModelFailure {
  const text = `${place.address} ${what} within ${limitMs / 1000} s`;
  return transportFailure(place, { category: 'overloaded', retryable: true, text });
}

/** A piece of a stream beyond its limit: it is refused whole, never cut. */
export function tooLong(provider: string, what: string, limitLength: number): ModelFailure {
  const text = `${what} is longer than ${limitLength} characters`;
  const place = { provider, address: '' };
  return transportFailure(place, { category: 'unknown', retryable: false, text });
}

/** A setting that can not work, such as a proxy URL of an unknown scheme. */
export function badSetting(provider: string, what: string, cause?: unknown): ModelFailure {
  const text = cause === undefined ? what : `${what} (${describeCause(cause)})`;
  return transportFailure(
    { provider, address: '' },
    { category: 'invalid_request', retryable: false, text, cause },
  );
}

/** The proxy itself refused, with an HTTP status of its own. */
export function proxyRefused(
  place: Place,
  proxy: string,
  verdict: { category: ModelErrorCategory; retryable: boolean; status: number },
): ModelFailure {
  const { status, ...rest } = verdict;
  const hint = status === 407 ? 'asks for a user name and password' : 'refused the connection';
  const text = `the proxy ${proxy} ${hint} for ${place.address} (HTTP ${status})`;
  return transportFailure(place, { ...rest, text, firstLine: `http_status=${status}` });
}

interface Fault {
  readonly category: ModelErrorCategory;
  readonly retryable: boolean;
  readonly text: string;
  readonly cause?: unknown;
  readonly firstLine?: string;
}

function transportFailure(place: Place, fault: Fault): ModelFailure {
  const detail = fault.cause instanceof Error ? fault.cause.message : fault.text;
  return new ModelFailure(
    {
      category: fault.category,
      message: `${place.provider}: ${fault.text}`,
      retryable: fault.retryable,
      rawDetail: `${fault.firstLine ?? ''}\n${detail}`,
    },
    fault.cause === undefined ? undefined : { cause: fault.cause },
  );
}

function describeCause(cause: unknown): string {
  const code = errorCode(cause);
  if (code !== undefined && code in CAUSES) return CAUSES[code] ?? code;
  return cause instanceof Error ? cause.message : String(cause);
}

/** The `code` of a system, TLS or undici error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
