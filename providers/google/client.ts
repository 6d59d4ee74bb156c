// The calls over HTTP: one request each, never a second try.
import {
  type CallContext,
  type CountTokensRequest,
  countAt,
  type Http,
  type HttpResponse,
  type JsonObject,
  ModelFailure,
  type ModelRequest,
  parseJson,
  readErrorBody,
  type StreamEvent,
} from 'agent-hcl/sdk';
import { isSuccess, readAnswer, readFailure } from './answer.ts';
import { brokenAnswer, errorOfResponse } from './errors.ts';
import type { Settings } from './options.ts';
import { buildCount, buildRequest } from './request.ts';

/** Calls of one configuration. */
export class GoogleClient {
  readonly #settings: Settings;
  readonly #http: Http;

  constructor(settings: Settings, http: Http) {
    this.#settings = settings;
    this.#http = http;
    http.connect(settings.rootUrl);
  }

  /**
   * Streams one completion.
   *
   * @throws ModelFailure - what can not be sent, and what breaks before the response.
   */
  async *stream(request: ModelRequest, { signal }: CallContext): AsyncGenerator<StreamEvent> {
    const { modelId, body, toolName } = buildRequest(request, this.#settings.models);
    const url = this.#settings.methodUrl(modelId, 'streamGenerateContent?alt=sse');
    const response = await this.#post(url, body, signal);
    if (isSuccess(response)) yield* readAnswer(response, toolName);
    else yield* readFailure(response);
  }

  /**
   * Counts a prompt; the vendor's figure is exact.
   *
   * @throws ModelFailure - as for a completion; `unknown` when the answer holds no count.
   */
  async countTokens(request: CountTokensRequest, { signal }: CallContext): Promise<number> {
    const { modelId, body } = buildCount(request, this.#settings.models);
    const response = await this.#post(
      this.#settings.methodUrl(modelId, 'countTokens'),
      body,
      signal,
    );
    if (!isSuccess(response)) {
      throw new ModelFailure(errorOfResponse(response, await readErrorBody(response)));
    }
    const tokens = countAt(parseJson(await response.text()), 'totalTokens');
    if (tokens === undefined) {
      throw new ModelFailure(brokenAnswer('the answer holds no count', true));
    }
    return tokens;
  }

  #post(url: string, body: JsonObject, signal: AbortSignal): Promise<HttpResponse> {
    const { headers } = this.#settings;
    return this.#http.request({ method: 'POST', url, headers, body: JSON.stringify(body), signal });
  }
}
