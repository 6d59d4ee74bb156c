// The calls over HTTP.
import { randomUUID } from 'node:crypto';
import type {
  AccountSnapshot,
  CallContext,
  Http,
  JsonValue,
  ModelRequest,
  StreamEvent,
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
import { buildRequest } from './request.ts';

/** Calls of one configuration. */
export class XaiClient {
  readonly #settings: Settings;
  readonly #http: Http;
  readonly #optionalFields = new OptionalFields(['reasoning.summary']);

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
    yield* streamCall(
      {
        http: this.#http,
        url: this.#settings.url,
        headers: this.#headers(request),
        body,
        modelId: request.modelId,
        errors: ERRORS,
        optionalFields: this.#optionalFields,
        newStream: (head) => this.#newStream(head, request),
      },
      call,
    );
  }

  /** What the vendor says of the key. @throws ModelFailure - as of the request. */
  account(signal: AbortSignal): Promise<AccountSnapshot> {
    const { modelsUrl: url, headers } = this.#settings;
    return accountByModels({ http: this.#http, url, headers, errors: ERRORS }, signal);
  }

  /** Requests of one conversation reach the same cache; in chat a header says which one it is. */
  #headers({ callContext }: ModelRequest): Readonly<Record<string, string>> {
    const { api, headers } = this.#settings;
    const session = callContext?.sessionId;
    return api === 'chat' && session ? { 'x-grok-conv-id': session, ...headers } : headers;
  }

  #newStream(head: AnswerHead, request: ModelRequest): AnswerStream {
    const errorOf = (body: JsonValue | undefined, text: string) =>
      dialectError({ body, text }, ERRORS);
    const makeToolCallId = (index: number) => `call_${index}_${randomUUID().slice(0, 8)}`;
    if (this.#settings.api === 'responses') {
      return new ResponsesStream({ head, errorOf, makeToolCallId });
    }
    const maxOutputTokens = request.params?.maxOutputTokens;
    return new ChatStream({ head, errorOf, makeToolCallId, maxOutputTokens });
  }
}
