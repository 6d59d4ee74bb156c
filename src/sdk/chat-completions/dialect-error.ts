import type { JsonValue } from '../../protocol/json.ts';
import type { ModelError } from '../../protocol/model-error.ts';
import type { Classification } from '../classify-http-status.ts';
import type { HttpResponse } from '../http.ts';
import { parseRetryDelay } from '../retry-after.ts';
import { modelErrorOf } from '../vendor-failure.ts';
import {
  type ChatError,
  type ChatErrorOptions,
  classifyChatError,
  readChatError,
  waitInText,
} from './errors.ts';
import { requestIdOf } from './read-answer.ts';

/** How one provider reads the failures of its vendor. */
export interface DialectErrors extends ChatErrorOptions {
  /** Begins every message. */
  readonly provider: string;
  /** The vendor's own rule, before the tables; `undefined` leaves the decision to them. */
  readonly classify?:
    | ((error: ChatError | undefined, failed: FailedStatus) => Classification | undefined)
    | undefined;
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** Reads an error body of the vendor's own shape; default: any shape of the family. */
  readonly read?: ((body: JsonValue | undefined) => ChatError | undefined) | undefined;
  /** Takes out what identifies the customer, where the family's own rule does not know it. */
  readonly hide?: ((text: string) => string) | undefined;
}

export interface FailedStatus {
  /** Of the response, or as the error itself names it. */
  readonly status: number | undefined;
  /** As received. */
  readonly text: string;
}

export interface FailedAnswer {
  /** As received. */
  readonly text: string;
  /** `text` as JSON; `undefined` when it is none, such as a proxy's page. */
  readonly body: JsonValue | undefined;
  /** Absent for an error inside a stream, which has no status of its own. */
  readonly response?: HttpResponse | undefined;
}

/** Makes the classified error of a failed response, an error event or a stream that was cut. */
export function dialectError(
  { text, body, response }: FailedAnswer,
  errors: DialectErrors,
): ModelError {
  const error = (errors.read ?? readChatError)(body);
  const hidden = (shown: string) => withoutIds(errors.hide?.(shown) ?? shown);
  const isCut = error === undefined && response === undefined;
  return modelErrorOf({
    provider: errors.provider,
    classification:
      errors.classify?.(error, { status: response?.status ?? error?.status, text }) ??
      (isCut ? CUT : classificationOf(error, response, errors)),
    message: isCut ? cutMessage(body, text) : error?.message && hidden(error.message),
    vendorCode: error?.code ?? error?.type,
    requestId: response && requestIdOf(response, errors.requestIdHeaders),
    body: hidden(text),
    response,
    retryAfterMs: parseRetryDelay(error?.retryAfter ?? waitInText(error?.message)),
  });
}

/** A stream that broke off or can not be read: trying again may well work. */
const CUT: Classification = { category: 'unknown', retryable: true };

function cutMessage(body: JsonValue | undefined, text: string): string {
  if (text === STREAM_ENDED) return text;
  return body === undefined
    ? 'the answer holds something that is not JSON'
    : 'the stream reported an error without saying which';
}

/** What a stream says that ended without its end being marked. */
export const STREAM_ENDED = 'the stream ended before its end was marked';

function classificationOf(
  error: ChatError | undefined,
  response: HttpResponse | undefined,
  errors: DialectErrors,
): Classification | undefined {
  return error === undefined ? undefined : classifyChatError(error, response?.status, errors);
}

const KEY = /\b(?:sk|xai|gsk)[-_][\w*.-]*\w/g;
const ORGANIZATION = /\b(org|proj)-[A-Za-z0-9]{4,}/g;

/** Messages name the customer's organization and parts of the key. */
function withoutIds(text: string): string {
  return text.replace(ORGANIZATION, '$1-…').replace(KEY, '…');
}
