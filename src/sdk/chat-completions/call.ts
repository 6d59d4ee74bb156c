// One completion over HTTP, for every provider that speaks a dialect of the family.
import type { JsonObject } from '../../protocol/json.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { Http, HttpResponse } from '../http.ts';
import type { CallContext } from '../provider.ts';
import { readErrorBody } from '../vendor-failure.ts';
import { type DialectErrors, dialectError } from './dialect-error.ts';
import type { OptionalFields } from './optional-fields.ts';
import { type ReadAnswerOptions, readAnswer, readFailure } from './read-answer.ts';

export interface CallDialect extends Omit<ReadAnswerOptions, 'provider' | 'errorOf'> {
  readonly http: Http;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly errors: DialectErrors;
  /** Fields without which a request may be sent once more when the server refuses one by name. */
  readonly optionalFields?: OptionalFields | undefined;
}

/**
 * Sends a request and streams its answer. Never a second try, but for the one field that a 400 or
 * 422 names before any output (`error-taxonomy` §3).
 *
 * @throws ModelFailure - what breaks before the response.
 */
export async function* streamCall(
  call: CallDialect,
  { signal, log }: CallContext,
): AsyncGenerator<StreamEvent> {
  const fields = call.optionalFields;
  const body = fields?.fit(call.body) ?? call.body;
  const response = await post(call, body, signal);
  if (isSuccess(response)) {
    yield* readAnswer(response, optionsOf(call, response));
    return;
  }
  const text = await readErrorBody(response);
  const refused = fields?.refuse(response.status, text, body);
  if (refused === undefined || fields === undefined) {
    yield* readFailure(response, text, optionsOf(call, response));
    return;
  }
  log('warn', 'the server refuses a field; the request is sent once more without it', {
    field: refused,
  });
  yield* answerOf(call, await post(call, fields.fit(body), signal));
}

async function* answerOf(call: CallDialect, response: HttpResponse): AsyncGenerator<StreamEvent> {
  const options = optionsOf(call, response);
  if (isSuccess(response)) yield* readAnswer(response, options);
  else yield* readFailure(response, await readErrorBody(response), options);
}

function post(call: CallDialect, body: JsonObject, signal: AbortSignal): Promise<HttpResponse> {
  const { http, url, headers } = call;
  return http.request({ method: 'POST', url, headers, body: JSON.stringify(body), signal });
}

function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

function optionsOf(call: CallDialect, response: HttpResponse): ReadAnswerOptions {
  const { errors } = call;
  return {
    provider: errors.provider,
    modelId: call.modelId,
    newStream: call.newStream,
    requestIdHeaders: errors.requestIdHeaders,
    limitsOf: call.limitsOf,
    errorOf: (text, body) => dialectError({ text, body, response }, errors),
  };
}
