import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { ModelError } from '../../protocol/model-error.ts';
import type { StopReason, StreamEvent } from '../../protocol/stream-event.ts';
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
import { reasoningSignature } from './opaque-reasoning.ts';
import { responsesUsage } from './usage.ts';

export interface ResponsesStreamOptions {
  /** Makes the error of an `error` or `response.failed` event, or of a stream that was cut. */
  readonly errorOf: (body: JsonValue | undefined, text: string) => ModelError;
  /** An id for a call of a server that gives none. */
  readonly makeToolCallId: (index: number) => string;
}

/** One output item, by its place: ids change between events on some gateways. */
interface OpenItem {
  readonly id: string;
  isStarted: boolean;
  isDone: boolean;
  /** Characters already told, so that a closing event adds only what was missing. */
  toldLength: number;
}

/** Translates one Responses stream; `finish` is called once, at its end. */
export class ResponsesStream {
  readonly #options: ResponsesStreamOptions;
  readonly #calls = new Map<number, OpenItem>();
  readonly #told = new Map<string, number>();
  #summaryParts = 0;
  #hasRefused = false;
  #isEnded = false;

  constructor(options: ResponsesStreamOptions) {
    this.#options = options;
  }

  accept({ data }: SseEvent): readonly StreamEvent[] {
    const text = data.trim();
    if (this.#isEnded || text === '' || text === '[DONE]') return [];
    const event = parseJson(text);
    if (!isJsonObject(event)) return this.#fail(undefined, text);
    // The name stands in the data too; several gateways leave out the line before it.
    return this.#accept(stringAt(event, 'type') ?? '', event, text);
  }

  /** A whole response of a server that did not stream, as one burst. */
  acceptResponse(response: JsonObject): readonly StreamEvent[] {
    const items = arrayAt(response, 'output').flatMap((item, index) =>
      isJsonObject(item) ? this.#wholeItem(item, index) : [],
    );
    const status = stringAt(response, 'status');
    if (status === 'failed') return [...items, ...this.#fail(response, JSON.stringify(response))];
    return [...items, ...this.#end(response)];
  }

  /** A stream without its closing event was cut; open calls are never completed. */
  finish(): readonly StreamEvent[] {
    return this.#isEnded ? [] : this.#fail(undefined, 'the stream ended before its end was marked');
  }

  #accept(type: string, event: JsonObject, text: string): readonly StreamEvent[] {
    const index = numberAt(event, 'output_index') ?? 0;
    switch (type) {
      case 'response.output_item.added':
        return this.#added(objectAt(event, 'item'), index);
      case 'response.output_item.done':
        return this.#itemDone(objectAt(event, 'item'), index);
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.#text(event, type, stringAt(event, 'delta') ?? '');
      case 'response.output_text.done':
        return this.#rest(event, 'response.output_text.delta', stringAt(event, 'text'));
      case 'response.refusal.done':
        return this.#rest(event, 'response.refusal.delta', stringAt(event, 'refusal'));
      case 'response.reasoning_summary_part.added':
        this.#summaryParts += 1;
        return this.#summaryParts > 1 ? [{ type: 'thinking-delta', text: '\n\n' }] : [];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return thinkingOf(stringAt(event, 'delta') ?? '');
      case 'response.function_call_arguments.delta':
        return this.#arguments(index, stringAt(event, 'delta') ?? '');
      case 'response.function_call_arguments.done':
        return this.#restOfArguments(index, stringAt(event, 'arguments'));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
        return this.#end(objectAt(event, 'response') ?? {});
      case 'response.failed':
      case 'error':
        return this.#fail(event, text);
      default:
        return valueAt(event, 'error') && type === '' ? this.#fail(event, text) : [];
    }
  }

  #added(item: JsonObject | undefined, index: number): readonly StreamEvent[] {
    if (stringAt(item, 'type') !== 'function_call') return [];
    return this.#start(index, item);
  }

  #start(index: number, item: JsonObject | undefined): readonly StreamEvent[] {
    const known = this.#calls.get(index);
    const name = stringAt(item, 'name') ?? '';
    const id = stringAt(item, 'call_id') || stringAt(item, 'id') || '';
    const call = known ?? {
      id: id === '' ? this.#options.makeToolCallId(this.#calls.size) : id,
      isStarted: false,
      isDone: false,
      toldLength: 0,
    };
    this.#calls.set(index, call);
    if (call.isStarted || name === '') return [];
    call.isStarted = true;
    return [{ type: 'tool-call-start', id: call.id, name }];
  }

