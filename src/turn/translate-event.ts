/** A provider's events → the events faces read, with costs and budgets as they arrive. */
import type { Clock } from '../host/host.ts';
import type { ModelRequest } from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import type { StreamEvent, StreamMetadata } from '../protocol/stream-event.ts';
import type { Usage } from '../protocol/usage.ts';
import { type Accumulator, type AccumulatorNotice, createAccumulator } from './accumulate.ts';
import { type AttoUsd, costOf, pricedModel, toUsd } from './cost.ts';
import { observe, type RateLimitBook } from './rate-limit.ts';
import type { ModelRef, TurnEvent } from './turn-event.ts';

export interface TranslatorInput {
  readonly ref: ModelRef;
  readonly spec: ModelSpec;
  /** All models of the provider, for the price of the one it says it served. */
  readonly models: readonly ModelSpec[];
  readonly request: Pick<ModelRequest, 'tools'>;
  readonly clock: Clock;
  readonly rateLimits: RateLimitBook;
}

/** What one attempt has brought so far. */
export class EventTranslator {
  readonly message: Accumulator = createAccumulator();
  /** Tool calls whose arguments could not be read: id → what is wrong. */
  readonly callFailures = new Map<string, string>();
  requestId: string | undefined;
  usage: Usage | undefined;
  /** Of `usage`; `undefined` when not known. */
  usageCost: AttoUsd | undefined;
  /** Text or a tool call was handed on. */
  hasDelivered = false;
  /** Anything of a message arrived, reasoning included. */
  hasContent = false;
  /** The first tool the model called without having been offered it. */
  undeclaredTool: string | undefined;
  readonly #input: TranslatorInput;
  #actualModel: string | undefined;
  /** Reused: a delta costs no array. */
  readonly #out: TurnEvent[] = [];

  constructor(input: TranslatorInput) {
    this.#input = input;
  }

  /** @returns What faces should see; valid until the next call. */
  translate(event: StreamEvent): readonly TurnEvent[] {
    this.#out.length = 0;
    const notice = this.message.add(event);
    if (notice !== undefined) this.#notice(notice);
    switch (event.type) {
      case 'text-delta':
        this.#delta(event);
        break;
      case 'thinking-delta':
        this.#delta(event);
        break;
      case 'stream-start':
        this.#start(event.requestId);
        break;
      case 'usage':
        this.#count(event);
        break;
      case 'metadata':
        this.#describe(event.metadata);
        break;
      case 'redacted-thinking':
        this.hasContent = true;
        // What it holds is for the vendor alone.
        this.#out.push({ type: 'redacted-thinking' });
        break;
      case 'thinking-signature':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-done':
        this.hasContent = true;
        break;
      case 'stop':
      case 'error':
        break;
    }
    return this.#out;
  }

  /** The same object goes on: a delta costs no copy either. */
  #delta(event: StreamEvent & { readonly type: 'text-delta' | 'thinking-delta' }): void {
    if (event.text === '') return;
    this.hasContent = true;
    if (event.type === 'text-delta') this.hasDelivered = true;
    this.#out.push(event);
  }

  #start(requestId: string): void {
    if (this.requestId !== undefined) {
      this.#warn('started its stream twice');
      return;
    }
    this.requestId = requestId;
    this.#out.push({ type: 'stream-start', requestId });
  }

  #count(event: StreamEvent & { readonly type: 'usage' }): void {
    const { spec, models, clock } = this.#input;
    const priced = pricedModel(models, spec, this.#actualModel);
    this.usage = event.usage;
    this.usageCost = costOf(event.usage, priced.spec.pricing, clock.now());
    this.#out.push({
      type: 'usage',
      usage: event.usage,
      costUsd: this.usageCost === undefined ? undefined : toUsd(this.usageCost),
      ...(priced.isEstimate ? { costIsEstimate: true } : {}),
      rateLimits: this.#observe(event.rateLimits),
    });
  }

  #describe(metadata: StreamMetadata): void {
    this.#actualModel = metadata.actualModel ?? this.#actualModel;
    const rateLimits = this.#observe(metadata.rateLimits);
    this.#out.push({ type: 'metadata', metadata, rateLimits });
  }

  #observe(snapshots: StreamMetadata['rateLimits']) {
    const { clock, rateLimits, ref } = this.#input;
    const observed = observe(snapshots, clock.now());
    rateLimits.record(ref, observed);
    return observed;
  }

  #notice(notice: AccumulatorNotice): void {
    if (notice.type === 'defect') {
      this.#warn(notice.message);
      return;
    }
    const { id, name } = notice;
    this.hasDelivered = true;
    if (!this.#input.request.tools.some((tool) => tool.name === name)) this.undeclaredTool ??= name;
    if (notice.type === 'tool-call') {
      this.#out.push({ type: 'tool-call', id, name, arguments: notice.arguments });
      return;
    }
    this.callFailures.set(id, notice.message);
    this.#out.push({ type: 'tool-call', id, name, arguments: {} });
    this.#out.push({ type: 'tool-result', id, isError: true, content: notice.message });
  }

  #warn(what: string): void {
    const { provider } = this.#input.ref;
    this.#out.push({ type: 'warning', message: `The provider "${provider}" ${what}.` });
  }
}
