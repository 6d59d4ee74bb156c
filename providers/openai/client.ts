// The calls over HTTP.
import {
  type AccountSnapshot,
  type CallContext,
  type CountTokensRequest,
  countAt,
  type Http,
  type JsonValue,
  ModelFailure,
  type ModelRequest,
  parseJson,
  readErrorBody,
  type StreamEvent,
} from 'agent-hcl/sdk';
import {
  type AnswerHead,
  type AnswerStream,
  accountByModels,
  ChatStream,
  dialectError,
  OptionalFields,
  streamCall,
} from 'agent-hcl/sdk/chat-completions';
import { ResponsesStream } from 'agent-hcl/sdk/responses';
import { ERRORS } from './errors.ts';
import type { Settings } from './options.ts';
import { buildRequest, countBody } from './request.ts';

/** Calls of one configuration. */
export class OpenAiClient {
  readonly #settings: Settings;
  readonly #http: Http;
  /** Both are refused to organizations that are not verified. */
  readonly #optionalFields = new OptionalFields(['reasoning.summary', 'stream']);

  constructor(settings: Settings, http: Http) {
    this.#settings = settings;
    this.#http = http;
    http.connect(settings.url);
  }

  /**
   * Streams one completion.
   *
   * @throws ModelFailure - what can not be sent, and what breaks before the response.
   */
  async *stream(request: ModelRequest, call: CallContext): AsyncGenerator<StreamEvent> {
    const { body, notes } = buildRequest(request, this.#settings);
    for (const note of notes) call.log('warn', note, { model: request.modelId });
    const { url, headers, api } = this.#settings;
    yield* streamCall(
      {
        http: this.#http,
        url,
        headers,
        body,
        modelId: request.modelId,
        errors: ERRORS,
        optionalFields: this.#optionalFields,
        newStream: (head) => newStream(api, head, request),
      },
      call,
    );
  }

  /**
   * Counts a prompt; the vendor's figure is exact.
   *
   * @throws ModelFailure - as for a completion; `unknown` when the answer holds no count.
   */
  async countTokens(request: CountTokensRequest, { signal }: CallContext): Promise<number> {
    const built = buildRequest({ ...request, cacheBreakpoints: [] }, this.#settings);
    const { countUrl: url, headers } = this.#settings;
    const body = JSON.stringify(countBody(built));
    const response = await this.#http.request({
      method: 'POST',
      url,
      headers: { ...headers, accept: 'application/json' },
      body,
      signal,
    });
    const text = await readErrorBody(response);
    const answer = parseJson(text);
    const tokens = response.status === 200 ? countAt(answer, 'input_tokens') : undefined;
    if (tokens !== undefined) return tokens;
    throw new ModelFailure(dialectError({ text, body: answer, response }, ERRORS));
  }

  /** What the vendor says of the key. @throws ModelFailure - as of the request. */
  account(signal: AbortSignal): Promise<AccountSnapshot> {
    const { modelsUrl: url, headers } = this.#settings;
    return accountByModels({ http: this.#http, url, headers, errors: ERRORS }, signal);
  }
}

function newStream(api: Settings['api'], head: AnswerHead, request: ModelRequest): AnswerStream {
  const errorOf = (body: JsonValue | undefined, text: string) =>
    dialectError({ body, text }, ERRORS);
  const makeToolCallId = (index: number) => `call_${index}`;
  if (api === 'responses') return new ResponsesStream({ head, errorOf, makeToolCallId });
  const maxOutputTokens = request.params?.maxOutputTokens;
  return new ChatStream({ head, errorOf, makeToolCallId, maxOutputTokens });
}