  #arguments(index: number, fragment: string): readonly StreamEvent[] {
    const call = this.#calls.get(index);
    if (!call?.isStarted || fragment === '') return [];
    call.toldLength += fragment.length;
    return [{ type: 'tool-call-delta', id: call.id, argumentsFragment: fragment }];
  }

  #restOfArguments(index: number, whole: string | undefined): readonly StreamEvent[] {
    const told = this.#calls.get(index)?.toldLength ?? 0;
    return whole === undefined ? [] : this.#arguments(index, whole.slice(told));
  }

  #itemDone(item: JsonObject | undefined, index: number): readonly StreamEvent[] {
    if (item === undefined) return [];
    const type = stringAt(item, 'type');
    if (type === 'reasoning') {
      const signature = reasoningSignature(item);
      this.#summaryParts = 0;
      return signature ? [{ type: 'thinking-signature', signature }] : [];
    }
    if (type !== 'function_call') return [];
    const events = [...this.#start(index, item)];
    events.push(...this.#restOfArguments(index, stringAt(item, 'arguments')));
    const call = this.#calls.get(index);
    if (!call?.isStarted || call.isDone) return events;
    call.isDone = true;
    return [...events, { type: 'tool-call-done', id: call.id }];
  }

  /** Nothing of the item was streamed: all of it is told now. */
  #wholeItem(item: JsonObject, index: number): readonly StreamEvent[] {
    if (stringAt(item, 'type') === 'message') {
      return arrayAt(item, 'content').flatMap((part): readonly StreamEvent[] => {
        const refusal = stringAt(part, 'refusal');
        if (refusal) this.#hasRefused = true;
        const text = refusal ?? stringAt(part, 'text') ?? '';
        return text === '' ? [] : [{ type: 'text-delta', text }];
      });
    }
    const parts = [...arrayAt(item, 'summary'), ...arrayAt(item, 'content')];
    const thinking = parts.map((part) => stringAt(part, 'text') ?? '').join('\n\n');
    const isReasoning = stringAt(item, 'type') === 'reasoning';
    return [...(isReasoning ? thinkingOf(thinking) : []), ...this.#itemDone(item, index)];
  }

  #text(event: JsonObject, kind: string, text: string): readonly StreamEvent[] {
    if (text === '') return [];
    if (kind === 'response.refusal.delta') this.#hasRefused = true;
    const key = partKey(event, kind);
    this.#told.set(key, (this.#told.get(key) ?? 0) + text.length);
    return [{ type: 'text-delta', text }];
  }

  /** The closing event repeats the whole text; only what no delta brought is told. */
  #rest(event: JsonObject, kind: string, whole: string | undefined): readonly StreamEvent[] {
    const told = this.#told.get(partKey(event, kind)) ?? 0;
    return whole === undefined ? [] : this.#text(event, kind, whole.slice(told));
  }

  #end(response: JsonObject): readonly StreamEvent[] {
    this.#isEnded = true;
    const usage = responsesUsage(valueAt(response, 'usage'));
    const counted: readonly StreamEvent[] = usage ? [{ type: 'usage', usage, rateLimits: [] }] : [];
    return [...counted, { type: 'stop', reason: this.#stopReason(response) }];
  }

  #stopReason(response: JsonObject): StopReason {
    const cause = stringAt(response, 'incomplete_details', 'reason');
    if (cause === 'content_filter') return 'content_filtered';
    if (cause !== undefined || stringAt(response, 'status') === 'incomplete') return 'max_tokens';
    if ([...this.#calls.values()].some(({ isStarted }) => isStarted)) return 'tool_use';
    return this.#hasRefused ? 'refusal' : 'end_turn';
  }

  /** One fault is often told twice, as `error` and as `response.failed`; the first one counts. */
  #fail(body: JsonValue | undefined, text: string): readonly StreamEvent[] {
    this.#isEnded = true;
    const usage = responsesUsage(valueAt(body, 'response', 'usage'));
    const counted: readonly StreamEvent[] = usage ? [{ type: 'usage', usage, rateLimits: [] }] : [];
    return [...counted, { type: 'error', error: this.#options.errorOf(body, text) }];
  }
}

function partKey(event: JsonObject, kind: string): string {
  return `${kind} ${numberAt(event, 'output_index')} ${numberAt(event, 'content_index')}`;
}

function thinkingOf(text: string): readonly StreamEvent[] {
  return text === '' ? [] : [{ type: 'thinking-delta', text }];
}
