import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { ModelError } from '../../protocol/model-error.ts';
import type { StopReason, StreamEvent } from '../../protocol/stream-event.ts';
import type { Usage } from '../../protocol/usage.ts';
import { arrayAt, isJsonObject, objectAt, parseJson, stringAt, valueAt } from '../json.ts';
import type { SseEvent } from '../sse.ts';
import type { AnswerHead } from './answer-head.ts';
import { STREAM_ENDED } from './dialect-error.ts';
import type { AnswerStream } from './read-answer.ts';
import { ThinkTagSplitter, type ThinkTags } from './think-tags.ts';
import { ToolCallAssembler } from './tool-calls.ts';
import { chatUsage, timingsUsage } from './usage.ts';

/** How one server's stream is read. */
export interface ChatStreamOptions {
  /** Told of the first chunk, and asked for what the headers said before a failure. */
  readonly head?: AnswerHead | undefined;
  readonly thinkTags?: ThinkTags | undefined;
  /** Makes the error of an error chunk or frame. */
  readonly errorOf: (body: JsonValue | undefined, text: string) => ModelError;
  /** An id for the n-th tool call of a server that gives none. */
  readonly makeToolCallId: (index: number) => string;
  /** Counters of a `usage` object; the default reads the family's. */
  readonly usageOf?: ((usage: JsonValue) => Usage | undefined) | undefined;
  /** Events of a vendor's own fields, before those of the delta; signatures for example. */
  readonly onDelta?: ((delta: JsonObject, chunk: JsonObject) => readonly StreamEvent[]) | undefined;
  /** Events of a vendor's own before the stop, such as a signature that is whole only then. */
  readonly onEnd?: (() => readonly StreamEvent[]) | undefined;
  /** The limit that was asked for; a call broken at exactly that length was cut. */
  readonly maxOutputTokens?: number | undefined;
  /** The model's window, tokens; some servers say nothing at all when a prompt is beyond it. */
  readonly contextWindow?: number | undefined;
}

const REASONS: Readonly<Record<string, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  model_length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'content_filtered',
};

/** Finish reasons that are failures. */
const FAILED_REASONS = new Set(['error', 'insufficient_system_resource']);

/** What a server means that counts more than its window and answers nothing. */
const OVERFLOW: JsonObject = {
  error: {
    code: 'context_length_exceeded',
    message: 'the conversation is longer than the window, and the server answered nothing',
  },
};

/** Translates one stream of `chat.completion.chunk`s; `finish` is called once, at its end. */
export class ChatStream implements AnswerStream {
  readonly #options: ChatStreamOptions;
  readonly #tags: ThinkTagSplitter;
  readonly #calls: ToolCallAssembler;
  #reason: string | undefined;
  #usage: Usage | undefined;
  #isDone = false;
  #isEnded = false;
  #hasSpoken = false;
  #hasRefused = false;

  constructor(options: ChatStreamOptions) {
    this.#options = options;
    this.#tags = new ThinkTagSplitter(options.thinkTags ?? 'off');
    this.#calls = new ToolCallAssembler(options.makeToolCallId);
  }

