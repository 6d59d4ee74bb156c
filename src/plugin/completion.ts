/** One completion: a gRPC stream as the events of a provider. */
import { fromWireStreamEvent } from '../protocol/from-wire/stream-event.ts';
import { modelMethods } from '../protocol/grpc-methods.ts';
import type { ProviderEvent } from '../protocol/model-provider.ts';
import type { GrpcStatus } from '../protocol/status-detail.ts';
import { asBuffer, type MessageStream } from './grpc-call.ts';
import type { CallFault, LinkedStream, PluginLink } from './plugin-link.ts';

/** Messages a provider may send after its last event before its call is cut. */
const AFTER_LAST_EVENT = 100;

type Step = IteratorResult<ProviderEvent, undefined>;

const DONE: Step = { done: true, value: undefined };

/**
 * Written by hand because its `return()` must cancel while an event is awaited, which that of an
 * async generator can not.
 */
export class Completion implements AsyncIterator<ProviderEvent, undefined> {
  readonly #link: PluginLink;
  readonly #request: Uint8Array;
  readonly #signal: AbortSignal;
  readonly #cancel = (): void => this.#abandon();
  #stream: LinkedStream | undefined;
  #isOver = false;

  /** @param signal - Cancels the completion; it then ends without a last event. */
  constructor(link: PluginLink, request: Uint8Array, signal: AbortSignal) {
    this.#link = link;
    this.#request = request;
    this.#signal = signal;
    signal.addEventListener('abort', this.#cancel);
    if (signal.aborted) this.#abandon();
  }

  async next(): Promise<Step> {
    if (this.#stream === undefined && !this.#isOver && !(await this.#link.isUsable())) {
      return this.#isOver ? DONE : this.#last({ type: 'crash', crash: await this.#link.crash() });
    }
    while (!this.#isOver) {
      this.#stream ??= this.#link.open(modelMethods.streamCompletion.path, this.#request);
      const step = await this.#step(this.#stream);
      if (step !== undefined) return step;
    }
    return DONE;
  }

  /** Leaves the completion: unless it has ended, the provider is told to stop. */
  return(): Promise<Step> {
    this.#abandon();
    return Promise.resolve(DONE);
  }

  /** @returns `undefined` for a message that is no event of ours. */
  async #step(stream: LinkedStream): Promise<Step | undefined> {
    const pulled = await stream.pull();
    if (this.#isOver) return DONE;
    if (pulled.type === 'end') return this.#end(stream, pulled.failure);
    const event = this.#read(pulled.bytes);
    if (event === undefined) return undefined;
    if (event.type !== 'stop' && event.type !== 'error') return { done: false, value: event };
    void drain(stream);
    return this.#last(event);
  }

  async #end(stream: LinkedStream, failure: GrpcStatus | undefined): Promise<Step> {
    const fault: CallFault = failure
      ? await stream.explain(failure, false)
      : { type: 'error', error: this.#link.fault('ended its answer without saying how') };
    if (this.#isOver) return DONE;
    switch (fault.type) {
      case 'crash':
      case 'error':
        return this.#last(fault);
      case 'cancelled':
        return this.#last({ type: 'stop', reason: 'cancelled' });
      case 'not-offered':
        return this.#last({ type: 'error', error: this.#link.fault('offers no completions') });
      default:
        return unreachable(fault);
    }
  }

  #read(bytes: Uint8Array): ProviderEvent | undefined {
    try {
      const message = modelMethods.streamCompletion.responseDeserialize(asBuffer(bytes));
      const read = fromWireStreamEvent(message);
      if (read.type === 'ok') return read.value;
      const { path, problem } = read.fault;
      return { type: 'error', error: this.#link.fault(`sent an event whose ${path} ${problem}`) };
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      return { type: 'error', error: this.#link.fault(`sent an event that is ${what}`) };
    }
  }

  #last(event: ProviderEvent): Step {
    this.#close();
    return { done: false, value: event };
  }

  #abandon(): void {
    if (this.#isOver) return;
    this.#close();
    if (this.#stream === undefined) return;
    this.#stream.cancel();
    // Whoever gave up may have waited in vain: the next call looks first.
    this.#link.suspect();
  }

  #close(): void {
    this.#isOver = true;
    this.#signal.removeEventListener('abort', this.#cancel);
  }
}

/**
 * Lets a provider end its call by itself after its last event. Cancelling it would make it break
 * off the request to its vendor, whose connection it may want to keep.
 */
async function drain(stream: MessageStream): Promise<void> {
  for (let rest = AFTER_LAST_EVENT; rest > 0; rest -= 1) {
    if ((await stream.pull()).type === 'end') return;
  }
  stream.cancel();
}

function unreachable(value: never): never {
  throw new Error(`not a call fault: ${JSON.stringify(value)}`);
}
