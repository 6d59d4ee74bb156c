// The vendor's stream, event by event, in our terms.
import {
  arrayAt,
  type JsonObject,
  type JsonValue,
  type ModelError,
  numberAt,
  objectAt,
  type StreamEvent,
  type StreamMetadata,
  stringAt,
} from 'agent-hcl/sdk';
import { applyDelta, type BlockNames, type OpenBlock, startBlock, stopBlock } from './blocks.ts';
import { brokenStream, errorOfEvent, requestIdOf } from './errors.ts';
import type { PublishedLimits } from './limits.ts';
import { stopOf } from './stop.ts';
import { mergeUsage, toUsage } from './usage.ts';

export interface ReaderOptions {
  /** From the response's headers; without it the message's own id has to do. */
  readonly requestId: string | undefined;
  /** Published with this response; repeated beside the usage for hosts that look there. */
  readonly limits: PublishedLimits;
  /** The declared name of a tool, from the one the vendor was given. */
  toolName(wireName: string): string;
}

/**
 * Reads one answer. Feed it every event in order; it ends with `stop` or `error`, after which
 * nothing more comes out. Events, blocks and deltas it does not know are skipped.
 */
export class MessageReader {
  readonly #requestId: string | undefined;
  readonly #limits: PublishedLimits;
  readonly #names: BlockNames;
  /** By the vendor's index, which need not be dense. */
  readonly #open = new Map<number, OpenBlock>();
  #isStarted = false;
  #isEnded = false;
  #messageId: string | undefined;
  #usage: JsonObject | undefined;
  #completedCalls = 0;
  #namelessCalls = 0;
  #stopReason: string | undefined;
  #stopSequence: string | undefined;

  constructor(options: ReaderOptions) {
    this.#requestId = options.requestId;
    this.#limits = options.limits;
    this.#names = {
      toolName: options.toolName,
      newCallId: () => `call_${this.#namelessCalls++}`,
    };
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** What the headers say: who asks for help needs the request's id most when nothing follows. */
  open(): readonly StreamEvent[] {
    return this.#requestId === undefined ? [] : this.#start(this.#requestId);
  }