  /** Whether the stop or an error was told: nothing may follow it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  accept({ event, data }: SseEvent): readonly StreamEvent[] {
    const text = data.trim();
    if (this.#isEnded || text === '') return [];
    if (text === '[DONE]') {
      this.#isDone = true;
      return this.finish();
    }
    const chunk = parseJson(text) ?? (event === 'error' ? text : undefined);
    if (!isJsonObject(chunk)) return this.#fail(chunk, text);
    if (event !== 'error' && !isError(chunk)) return this.#accept(chunk);
    // Gateways put the error into the chunk that counts; what was used is billed all the same.
    this.#usage = this.#usageOf(chunk) ?? this.#usage;
    return [...(this.#options.head?.describe(chunk) ?? []), ...this.#fail(chunk, text)];
  }

  acceptWhole(body: JsonObject): readonly StreamEvent[] {
    return [...this.#accept(body), ...this.finish()];
  }

  #accept(chunk: JsonObject): readonly StreamEvent[] {
    const choice = arrayAt(chunk, 'choices')[0];
    const delta = objectAt(choice, 'delta') ?? objectAt(choice, 'message');
    const head = this.#options.head?.describe(chunk) ?? [];
    const told = delta === undefined ? [] : this.#delta(delta, chunk);
    if (told.length > 0) this.#hasSpoken = true;
    const events = [...head, ...told];
    // The chunk that names the reason may carry the last of the answer, so the delta came first.
    const reason = stringAt(choice, 'finish_reason');
    if (reason) this.#reason = reason;
    this.#usage = this.#usageOf(chunk) ?? this.#usage;
    if (!FAILED_REASONS.has(this.#reason ?? '')) return events;
    const failed = { code: this.#reason ?? '', message: `the server ended with "${this.#reason}"` };
    return [...events, ...this.#fail({ error: failed }, JSON.stringify(chunk))];
  }

  finish(): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    // The mark alone, without a word and without a reason, is no end but a server that gave up.
    if (this.#reason === undefined && !(this.#isDone && this.#hasSpoken)) {
      return this.#fail(undefined, STREAM_ENDED);
    }
    if (this.#isSilentOverflow()) return this.#fail(OVERFLOW, JSON.stringify(OVERFLOW));
    this.#isEnded = true;
    // Nothing in the answer named it: what its headers said is told at last.
    const head = this.#options.head?.close() ?? [];
    const rest = [...head, ...this.#tags.finish(), ...(this.#options.onEnd?.() ?? [])];
    const reason = this.#stopReason();
    const calls = this.#calls.finish(reason !== 'max_tokens' && reason !== 'content_filtered');
    return [...rest, ...calls, ...this.#usageEvents(), { type: 'stop', reason }];
  }

  fail(error: ModelError): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    this.#isEnded = true;
    const head = this.#options.head?.close() ?? [];
    return [...head, ...this.#tags.finish(), ...this.#usageEvents(), { type: 'error', error }];
  }

  #delta(delta: JsonObject, chunk: JsonObject): readonly StreamEvent[] {
    const events = [...(this.#options.onDelta?.(delta, chunk) ?? [])];
    const thinking = firstText(delta, ['reasoning_content', 'reasoning', 'thinking']);
    if (thinking !== '') events.push({ type: 'thinking-delta', text: thinking });
    const content = valueAt(delta, 'content');
    const isThought = stringAt(delta, 'channel') === 'analysis' && typeof content === 'string';
    if (!isThought) events.push(...this.#content(content));
    else if (content !== '' && thinking === '')
      events.push({ type: 'thinking-delta', text: content });
    const refusal = stringAt(delta, 'refusal');
    if (refusal) {
      this.#hasRefused = true;
      events.push({ type: 'text-delta', text: refusal });
    }
    for (const call of arrayAt(delta, 'tool_calls')) events.push(...this.#calls.accept(call));
    const legacy = objectAt(delta, 'function_call');
    if (legacy) events.push(...this.#calls.accept({ index: 0, function: legacy }));
    return events;
  }

  /** A text, or parts of which some are reasoning. */
  #content(content: JsonValue | undefined): readonly StreamEvent[] {
    if (typeof content === 'string') return content === '' ? [] : this.#tags.accept(content);
    return arrayAt(content).flatMap((part): readonly StreamEvent[] => {
      const text = stringAt(part, 'text') ?? '';
      if (stringAt(part, 'type') !== 'thinking') return text === '' ? [] : this.#tags.accept(text);
      const inner = valueAt(part, 'thinking');
      const thinking =
        typeof inner === 'string'
          ? inner
          : arrayAt(inner)
              .map((piece) => stringAt(piece, 'text') ?? '')
              .join('');
      return thinking === '' ? [] : [{ type: 'thinking-delta', text: thinking }];
    });
  }

  #usageOf(chunk: JsonObject): Usage | undefined {
    const read = this.#options.usageOf ?? chatUsage;
    // Some servers report the same counters twice.
    const usage = objectAt(chunk, 'usage') ?? objectAt(chunk, 'x_groq', 'usage');
    const found = usage && read(usage);
    return found ?? (this.#usage ? undefined : timingsUsage(valueAt(chunk, 'timings')));
  }

  #isSilentOverflow(): boolean {
    const { contextWindow } = this.#options;
    if (this.#hasSpoken || contextWindow === undefined || this.#usage === undefined) return false;
    const { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = this.#usage;
    return inputTokens + cacheReadTokens + cacheWriteTokens > contextWindow;
  }

  #stopReason(): StopReason {
    const { maxOutputTokens } = this.#options;
    const spent = (this.#usage?.outputTokens ?? 0) + (this.#usage?.reasoningTokens ?? 0);
    const isCut = maxOutputTokens !== undefined && spent >= maxOutputTokens;
    const named = REASONS[this.#reason ?? ''] ?? 'end_turn';
    if (named === 'tool_use' && this.#calls.hasBroken && isCut) return 'max_tokens';
    if (named === 'end_turn' || named === 'tool_use') {
      if (!this.#calls.isEmpty) return 'tool_use';
      return this.#hasRefused ? 'refusal' : 'end_turn';
    }
    return named;
  }

  #usageEvents(): readonly StreamEvent[] {
    const rateLimits = this.#options.head?.limits ?? [];
    return this.#usage ? [{ type: 'usage', usage: this.#usage, rateLimits }] : [];
  }

  /** What was counted and said before the failure stays. */
  #fail(body: JsonValue | undefined, text: string): readonly StreamEvent[] {
    return this.fail(this.#options.errorOf(body, text));
  }
}

function isError(chunk: JsonObject): boolean {
  const error = valueAt(chunk, 'error');
  return (
    (error !== undefined && error !== null && error !== '') || stringAt(chunk, 'object') === 'error'
  );
}

/** The same reasoning comes under several names; one of them counts, never two. */
function firstText(delta: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const text = stringAt(delta, name);
    if (text) return text;
  }
  return '';
}
