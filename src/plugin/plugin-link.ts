/** Process and connection of one provider, and what a failed call between us means. */
import type { Clock } from '../host/host.ts';
import type { WireInit } from '../protocol/codec/message-type.ts';
import type { GrpcMethod } from '../protocol/grpc-methods.ts';
import type { ModelError, ProviderCrash } from '../protocol/model-error.ts';
import { fromGrpcStatus, GRPC_CODE, type GrpcStatus } from '../protocol/status-detail.ts';
import type { Connection } from './connect.ts';
import type { MessageStream } from './grpc-call.ts';
import type { PluginProcess } from './plugin-process.ts';
import { within } from './within.ts';

/** Every way a call ends that is not an answer. */
export type CallFault =
  | { readonly type: 'not-offered' }
  | { readonly type: 'error'; readonly error: ModelError }
  | { readonly type: 'crash'; readonly crash: ProviderCrash }
  | { readonly type: 'cancelled' };

export type Answer<Response> = { readonly type: 'ok'; readonly response: Response } | CallFault;

export interface CallOptions {
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A stream together with what is needed to explain its end. */
export interface LinkedStream extends MessageStream {
  /** @param isCancelled - Whether the end is our own doing. */
  explain(failure: GrpcStatus, isCancelled: boolean): Promise<CallFault>;
}

/** How long a lost connection waits for the end of the process that explains it. */
const PROCESS_END_MS = 250;

/** How long bytes that an ended process had sent may take to reach the calls they belong to. */
const LAST_BYTES_MS = 100;

/** Codes our own runtime gives to the calls of a connection that broke. */
const BROKEN_CONNECTION_CODES: ReadonlySet<number> = new Set([
  GRPC_CODE.unavailable,
  GRPC_CODE.internal,
  GRPC_CODE.unknown,
  GRPC_CODE.cancelled,
]);

/** `Describe` of `/package.Service/Describe`. */
export function methodName(method: { readonly path: string }): string {
  return method.path.slice(method.path.lastIndexOf('/') + 1);
}

export class PluginLink {
  readonly process: PluginProcess;
  readonly connection: Connection;
  readonly #clock: Clock;
  readonly #healthMs: number;
  readonly #closed = new AbortController();
  #isSuspect = false;
  #check: Promise<boolean> | undefined;

  /** @param healthMs - How long an answer to a health check may take before it is none. */
  constructor(process: PluginProcess, connection: Connection, clock: Clock, healthMs: number) {
    this.process = process;
    this.connection = connection;
    this.#clock = clock;
    this.#healthMs = healthMs;
    void this.#abandonAfterEnd();
  }

  /** One unary call, after making sure that somebody listens. */
  async call<Request, Response>(
    method: GrpcMethod<Request, Response>,
    request: WireInit<Request>,
    options: CallOptions,
  ): Promise<Answer<Response>> {
    if (!(await this.isUsable())) return this.#crashed();
    const { losses } = this.connection;
    const { limitMs, signal } = options;
    const result = await this.connection.unary(method, request, limitMs, signal);
    if (result.type === 'ok') return result;
    if (result.type === 'unreadable')
      return this.#error(`gave an answer that is ${result.message}`);
    const { failure } = result;
    const isAborted = signal?.aborted ?? false;
    if (isAborted || failure.code === GRPC_CODE.deadlineExceeded) this.suspect();
    if (isAborted || failure.code !== GRPC_CODE.deadlineExceeded) {
      return this.#explain(failure, isAborted, losses);
    }
    return this.#error(`did not answer ${methodName(method)} within ${limitMs / 1000} s`);
  }

  /** Starts a stream; call `isUsable` first. */
  open(path: string, request: Uint8Array): LinkedStream {
    const { losses } = this.connection;
    const stream = this.connection.stream(path, request);
    return {
      pull: () => stream.pull(),
      cancel: () => stream.cancel(),
      explain: (failure, isCancelled) => this.#explain(failure, isCancelled, losses),
    };
  }

  /** A call was given up without an answer: the connection may hang (`wire.md` §6). */
  suspect(): void {
    this.#isSuspect = true;
  }

  /**
   * Whether a call can be made. A suspected connection is asked for its health first, dialled again
   * when it does not answer, and its process ended when that does not help either.
   */
  async isUsable(): Promise<boolean> {
    if (this.process.end || this.#closed.signal.aborted) return false;
    if (!this.#isSuspect) return true;
    this.#check ??= this.#recover().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  /** A fault of the provider, in words. */
  fault(message: string): ModelError {
    const text = `${this.process.spec.name}: it ${message}`;
    return { category: 'unknown', message: text, retryable: false };
  }

  /** Whether the process has ended, or does so while its broken connection is still news. */
  async hasEnded(): Promise<boolean> {
    if (this.connection.losses > 0) await within(this.process.ended, PROCESS_END_MS, this.#clock);
    return this.process.end !== undefined;
  }

  crash(): Promise<ProviderCrash> {
    const isClosed = this.#closed.signal.aborted;
    return this.process.crash(isClosed ? 'was stopped' : 'stopped answering and was ended');
  }

  close(): void {
    this.#closed.abort();
    this.connection.close();
  }

  async #recover(): Promise<boolean> {
    let health = await this.connection.checkHealth(this.#healthMs);
    if (health.type === 'no-answer') {
      this.connection.redial();
      health = await this.connection.checkHealth(this.#healthMs);
    }
    this.#isSuspect = false;
    if (health.type !== 'no-answer') return true;
    this.process.signalGroup('SIGKILL');
    return false;
  }

  async #explain(failure: GrpcStatus, isCancelled: boolean, losses: number): Promise<CallFault> {
    if (isCancelled) return { type: 'cancelled' };
    if (this.#closed.signal.aborted) return this.#crashed();
    const mayBeLoss = failure.details === undefined && BROKEN_CONNECTION_CODES.has(failure.code);
    if (mayBeLoss && (await this.#isLost(losses))) return this.#lost();
    const meaning = fromGrpcStatus(failure);
    return meaning.type === 'deadline' ? this.#error('gave up by a deadline of its own') : meaning;
  }

  /**
   * Whether a failure without details came from a broken connection. The runtime reports the call
   * before the connection, and the system the socket before the process, so one round trip decides.
   */
  async #isLost(losses: number): Promise<boolean> {
    const isLost = (): boolean =>
      this.process.end !== undefined || this.connection.losses !== losses;
    if (isLost()) return true;
    await Promise.race([this.connection.checkHealth(this.#healthMs), this.process.ended]);
    return isLost();
  }

  async #lost(): Promise<CallFault> {
    await within(this.process.ended, PROCESS_END_MS, this.#clock);
    const crash = await this.process.crash('closed its connection and was ended');
    this.process.signalGroup('SIGKILL');
    return { type: 'crash', crash };
  }

  async #crashed(): Promise<CallFault> {
    await within(this.process.ended, PROCESS_END_MS, this.#clock);
    return { type: 'crash', crash: await this.crash() };
  }

  #error(message: string): CallFault {
    return { type: 'error', error: this.fault(message) };
  }

  /** Nobody will answer any more, even where somebody still holds the socket open. */
  async #abandonAfterEnd(): Promise<void> {
    await this.process.ended;
    await this.#clock.sleep(LAST_BYTES_MS, this.#closed.signal);
    this.close();
  }
}
