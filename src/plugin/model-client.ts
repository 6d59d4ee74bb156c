/** The kernel's port to a provider, over gRPC. */
import type { WireInit } from '../protocol/codec/message-type.ts';
import {
  fromWireAccount,
  fromWireCapabilities,
  fromWireProducer,
} from '../protocol/from-wire/capabilities.ts';
import type { FromWire } from '../protocol/from-wire/fault.ts';
import { type GrpcMethod, modelMethods } from '../protocol/grpc-methods.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { CallOutcome, ModelProvider, ProviderEvent } from '../protocol/model-provider.ts';
import type { CountTokensRequest, ModelRequest } from '../protocol/model-request.ts';
import type { AccountSnapshot, Capabilities, ProducerRef } from '../protocol/model-spec.ts';
import {
  toWireConfigureRequest,
  toWireCountTokensRequest,
  toWireRequest,
} from '../protocol/to-wire/request.ts';
import { Completion } from './completion.ts';
import { methodName, type PluginLink } from './plugin-link.ts';
import type { PluginLogger } from './plugin-log.ts';

/** Milliseconds each kind of call may take (`model-protocol.md` §9.9). */
export interface CallLimits {
  readonly unaryMs: number;
  readonly configureMs: number;
}

export const CALL_LIMITS: CallLimits = { unaryMs: 30_000, configureMs: 60_000 };

/** What a Go plugin's server, and any that keeps its library's default, takes at most. */
const FOREIGN_LIMIT_BYTES = 4 * 1024 * 1024;

export class ModelClient implements ModelProvider {
  readonly name: string;
  readonly #link: PluginLink;
  readonly #limits: CallLimits;
  readonly #log: PluginLogger;

  constructor(link: PluginLink, log: PluginLogger, limits: CallLimits = CALL_LIMITS) {
    this.name = link.process.spec.name;
    this.#link = link;
    this.#limits = limits;
    this.#log = log;
  }

  describe(signal?: AbortSignal): Promise<CallOutcome<ProducerRef>> {
    return this.#required(modelMethods.describe, {}, signal, fromWireProducer);
  }

  capabilities(signal?: AbortSignal): Promise<CallOutcome<Capabilities>> {
    return this.#required(modelMethods.getCapabilities, {}, signal, fromWireCapabilities);
  }

  configure(config: JsonObject, signal?: AbortSignal): Promise<CallOutcome<undefined>> {
    const request = toWireConfigureRequest(config);
    return this.#required(modelMethods.configure, request, signal, () => ok(undefined));
  }

  countTokens(request: CountTokensRequest, signal?: AbortSignal): Promise<CallOutcome<number>> {
    return this.#call(
      modelMethods.countTokens,
      toWireCountTokensRequest(request),
      signal,
      ({ count }) => countOf(count),
    );
  }

  account(signal?: AbortSignal): Promise<CallOutcome<AccountSnapshot>> {
    return this.#call(modelMethods.getAccount, {}, signal, fromWireAccount);
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent> {
    const bytes = modelMethods.streamCompletion.requestSerialize(toWireRequest(request));
    this.#warnOfSize(bytes);
    return { [Symbol.asyncIterator]: () => new Completion(this.#link, bytes, signal) };
  }

  /** A call every provider must offer. */
  async #required<Request, Response, T>(
    method: GrpcMethod<Request, Response>,
    request: WireInit<Request>,
    signal: AbortSignal | undefined,
    read: (response: Response) => FromWire<T>,
  ): Promise<CallOutcome<T>> {
    const outcome = await this.#call(method, request, signal, read);
    if (outcome.type !== 'not-offered') return outcome;
    return { type: 'error', error: this.#link.fault(`does not offer ${methodName(method)}`) };
  }

  async #call<Request, Response, T>(
    method: GrpcMethod<Request, Response>,
    request: WireInit<Request>,
    signal: AbortSignal | undefined,
    read: (response: Response) => FromWire<T>,
  ): Promise<CallOutcome<T>> {
    const isConfigure = method.path === modelMethods.configure.path;
    const limitMs = isConfigure ? this.#limits.configureMs : this.#limits.unaryMs;
    const answer = await this.#link.call(method, request, { limitMs, signal });
    if (answer.type !== 'ok') return answer;
    const result = read(answer.response);
    if (result.type === 'ok') return result;
    const { path, problem } = result.fault;
    const message = `answered ${methodName(method)} with ${path}, which ${problem}`;
    return { type: 'error', error: this.#link.fault(message) };
  }

  #warnOfSize(bytes: Uint8Array): void {
    const { kind } = this.#link.process.spec;
    if (kind === 'built-in' || bytes.length <= FOREIGN_LIMIT_BYTES) return;
    this.#log({
      provider: this.name,
      level: 'warn',
      message: 'the request is larger than 4 MiB, which many providers refuse',
      module: 'kernel',
      fields: { bytes: bytes.length },
    });
  }
}

function ok<T>(value: T): FromWire<T> {
  return { type: 'ok', value };
}

function countOf(count: bigint): FromWire<number> {
  const value = Number(count);
  if (Number.isSafeInteger(value) && value >= 0) return ok(value);
  return { type: 'fault', fault: { path: 'count', problem: `is ${count}` } };
}
