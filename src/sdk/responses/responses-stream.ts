import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { ModelError } from '../../protocol/model-error.ts';
import type { StopReason, StreamEvent } from '../../protocol/stream-event.ts';
import type { AnswerHead } from '../chat-completions/answer-head.ts';
import { STREAM_ENDED } from '../chat-completions/dialect-error.ts';
import type { AnswerStream } from '../chat-completions/read-answer.ts';
import {
  arrayAt,
  isJsonObject,
  numberAt,
  objectAt,
  parseJson,
  stringAt,
  valueAt,
} from '../json.ts';
import type { SseEvent } from '../sse.ts';
import { CallItems } from './call-items.ts';
import { reasoningSignature } from './opaque-reasoning.ts';
import { ToldTexts } from './told-texts.ts';
import { responsesUsage } from './usage.ts';

export interface ResponsesStreamOptions {
  /** Told of the response, and asked for what the headers said before a failure. */
  readonly head?: AnswerHead | undefined;
  /** Makes the error of an `error` or `response.failed` event, or of a stream that was cut. */
  readonly errorOf: (body: JsonValue | undefined, text: string) => ModelError;
  /** An id for a call of a server that gives none. */
  readonly makeToolCallId: (index: number) => string;
}

/** Events that bring a piece, or the whole, of a part: its kind and the field of its text. */
const PARTS: Readonly<Record<string, { readonly kind: PartKind; readonly field: string }>> = {
  'response.output_text.delta': { kind: 'text', field: 'delta' },
  'response.output_text.done': { kind: 'text', field: 'text' },
  'response.refusal.delta': { kind: 'refusal', field: 'delta' },
  'response.refusal.done': { kind: 'refusal', field: 'refusal' },
  'response.reasoning_summary_text.delta': { kind: 'summary', field: 'delta' },
  'response.reasoning_summary_text.done': { kind: 'summary', field: 'text' },
  'response.reasoning_text.delta': { kind: 'reasoning', field: 'delta' },
  'response.reasoning_text.done': { kind: 'reasoning', field: 'text' },
};

type PartKind = 'text' | 'refusal' | 'summary' | 'reasoning';

/** Translates one Responses stream; `finish` is called once, at its end. */
export class ResponsesStream implements AnswerStream {
  readonly #options: ResponsesStreamOptions;
  readonly #calls: CallItems;
  readonly #told = new ToldTexts();
  /** Of items without a place: below zero, by their ids. */
  readonly #places = new Map<string, number>();
  #summaryParts = 0;
  #hasSigned = false;
  #hasRefused = false;
  #isEnded = false;

  constructor(options: ResponsesStreamOptions) {
    this.#options = options;
    this.#calls = new CallItems(options.makeToolCallId);
  }

  /** Whether the stop or an error was told: nothing may follow it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  accept({ data, event: name }: SseEvent): readonly StreamEvent[] {
    const text = data.trim();
    if (this.#isEnded || text === '' || text === '[DONE]') return [];
    const event = parseJson(text);
    if (!isJsonObject(event)) return this.#fail(undefined, text);
    const head = this.#options.head?.describe(objectAt(event, 'response')) ?? [];
    // The name stands in the data too; several gateways leave out the line before it.
    return [...head, ...this.#accept(stringAt(event, 'type') ?? name ?? '', event, text)];
  }

  acceptWhole(response: JsonObject): readonly StreamEvent[] {
    const head = this.#options.head?.describe(response) ?? [];
    const status = stringAt(response, 'status') ?? 'completed';
    if (status === 'completed' || status === 'incomplete') {
      return [...head, ...this.#end(response)];
    }
    const items = this.#untold(response);
    return [...head, ...items, ...this.#fail(response, JSON.stringify(response))];
  }

  fail(error: ModelError): readonly StreamEvent[] {
    return this.#endWith(error, undefined);
  }

  /** A stream without its closing event was cut; open calls are never completed. */
  finish(): readonly StreamEvent[] {
    return this.#isEnded ? [] : this.#fail(undefined, STREAM_ENDED);
  }

