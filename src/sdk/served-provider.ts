/** A definition at work: what the contract asks of any provider, independent of the transport. */

import { MODEL_PROTOCOL_VERSION } from '../protocol/handshake.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ModelError } from '../protocol/model-error.ts';
import type { CallOutcome } from '../protocol/model-provider.ts';
import type { CountTokensRequest, ModelRequest } from '../protocol/model-request.ts';
import type {
  AccountSnapshot,
  Capabilities,
  ModelSpec,
  ProducerRef,
} from '../protocol/model-spec.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import { checkConfig } from './check-config.ts';
import { type Acceptance, checkRequest } from './check-request.ts';
import { Configuration, closeAll } from './configuration.ts';
import { classifyThrown, failure, fitToLeave } from './failure.ts';
import { createHttp } from './http/create-http.ts';
import type { Http } from './http.ts';
import { configView } from './options.ts';
import type { CallContext, ConfiguredProvider, Log, ProviderDefinition } from './provider.ts';
import { checkRequiredSettings } from './required-settings.ts';
import type { Secrets } from './secrets.ts';
import { StreamGuard } from './stream-guard.ts';
import { readUntilAborted, untilAborted } from './until-aborted.ts';

export interface ServedProviderSetup {
  readonly definition: ProviderDefinition;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
  readonly log: Log;
}

export class ServedProvider {
  readonly #setup: ServedProviderSetup;
  readonly #stopping = new AbortController();
  readonly #retired = new Set<Promise<void>>();
  #current: Configuration | undefined;
  /** Configurations are made one after the other, so that the last one asked for is the one kept. */
  #configuring: Promise<unknown> = Promise.resolve();

  constructor(setup: ServedProviderSetup) {
    this.#setup = setup;
  }

  describe(): ProducerRef {
    const { name, version, source = '' } = this.#setup.definition;
    return { name, version, source, category: 'model', protocolVersion: MODEL_PROTOCOL_VERSION };
  }

