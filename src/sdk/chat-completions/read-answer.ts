// A response of the family as events: its headers at once, its body as it arrives.
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { ModelError } from '../../protocol/model-error.ts';
import type { RateLimitSnapshot } from '../../protocol/rate-limit.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { HttpResponse } from '../http.ts';
import { joinDeltas } from '../join-deltas.ts';
import { isJsonObject, parseJson, stringAt } from '../json.ts';
import { ModelFailure } from '../model-failure.ts';
import { rateLimitsFromHeaders } from '../rate-limit-headers.ts';
import { type SseEvent, sseBatches } from '../sse.ts';
import { AnswerHead } from './answer-head.ts';

/** What `ChatStream` and `ResponsesStream` have in common. */
export interface AnswerStream {
  /** The terminal event was told. */
  readonly isEnded: boolean;
  accept(event: SseEvent): readonly StreamEvent[];
  /** Takes a whole answer of a server that did not stream. */
  acceptWhole(body: JsonObject): readonly StreamEvent[];
  /** Ends with an error that did not come in the stream. */
  fail(error: ModelError): readonly StreamEvent[];
  /** The bytes ended; nothing when the terminal event was told. */
  finish(): readonly StreamEvent[];
}

export interface ReadAnswerOptions {
  readonly provider: string;
  /** What was asked for. */
  readonly modelId: string;
  /** Makes the translator of this response; it tells `head` the first chunk that names itself. */
  readonly newStream: (head: AnswerHead) => AnswerStream;
  /** Classifies a failed response, and one of status 200 that is no answer. */
  readonly errorOf: (text: string, body: JsonValue | undefined) => ModelError;
  /** Headers that may carry the request's id, in lower case; default `x-request-id`. */
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** The budgets of a response; default: those of `x-ratelimit-…` headers. */
  readonly limitsOf?: ((response: HttpResponse) => readonly RateLimitSnapshot[]) | undefined;
}

const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Streams the answer of a successful response. */
export async function* readAnswer(
  response: HttpResponse,
  options: ReadAnswerOptions,
): AsyncGenerator<StreamEvent> {
  const head = headOf(response, options);
  const stream = options.newStream(head);
  yield* head.open();
  try {
    if (isStreamed(response)) yield* readStream(response, stream, options);
    else yield* readWhole(await response.text(MOST_ANSWER_BYTES), stream, options);
  } catch (error) {
    // What was used until here is billed, whatever broke.
    if (!(error instanceof ModelFailure)) throw error;
    yield* stream.fail(error.error);
  }
  yield* joinDeltas([...stream.finish()]);
}

/** A failed response: what its headers say, then the error. */
export function readFailure(
  response: HttpResponse,
  text: string,
  options: ReadAnswerOptions,
): readonly StreamEvent[] {
  const head = headOf(response, options);
  const error = options.errorOf(text, parseJson(text));
  return [...head.open(), ...head.close(), { type: 'error', error }];
}

/** The id of a request, from the first header that has one. */
export function requestIdOf(
  { headers }: Pick<HttpResponse, 'headers'>,
  names: readonly string[] = ['x-request-id'],
): string | undefined {
  return names.map((name) => headers[name]).find((id) => id !== undefined && id !== '');
}

/** The budgets that `x-ratelimit-{limit,remaining,reset}-…` headers publish. */
export function familyLimits(response: HttpResponse): readonly RateLimitSnapshot[] {
  const { headers, receivedAtMs } = response;
  return rateLimitsFromHeaders(headers, receivedAtMs, ['x-ratelimit-{field}-{bucket}']);
}

function headOf(response: HttpResponse, options: ReadAnswerOptions): AnswerHead {
  return new AnswerHead({
    requestId: requestIdOf(response, options.requestIdHeaders),
    limits: (options.limitsOf ?? familyLimits)(response),
    modelId: options.modelId,
  });
}

/** Some servers name no type, or a wrong one; only these two say that nothing is streamed. */
function isStreamed({ headers }: HttpResponse): boolean {
  return !/\b(?:application\/json|text\/html)\b/i.test(headers['content-type'] ?? '');
}

async function* readStream(
  response: HttpResponse,
  stream: AnswerStream,
  options: ReadAnswerOptions,
): AsyncGenerator<StreamEvent> {
  const strays: string[] = [];
  const onStrayLine = (line: string) => strays.push(line);
  const { provider } = options;
  for await (const batch of sseBatches(response.body, { provider, onStrayLine })) {
    yield* joinDeltas(batch.flatMap((event) => [...stream.accept(event)]));
    if (stream.isEnded) return;
  }
  // Such as a bare JSON error, or a whole answer, where a stream was announced.
  const text = strays.join('\n');
  if (isJsonObject(parseJson(text))) yield* readWhole(text, stream, options);
}

function readWhole(
  text: string,
  stream: AnswerStream,
  options: ReadAnswerOptions,
): readonly StreamEvent[] {
  const body = parseJson(text);
  const isAnswer =
    isJsonObject(body) &&
    (Array.isArray(body['choices']) || Array.isArray(body['output'])) &&
    !stringAt(body, 'error') &&
    !isJsonObject(body['error']);
  return isAnswer ? stream.acceptWhole(body) : stream.fail(options.errorOf(text, body));
}