  #accept(type: string, event: JsonObject, text: string): readonly StreamEvent[] {
    const part = Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
    if (part !== undefined) return this.#part(event, part.kind, part.field);
    const index = this.#placeOf(event);
    switch (type) {
      case 'response.output_item.added': {
        const item = objectAt(event, 'item');
        return stringAt(item, 'type') === 'function_call' ? this.#calls.start(index, item) : [];
      }
      case 'response.output_item.done':
        return this.#itemDone(objectAt(event, 'item'), index);
      case 'response.reasoning_summary_part.added':
        this.#summaryParts += 1;
        return this.#summaryParts > 1 ? [{ type: 'thinking-delta', text: '\n\n' }] : [];
      case 'response.function_call_arguments.delta':
        return this.#calls.addArguments(index, stringAt(event, 'delta') ?? '');
      case 'response.function_call_arguments.done':
        return this.#calls.completeArguments(index, stringAt(event, 'arguments'));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
        return this.#end(objectAt(event, 'response') ?? {});
      case 'response.failed':
        return this.#fail(objectAt(event, 'response') ?? event, text);
      case 'error':
        return this.#fail(event, text);
      default:
        return valueAt(event, 'error') && type === '' ? this.#fail(event, text) : [];
    }
  }

  /** Gateways that leave the place out name the item instead. */
  #placeOf(event: JsonObject): number {
    const place = numberAt(event, 'output_index');
    if (place !== undefined) return place;
    const id = stringAt(event, 'item_id') ?? stringAt(event, 'item', 'id') ?? '';
    const known = this.#places.get(id) ?? -1 - this.#places.size;
    this.#places.set(id, known);
    return known;
  }

  /** A closing event repeats the whole part; only what no delta brought is told. */
  #part(event: JsonObject, kind: PartKind, field: string): readonly StreamEvent[] {
    const found = stringAt(event, field) ?? '';
    const text = field === 'delta' ? found : this.#told.rest(event, kind, found);
    if (text === '') return [];
    this.#told.add(event, kind, text);
    if (kind === 'refusal') this.#hasRefused = true;
    const isThought = kind === 'summary' || kind === 'reasoning';
    return [{ type: isThought ? 'thinking-delta' : 'text-delta', text }];
  }

  /** What the item says at its end is authoritative; its first appearance is not. */
  #itemDone(item: JsonObject | undefined, index: number): readonly StreamEvent[] {
    const type = stringAt(item, 'type');
    if (item === undefined) return [];
    if (type === 'function_call') return this.#calls.end(index, item);
    if (type !== 'reasoning') return [];
    this.#summaryParts = 0;
    const signature = reasoningSignature(item);
    if (signature === undefined) return [];
    this.#hasSigned = true;
    return [{ type: 'thinking-signature', signature }];
  }

  /**
   * What the closing event lists and no other event brought: all of it when nothing was streamed,
   * else the calls alone. Never the other way round, for that list may be empty.
   */
  #untold(response: JsonObject): readonly StreamEvent[] {
    const isSilent = !this.#told.hasAny && !this.#calls.hasAny && !this.#hasSigned;
    return arrayAt(response, 'output').flatMap((item, index): readonly StreamEvent[] => {
      if (!isJsonObject(item)) return [];
      if (stringAt(item, 'type') !== 'function_call') {
        return isSilent ? this.#wholeItem(item, index) : [];
      }
      // Ids that changed on the way would make a second call of the first.
      const place = this.#calls.placeOf(item) ?? (isSilent ? index : undefined);
      return place === undefined ? [] : this.#calls.end(place, item);
    });
  }

  #wholeItem(item: JsonObject, index: number): readonly StreamEvent[] {
    const type = stringAt(item, 'type');
    const parts = (field: string, kind: (part: JsonValue) => PartKind) =>
      arrayAt(item, field).flatMap((part, place) => {
        const at = { output_index: index, content_index: place };
        const text = stringAt(part, 'refusal') ?? stringAt(part, 'text') ?? '';
        const separator = place > 0 && type === 'reasoning' ? '\n\n' : '';
        return this.#part({ ...at, delta: `${separator}${text}` }, kind(part), 'delta');
      });
    if (type === 'message') {
      return parts('content', (part) => (stringAt(part, 'refusal') ? 'refusal' : 'text'));
    }
    if (type !== 'reasoning') return [];
    const thoughts = [...parts('summary', () => 'summary'), ...parts('content', () => 'reasoning')];
    return [...thoughts, ...this.#itemDone(item, index)];
  }

  #end(response: JsonObject): readonly StreamEvent[] {
    const untold = this.#untold(response);
    this.#isEnded = true;
    const reason = this.#stopReason(response);
    const calls = reason === 'tool_use' ? this.#calls.finish() : [];
    // Nothing in the answer named it: what its headers said is told at last.
    const head = this.#options.head?.close() ?? [];
    return [...head, ...untold, ...calls, ...this.#counted(response), { type: 'stop', reason }];
  }

  #counted(response: JsonValue | undefined): readonly StreamEvent[] {
    const usage = responsesUsage(valueAt(response, 'usage'));
    const rateLimits = this.#options.head?.limits ?? [];
    return usage ? [{ type: 'usage', usage, rateLimits }] : [];
  }

  #stopReason(response: JsonObject): StopReason {
    const cause = stringAt(response, 'incomplete_details', 'reason');
    if (cause === 'content_filter') return 'content_filtered';
    if (cause !== undefined || stringAt(response, 'status') === 'incomplete') return 'max_tokens';
    if (this.#calls.hasAny) return 'tool_use';
    return this.#hasRefused ? 'refusal' : 'end_turn';
  }

  /** One fault is often told twice, as `error` and as `response.failed`; the first one counts. */
  #fail(body: JsonObject | undefined, text: string): readonly StreamEvent[] {
    return this.#endWith(this.#options.errorOf(body, text), body);
  }

  #endWith(error: ModelError, body: JsonObject | undefined): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    this.#isEnded = true;
    const head = this.#options.head?.close() ?? [];
    return [...head, ...this.#counted(body), { type: 'error', error }];
  }
}