  /** Reads one event; `text` is its JSON as received, for the detail of an error. */
  read(event: JsonValue | undefined, text: string): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    switch (stringAt(event, 'type')) {
      case 'message_start':
        return this.#startMessage(objectAt(event, 'message'));
      case 'content_block_start':
        return this.#startBlock(numberAt(event, 'index') ?? 0, objectAt(event, 'content_block'));
      case 'content_block_delta':
        return this.#applyDelta(numberAt(event, 'index') ?? 0, objectAt(event, 'delta'));
      case 'content_block_stop':
        return this.#stopBlock(numberAt(event, 'index') ?? 0);
      case 'message_delta':
        return this.#updateMessage(event);
      case 'message_stop':
        return this.#stopMessage();
      case 'error':
        return this.fail(errorOfEvent(event, text), requestIdOf(event));
      default:
        return [];
    }
  }

  /** The bytes ended. Without the vendor's last event that is a failure, whatever was said. */
  finish(): readonly StreamEvent[] {
    return this.#isEnded ? [] : this.fail(brokenStream('the answer ended before it was complete'));
  }

  /** Ends with an error; `requestId` is used where the headers had none. */
  fail(error: ModelError, requestId?: string): readonly StreamEvent[] {
    return [...this.#start(requestId), ...this.#end({ type: 'error', error })];
  }

  #startMessage(message: JsonObject | undefined): readonly StreamEvent[] {
    const id = stringAt(message, 'id');
    if (this.#messageId !== undefined) {
      if (id === this.#messageId) return [];
      return this.fail(brokenStream('a second answer began inside the first'));
    }
    this.#messageId = id ?? '';
    this.#noteUsage(message);
    this.#noteStop(message);
    return [
      ...this.#start(id),
      ...describe(message, id),
      // Normally empty; after the vendor's own tools ran, whole blocks may be here already.
      ...arrayAt(message, 'content').flatMap((content, index) =>
        this.#wholeBlock(-1 - index, content),
      ),
    ];
  }

  #start(requestId: string | undefined): readonly StreamEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    const { snapshots: rateLimits, attrs } = this.#limits;
    const hasLimits = rateLimits.length > 0 || Object.keys(attrs).length > 0;
    return [
      ...(requestId ? [{ type: 'stream-start', requestId, correlationIds: {} } as const] : []),
      ...(hasLimits ? [{ type: 'metadata', metadata: { rateLimits, attrs } } as const] : []),
    ];
  }

  #wholeBlock(index: number, content: JsonValue): readonly StreamEvent[] {
    return [...this.#startBlock(index, objectAt(content)), ...this.#stopBlock(index)];
  }

  #startBlock(index: number, content: JsonObject | undefined): readonly StreamEvent[] {
    const { block, events } = startBlock(content, this.#names);
    this.#open.set(index, block);
    return [...events, ...servedBy(content)];
  }

  #applyDelta(index: number, delta: JsonObject | undefined): readonly StreamEvent[] {
    const open = this.#open.get(index);
    if (open === undefined) return [];
    const { block, events } = applyDelta(open, delta);
    this.#open.set(index, block);
    return events;
  }

  #stopBlock(index: number): readonly StreamEvent[] {
    const block = this.#open.get(index);
    if (block === undefined) return [];
    this.#open.delete(index);
    if (block.type === 'tool-use') this.#completedCalls += 1;
    return stopBlock(block);
  }

  #updateMessage(event: JsonValue | undefined): readonly StreamEvent[] {
    this.#noteUsage(event);
    this.#noteStop(objectAt(event, 'delta'));
    const attrs = {
      ...attr('container_id', stringAt(event, 'delta', 'container', 'id')),
      ...attr('refusal_category', stringAt(event, 'delta', 'stop_details', 'category')),
      ...attr('refusal_explanation', stringAt(event, 'delta', 'stop_details', 'explanation')),
    };
    return Object.keys(attrs).length === 0 ? [] : [metadata({ attrs })];
  }

  #noteUsage(holder: JsonValue | undefined): void {
    this.#usage = mergeUsage(this.#usage, objectAt(holder, 'usage'));
  }

  #noteStop(holder: JsonObject | undefined): void {
    this.#stopReason = stringAt(holder, 'stop_reason') ?? this.#stopReason;
    this.#stopSequence = stringAt(holder, 'stop_sequence') ?? this.#stopSequence;
  }
  /** Blocks a gateway left open are complete: the vendor has said that the whole message is. */
  #stopMessage(): readonly StreamEvent[] {
    const closing = [...this.#open.keys()].flatMap((index) => this.#stopBlock(index));
    const { stop, isExact } = stopOf({
      reason: this.#stopReason,
      sequence: this.#stopSequence,
      hasCalls: this.#completedCalls > 0,
    });
    const raw = isExact ? {} : attr('stop_reason', this.#stopReason);
    return [
      ...closing,
      ...(Object.keys(raw).length === 0 ? [] : [metadata({ attrs: raw })]),
      ...this.#end(stop),
    ];
  }

  /** What is known of the bill is told also when the answer failed. */
  #end(terminal: StreamEvent): readonly StreamEvent[] {
    this.#isEnded = true;
    const usage = toUsage(this.#usage);
    const rateLimits = this.#limits.snapshots;
    return [
      ...(usage === undefined ? [] : [{ type: 'usage', usage, rateLimits } as const]),
      terminal,
    ];
  }
}

/** Which model answers, and in which tier. */
function describe(message: JsonObject | undefined, id: string | undefined): readonly StreamEvent[] {
  return [
    metadata({
      actualModel: stringAt(message, 'model'),
      serviceTier: stringAt(message, 'usage', 'service_tier'),
      attrs: attr('message_id', id),
    }),
  ];
}

/** The vendor may hand over to another model in mid-answer. */
function servedBy(content: JsonObject | undefined): readonly StreamEvent[] {
  const actualModel = stringAt(content, 'to', 'model');
  const isFallback = stringAt(content, 'type') === 'fallback' && actualModel !== undefined;
  return isFallback ? [metadata({ actualModel, attrs: {} })] : [];
}

function metadata(news: Omit<StreamMetadata, 'rateLimits'>): StreamEvent {
  return { type: 'metadata', metadata: { ...news, rateLimits: [] } };
}

function attr(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}
