// The calls over HTTP: one request each, never a second try.
import {
  type CallContext,
  type CountTokensRequest,
  countAt,
  type Http,
  type HttpResponse,
  ModelFailure,
  type ModelRequest,
  parseJson,
  readErrorBody,
  type StreamEvent,
} from 'agent-hcl/sdk';
import { isSuccess, readAnswer, readFailure } from './answer.ts';
import { brokenStream, errorOfResponse } from './errors.ts';
import type { Settings } from './options.ts';
import { buildCount, buildRequest } from './request.ts';
import type { CountBody } from './wire.ts';

/** Calls of one configuration. */
export class AnthropicClient {
  readonly #settings: Settings;
  readonly #http: Http;

  constructor(settings: Settings, http: Http) {
    this.#settings = settings;
    this.#http = http;
    http.connect(settings.messagesUrl);
  }

  /**
   * Streams one completion.
   *
   * @throws ModelFailure - what can not be sent, and what breaks before the response.
   */
  async *stream(request: ModelRequest, call: CallContext): AsyncGenerator<StreamEvent> {
    const { body, betas, notes, toolName } = buildRequest(request, this.#settings.models);
    for (const note of notes) call.log('warn', note, { model: request.modelId });
    const response = await this.#post(this.#settings.messagesUrl, { body, betas }, call.signal);
    if (isSuccess(response)) yield* readAnswer(response, toolName);
    else yield* readFailure(response);
  }

  /**
   * Counts a prompt; the vendor's figure is exact.
   *
   * @throws ModelFailure - as for a completion; `unknown` when the answer holds no count.
   */
  async countTokens(request: CountTokensRequest, { signal }: CallContext): Promise<number> {
    const body = buildCount(request, this.#settings.models);
    const response = await this.#post(this.#settings.countUrl, { body, betas: [] }, signal);
    if (!isSuccess(response)) {
      throw new ModelFailure(errorOfResponse(response, await readErrorBody(response)));
    }
    const tokens = countAt(parseJson(await response.text()), 'input_tokens');
    if (tokens === undefined) throw new ModelFailure(brokenStream('the answer holds no count'));
    return tokens;
  }

  #post(
    url: string,
    { body, betas }: { readonly body: CountBody; readonly betas: readonly string[] },
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const headers = this.#settings.headers(betas);
    return this.#http.request({ method: 'POST', url, headers, body: JSON.stringify(body), signal });
  }
}
