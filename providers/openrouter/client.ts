// The calls over HTTP.
import {
  type AccountSnapshot,
  type CallContext,
  type Http,
  type HttpResponse,
  ModelFailure,
  type ModelRequest,
  type ModelSpec,
  modelErrorOf,
  parseJson,
  type RateLimitSnapshot,
  rateLimitsFromHeaders,
  readErrorBody,
  type StreamEvent,
} from 'agent-hcl/sdk';
import { dialectError, streamCall } from 'agent-hcl/sdk/chat-completions';
import { accountOf } from './account.ts';
import { GatewayStream } from './answer-stream.ts';
import { ERRORS, PROVIDER_NAME } from './errors.ts';
import type { Settings } from './options.ts';
import { buildRequest } from './request.ts';

/** Calls of one configuration. */
export class OpenRouterClient {
  readonly #settings: Settings;
  readonly #http: Http;

  constructor(settings: Settings, http: Http) {
    this.#settings = settings;
    this.#http = http;
    http.connect(settings.url);
  }

  /**
   * Streams one completion.
   *
   * @param models - The roster at this moment.
   * @throws ModelFailure - what can not be sent, and what breaks before the response.
   */
  async *stream(
    request: ModelRequest,
    call: CallContext,
    models: readonly ModelSpec[],
  ): AsyncGenerator<StreamEvent> {
    const { url, headers, api } = this.#settings;
    const body = buildRequest(request, models, api);
    const { modelId, params } = request;
    const notice = models.find(({ id }) => id === modelId)?.catalog?.description;
    if (notice !== undefined) call.log('warn', notice, { model: modelId });
    yield* streamCall(
      {
        http: this.#http,
        url,
        headers,
        body,
        modelId,
        errors: ERRORS,
        limitsOf,
        newStream: (head) => new GatewayStream({ head, maxOutputTokens: params?.maxOutputTokens }),
      },
      call,
    );
  }

  /**
   * Asks what is left of the key's credit.
   *
   * @throws ModelFailure - the classified refusal; `unknown` when the answer says nothing.
   */
  async account(signal: AbortSignal): Promise<AccountSnapshot> {
    const { accountUrl: url, headers } = this.#settings;
    const response = await this.#http.request({ method: 'GET', url, headers, signal });
    const text = await readErrorBody(response);
    const body = parseJson(text);
    if (response.status !== 200) {
      throw new ModelFailure(dialectError({ text, body, response }, ERRORS));
    }
    const account = accountOf(body, response);
    if (account === undefined) throw new ModelFailure(noAccount());
    return account;
  }
}

/** One budget without a name, published only when it is used up. */
function limitsOf({ headers, receivedAtMs }: HttpResponse): readonly RateLimitSnapshot[] {
  return rateLimitsFromHeaders(headers, receivedAtMs, ['x-ratelimit-{field}']);
}

function noAccount() {
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification: { category: 'unknown', retryable: true },
    message: 'the answer says nothing of the account',
  });
}
