// The calls over HTTP.
import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  type CountTokensRequest,
  countAt,
  type Http,
  type JsonValue,
  ModelFailure,
  type ModelRequest,
  parseJson,
  type StreamEvent,
} from 'agent-hcl/sdk';
import {
  type AnswerHead,
  type AnswerStream,
  ChatStream,
  dialectError,
  OptionalFields,
  streamCall,
  type ThinkTags,
} from 'agent-hcl/sdk/chat-completions';
import { ResponsesStream } from 'agent-hcl/sdk/responses';
import { countCall } from './count.ts';
import { ERRORS } from './errors.ts';
import { readLimits } from './limits.ts';
import { rootUrl, type Settings } from './options.ts';
import { buildRequest, type RequestTarget } from './request.ts';
import type { Roster } from './roster.ts';
import { nineLetterId } from './tool-call-ids.ts';

/** vLLM names every token beside their number. */
const MOST_COUNT_BYTES = 32 * 1024 * 1024;

/** Calls of one configuration. */
export class CompatibleClient {
  readonly #settings: Settings;
  readonly #target: RequestTarget;
  readonly #http: Http;
  readonly #optionalFields = new OptionalFields(['stream_options']);

  constructor(settings: Settings, { dialect, models }: Roster, http: Http) {
    this.#settings = settings;
    this.#target = { api: settings.api, dialect, models };
    this.#http = http;
    http.connect(this.#url);
  }

  /**
   * Streams one completion.
   *
   * @throws ModelFailure - what can not be sent, and what breaks before the response.
   */
  async *stream(request: ModelRequest, call: CallContext): AsyncGenerator<StreamEvent> {
    const { body, notes } = buildRequest(request, this.#target);
    for (const note of notes) call.log('warn', note, { model: request.modelId });
    yield* streamCall(
      {
        http: this.#http,
        url: this.#url,
        headers: this.#settings.headers,
        body,
        modelId: request.modelId,
        errors: ERRORS,
        limitsOf: readLimits,
        optionalFields: this.#optionalFields,
        newStream: (head) => this.#newStream(head, request),
      },
      call,
    );
  }

  /**
   * Counts a prompt with a server that can (`canCount`) and applies the model's template to it; the
   * figure is exact.
   *
   * @throws ModelFailure - as for a completion; `unknown` when the answer holds no count.
   */
  async countTokens(request: CountTokensRequest, { signal }: CallContext): Promise<number> {
    const { baseUrl, headers } = this.#settings;
    const { url, body, field } = countCall(request, this.#target, {
      completion: this.#url,
      atRoot: (path) => rootUrl(baseUrl, path),
    });
    const question = { url, headers, body: JSON.stringify(body), signal };
    const response = await this.#http.request({ method: 'POST', ...question });
    const text = await response.text(MOST_COUNT_BYTES);
    const answer = parseJson(text);
    const tokens = response.status === 200 ? countAt(answer, field) : undefined;
    if (tokens !== undefined) return tokens;
    throw new ModelFailure(dialectError({ text, body: answer, response }, ERRORS));
  }

  get #url(): string {
    const path = this.#settings.api === 'chat' ? 'chat/completions' : 'responses';
    return this.#settings.baseUrl.endpoint(path);
  }

  #newStream(head: AnswerHead, request: ModelRequest): AnswerStream {
    const errorOf = (body: JsonValue | undefined, text: string) =>
      dialectError({ body, text }, ERRORS);
    const makeToolCallId = (index: number) => this.#newCallId(index);
    if (this.#settings.api === 'responses') {
      return new ResponsesStream({ head, errorOf, makeToolCallId });
    }
    const model = this.#target.models.find(({ id }) => id === request.modelId);
    return new ChatStream({
      head,
      errorOf,
      makeToolCallId,
      thinkTags: this.#thinkTags(model?.thinking?.supported === true),
      maxOutputTokens: request.params?.maxOutputTokens ?? model?.maxOutputTokens,
      contextWindow: model?.contextWindow,
    });
  }

  #thinkTags(mayThink: boolean): ThinkTags {
    const { thinkTags } = this.#settings;
    if (thinkTags !== 'auto') return thinkTags;
    return mayThink && this.#target.dialect.mayTagThoughts ? 'explicit' : 'off';
  }

  /** For servers that give none: unlike any other of the conversation. */
  #newCallId(index: number): string {
    const id = `call_${index}_${randomUUID().slice(0, 8)}`;
    return this.#target.dialect.toolCallIds === 'nine-letters' ? nineLetterId(id) : id;
  }
}
