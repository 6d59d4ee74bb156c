import type { JsonObject } from './json.ts';
import type { ModelError, ProviderCrash } from './model-error.ts';
import type { CountTokensRequest, ModelRequest } from './model-request.ts';
import type { AccountSnapshot, Capabilities, ProducerRef } from './model-spec.ts';
import type { StreamEvent } from './stream-event.ts';

/** What became of a unary call. */
export type CallOutcome<T> =
  | { readonly type: 'ok'; readonly value: T }
  /** The provider does not offer this optional call. */
  | { readonly type: 'not-offered' }
  | { readonly type: 'error'; readonly error: ModelError }
  | { readonly type: 'crash'; readonly crash: ProviderCrash }
  | { readonly type: 'cancelled' };

/** What a completion yields: the provider's events, or the end of its process. */
export type ProviderEvent = StreamEvent | { readonly type: 'crash'; readonly crash: ProviderCrash };

/**
 * The kernel's port to one provider. Calls are stateless: the whole history travels every time.
 * No method throws for a failed call; a broken contract between our own parts does throw.
 */
export interface ModelProvider {
  /** Local name in `agent.hcl`. */
  readonly name: string;
  describe(signal?: AbortSignal): Promise<CallOutcome<ProducerRef>>;
  capabilities(signal?: AbortSignal): Promise<CallOutcome<Capabilities>>;
  /** Replaces the whole configured state. */
  configure(config: JsonObject, signal?: AbortSignal): Promise<CallOutcome<undefined>>;
  /**
   * Streams one completion. The last event is `stop`, `error` or `crash`; when `signal` aborts the
   * iteration ends, possibly without one. Leaving the loop cancels the call.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
  countTokens(request: CountTokensRequest, signal?: AbortSignal): Promise<CallOutcome<number>>;
  account(signal?: AbortSignal): Promise<CallOutcome<AccountSnapshot>>;
}
