import type { ConfigSchema } from '../protocol/config-schema.ts';
import type { CountTokensRequest, ModelRequest } from '../protocol/model-request.ts';
import type {
  AccountSnapshot,
  AuthDescriptor,
  ModelSpec,
  PromptExpansion,
} from '../protocol/model-spec.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Http, HttpOptions } from './http.ts';
import type { ConfigView } from './options.ts';

/** Writes one log record to stderr, in the host's format. Configured secrets are removed. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, string | number | boolean>>,
) => void;

export interface ConfigureContext {
  /** Variables this process was given; the only sources are the operator and the base allowlist. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Aborts when the kernel gives up on `Configure`. */
  readonly signal: AbortSignal;
  /** An HTTP client that honours the process's proxy and CA variables; closed by the SDK. */
  http(options?: HttpOptions): Http;
}

export interface CallContext {
  readonly log: Log;
  /** Aborts when the kernel cancels or its deadline passes: stop the vendor request at once. */
  readonly signal: AbortSignal;
}

/** A provider after `Configure`: what it does with one fixed configuration. */
export interface ConfiguredProvider {
  /** The roster from now on; absent: the definition's own. Called for every `GetCapabilities`. */
  models?(): readonly ModelSpec[];
  /**
   * Streams one completion. The guard adds nothing and drops nothing: yield `stop` or `error` last.
   * A thrown `ModelFailure` becomes an `error` event, anything else thrown `unknown`.
   */
  stream(request: ModelRequest, context: CallContext): AsyncIterable<StreamEvent>;
  /** Exact counts only; leave it out rather than guess. */
  countTokens?(request: CountTokensRequest, context: CallContext): Promise<number>;
  account?(context: CallContext): Promise<AccountSnapshot>;
  /** Releases what this configuration opened, after its last call ended. */
  close?(): void | Promise<void>;
}

/** What is known of a provider without running it; written to `schemas/config/<name>.json`. */
export interface ShippedFacts {
  /** `static`: `models` is the whole roster, whatever is configured. */
  readonly roster: 'static' | 'dynamic';
  /** Where requests go when no `base_url` is set, such as `https://api.vendor.example`. */
  readonly origins: readonly string[];
}

export interface ProviderDefinition {
  /** Prefix of every error message. */
  readonly name: string;
  /** Of the running build; `0.0.0` when not stamped. */
  readonly version: string;
  readonly source?: string | undefined;
  readonly configSchema: ConfigSchema;
  /** The roster before `Configure`: at least one model. */
  readonly models: readonly ModelSpec[];
  readonly auth?: AuthDescriptor | undefined;
  /**
   * Media types of the images the vendor reads, such as `image/png`; another one is refused before
   * the vendor is asked. Default: any.
   */
  readonly imageTypes?: readonly string[] | undefined;
  /** For built-in providers: what `validate --static` and the trust rules rely on. */
  readonly shipped?: ShippedFacts | undefined;
  readonly slashCommands?: readonly PromptExpansion[] | undefined;
  /**
   * Makes the configured provider. Called again for every `Configure`; nothing is inherited.
   *
   * @throws ModelFailure - `invalid_request` or `auth_error` for a setting that can not work.
   */
  configure(
    config: ConfigView,
    context: ConfigureContext,
  ): ConfiguredProvider | Promise<ConfiguredProvider>;
}

/** Checks a definition where it is written and returns it unchanged. */
export function defineProvider(definition: ProviderDefinition): ProviderDefinition {
  return definition;
}