  /** Answers from memory, before the first `configure` too. */
  capabilities(): Capabilities {
    const { configSchema, auth, slashCommands = [] } = this.#setup.definition;
    return { models: this.#models(), slashCommands, configSchema, supportedHookPoints: [], auth };
  }

  /** Replaces the whole configuration, or fails and leaves the one before as it is. */
  configure(config: JsonObject, signal: AbortSignal): Promise<CallOutcome<undefined>> {
    const turn = this.#configuring.then(() =>
      this.#outcomeOf(signal, async (stop) => {
        await this.#replace(config, stop);
        return { type: 'ok', value: undefined };
      }),
    );
    this.#configuring = turn;
    return turn;
  }

  /**
   * One completion. Nothing is thrown: a failure is the last event, and after an abort of `signal`
   * the events just end.
   */
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const stop = this.#joinStopping(signal);
    const guard = new StreamGuard();
    try {
      for await (const event of this.#open(request, stop.signal)) {
        guard.check(event);
        yield event.type === 'error'
          ? { type: 'error', error: this.#fitError(event.error) }
          : this.#setup.secrets.redactEvent(event);
        if (guard.isOver) return;
      }
      guard.checkEnd();
    } catch (thrown) {
      if (!stop.signal.aborted) yield { type: 'error', error: this.failureOf(thrown) };
    } finally {
      stop.close();
    }
  }

  async countTokens(
    request: CountTokensRequest,
    signal: AbortSignal,
  ): Promise<CallOutcome<number>> {
    return this.#unary(signal, (provider, context) => {
      if (!provider.countTokens) return undefined;
      const { id } = checkRequest(request, this.#acceptance());
      return provider.countTokens({ ...request, modelId: id }, context);
    });
  }

  async account(signal: AbortSignal): Promise<CallOutcome<AccountSnapshot>> {
    return this.#unary(signal, (provider, context) => provider.account?.(context));
  }

  /** A failure as it may leave the process. */
  failureOf(thrown: unknown): ModelError {
    return this.#fitError(classifyThrown(thrown));
  }

  /** Aborts every call and resolves when all have cleaned up and everything is released. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#configuring;
    this.#retire(this.#current);
    this.#current = undefined;
    await Promise.all(this.#retired);
  }

  async #replace(config: JsonObject, signal: AbortSignal): Promise<void> {
    const { definition, environment, secrets, log } = this.#setup;
    secrets.add(definition.configSchema, config);
    checkConfig(config, definition.configSchema, definition.name);
    checkRequiredSettings(definition.configSchema, config);
    const https: Http[] = [];
    const http = (options = {}): Http => {
      const client = createHttp({ provider: definition.name, environment, options });
      https.push(client);
      return client;
    };
    const context = { environment, log, signal, http };
    const making = (async () => definition.configure(configView(config), context))();
    try {
      const provider = await untilAborted(making, signal);
      this.#retire(this.#current);
      this.#current = new Configuration(provider, https, log);
    } catch (thrown) {
      // What was made too late is released as soon as it is there.
      void making.then(
        (late) => closeAll(late, https, log),
        () => closeAll(undefined, https, log),
      );
      throw thrown;
    }
  }

  #retire(configuration: Configuration | undefined): void {
    if (!configuration) return;
    const retired = configuration.retire();
    this.#retired.add(retired);
    void retired.finally(() => this.#retired.delete(retired));
  }

  #open(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
    const configuration = this.#configured();
    const { id } = checkRequest(request, this.#acceptance());
    const leave = configuration.enter();
    try {
      const resolved = { ...request, modelId: id };
      const source = configuration.provider.stream(resolved, this.#context(signal));
      return readUntilAborted(source, signal, leave);
    } catch (thrown) {
      leave();
      throw thrown;
    }
  }

  #unary<T>(
    signal: AbortSignal,
    call: (provider: ConfiguredProvider, context: CallContext) => Promise<T> | undefined,
  ): Promise<CallOutcome<T>> {
    return this.#outcomeOf(signal, async (stop) => {
      const configuration = this.#configured();
      const answer = call(configuration.provider, this.#context(stop));
      if (!answer) return { type: 'not-offered' };
      const leave = configuration.enter();
      // The call is over when its provider says so, not when we stop waiting for it.
      void answer.then(leave, leave);
      return { type: 'ok', value: await untilAborted(answer, stop) };
    });
  }

  async #outcomeOf<T>(
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<CallOutcome<T>>,
  ): Promise<CallOutcome<T>> {
    const stop = this.#joinStopping(signal);
    try {
      return await run(stop.signal);
    } catch (thrown) {
      return stop.signal.aborted
        ? { type: 'cancelled' }
        : { type: 'error', error: this.failureOf(thrown) };
    } finally {
      stop.close();
    }
  }

  #configured(): Configuration {
    if (this.#current) return this.#current;
    throw failure('invalid_request', 'not configured yet');
  }

  #models(): readonly ModelSpec[] {
    const { models } = this.#setup.definition;
    return this.#current?.models(models) ?? models;
  }

  #acceptance(): Acceptance {
    return { models: this.#models(), imageTypes: this.#setup.definition.imageTypes };
  }

  #context(signal: AbortSignal): CallContext {
    return { log: this.#setup.log, signal };
  }

  #fitError(error: ModelError): ModelError {
    const { definition, secrets } = this.#setup;
    return fitToLeave(error, definition.name, secrets.redact);
  }

  /** A signal that aborts with the call or with the process; `close` lets go of both. */
  #joinStopping(signal: AbortSignal): { readonly signal: AbortSignal; close(): void } {
    const controller = new AbortController();
    const parents = [signal, this.#stopping.signal];
    const abort = (): void => controller.abort();
    for (const parent of parents) {
      if (parent.aborted) abort();
      else parent.addEventListener('abort', abort);
    }
    return {
      signal: controller.signal,
      close: () => {
        for (const parent of parents) parent.removeEventListener('abort', abort);
      },
    };
  }
}
