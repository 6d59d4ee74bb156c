// The program's lines, one by one, in our terms.
import {
  arrayAt,
  booleanAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ModelError,
  numberAt,
  objectAt,
  type RateLimitSnapshot,
  type StopReason,
  type StreamEvent,
  stringAt,
} from 'agent-hcl/sdk';
import { answerOf, costOf } from './answer.ts';
import { errorOfTurn } from './errors.ts';
import { isRejected, limitsOf } from './limits.ts';
import { RunningUsage, toUsage } from './usage.ts';

export interface ReaderOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The end of what the program printed beside. */
  readonly stderr: () => string;
  /** A value is asked for: it comes with the last line, and what is said before is none of it. */
  readonly isStructured?: boolean | undefined;
}

const REASONS: Readonly<Record<string, StopReason>> = {
  max_tokens: 'max_tokens',
  refusal: 'refusal',
  model_context_window_exceeded: 'max_tokens',
};

/**
 * Reads one turn. Feed it every line in order; it ends with `stop` or `error`, after which nothing
 * more comes out. Lines it does not know are skipped. Calls of tools are never told: whatever stands
 * in these lines the program ran itself.
 */
export class TurnReader {
  readonly #options: ReaderOptions;
  readonly #usage = new RunningUsage();
  /** Messages that came in pieces: their whole is a repeat. */
  readonly #streamed = new Set<string>();
  #limits: readonly RateLimitSnapshot[] = [];
  #resetAtMs: number | undefined;
  #hasStarted = false;
  #hasText = false;
  #isEnded = false;
  #stopReason: string | undefined;
  /** What an answer said that was none but the program's own note of a failure. */
  #failure: { readonly code?: string | undefined; readonly text?: string | undefined } = {};

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  read(line: JsonValue | undefined): readonly StreamEvent[] {
    // A warning, or a note that there is an update.
    if (this.#isEnded || !isJsonObject(line)) return [];
    // Of a helper that the program started; not its answer.
    const isOfHelper = stringAt(line, 'parent_tool_use_id') !== undefined;
    switch (stringAt(line, 'type')) {
      case 'system':
        return this.#readSystem(line);
      case 'stream_event':
        return isOfHelper ? [] : this.#readPiece(objectAt(line, 'event'));
      case 'assistant':
        return isOfHelper ? [] : this.#readMessage(line);
      case 'rate_limit_event':
        return this.#readLimits(objectAt(line, 'rate_limit_info'));
      case 'result':
        return this.#readResult(line);
      default:
        return [];
    }
  }

  /** Ends with an error that no line told. What was used until here is told as well. */
  fail(error: ModelError): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    return [...this.#start(undefined), ...this.#end({ type: 'error', error }, undefined)];
  }

  #readSystem(line: JsonObject): readonly StreamEvent[] {
    if (stringAt(line, 'subtype') === 'init') {
      const model = stringAt(line, 'model');
      return this.#start(stringAt(line, 'session_id'), model);
    }
    // The program tries again by itself, for minutes; a login that failed will not mend that way.
    const isRefused = numberAt(line, 'error_status') === 401;
    if (stringAt(line, 'subtype') !== 'api_retry' || !isRefused) return [];
    return this.#failTurn(line, [stringAt(line, 'error') ?? 'authentication_failed'], 401);
  }

  /** May come again with every turn of a session. */
  #start(sessionId: string | undefined, actualModel?: string): readonly StreamEvent[] {
    if (this.#hasStarted) return [];
    this.#hasStarted = true;
    const rateLimits = this.#limits;
    const hasNews = rateLimits.length > 0 || actualModel !== undefined;
    return [
      ...(sessionId
        ? [{ type: 'stream-start', requestId: sessionId, correlationIds: {} } as const]
        : []),
      ...(hasNews
        ? [{ type: 'metadata', metadata: { actualModel, rateLimits, attrs: {} } } as const]
        : []),
    ];
  }

  /** An event of the Messages API, as it came. */
  #readPiece(event: JsonObject | undefined): readonly StreamEvent[] {
    switch (stringAt(event, 'type')) {
      case 'message_start':
        this.#streamed.add(stringAt(event, 'message', 'id') ?? '');
        this.#usage.begin(objectAt(event, 'message', 'usage'));
        return [];
      case 'content_block_start':
        return this.#say(objectAt(event, 'content_block'));
      case 'content_block_delta':
        return this.#say(objectAt(event, 'delta'));
      case 'message_delta':
        this.#usage.update(objectAt(event, 'usage'));
        this.#stopReason = stringAt(event, 'delta', 'stop_reason') ?? this.#stopReason;
        return [];
      default:
        return [];
    }
  }

  /** Whole blocks; one message may come as several lines, a block in each. */
  #readMessage(line: JsonObject): readonly StreamEvent[] {
    const message = objectAt(line, 'message');
    const blocks = arrayAt(message, 'content');
    const code = stringAt(line, 'error');
    if (code !== undefined || stringAt(message, 'model') === '<synthetic>') {
      const text = blocks.map((block) => stringAt(block, 'text') ?? '').join('');
      this.#failure = { code: code ?? this.#failure.code, text: text || this.#failure.text };
      return [];
    }
    if (this.#streamed.has(stringAt(message, 'id') ?? '')) return [];
    this.#stopReason = stringAt(message, 'stop_reason') ?? this.#stopReason;
    return blocks.flatMap((block) => this.#say(objectAt(block)));
  }

  #say(part: JsonObject | undefined): readonly StreamEvent[] {
    const thinking = stringAt(part, 'thinking');
    if (thinking) return [...this.#start(undefined), { type: 'thinking-delta', text: thinking }];
    const type = stringAt(part, 'type');
    const text = type === 'text' || type === 'text_delta' ? stringAt(part, 'text') : undefined;
    if (!text || this.#options.isStructured === true) return [];
    this.#hasText = true;
    return [...this.#start(undefined), { type: 'text-delta', text }];
  }

  #readLimits(info: JsonObject | undefined): readonly StreamEvent[] {
    const rateLimits = limitsOf(info);
    if (isRejected(info)) this.#resetAtMs = rateLimits[0]?.resetAtMs;
    if (rateLimits.length === 0) return [];
    this.#limits = rateLimits;
    // The first of all events is the start.
    return this.#hasStarted ? [{ type: 'metadata', metadata: { rateLimits, attrs: {} } }] : [];
  }

  /** Failures of the API also end as `success`: whether it is an error stands apart. */
  #readResult(line: JsonObject): readonly StreamEvent[] {
    const subtype = stringAt(line, 'subtype') ?? 'success';
    const ending = stringAt(line, 'terminal_reason');
    if (ending === 'aborted_streaming' || ending === 'aborted_tools') {
      return this.#stop(line, 'cancelled');
    }
    if (booleanAt(line, 'is_error') === true || subtype !== 'success') {
      const codes = [this.#failure.code, subtype === 'success' ? undefined : subtype, ending];
      return this.#failTurn(line, codes, numberAt(line, 'api_error_status'));
    }
    const reason = stringAt(line, 'stop_reason') ?? this.#stopReason ?? '';
    return this.#stop(line, Object.hasOwn(REASONS, reason) ? REASONS[reason] : 'end_turn');
  }

  #stop(line: JsonObject, reason: StopReason = 'end_turn'): readonly StreamEvent[] {
    // Some versions tell the answer only here, others leave it out here.
    const text = this.#hasText ? '' : answerOf(line);
    return [
      ...this.#start(stringAt(line, 'session_id')),
      ...(text === '' ? [] : [{ type: 'text-delta', text } as const]),
      ...costOf(line),
      ...this.#end({ type: 'stop', reason }, line),
    ];
  }

  #failTurn(
    line: JsonObject,
    codes: readonly (string | undefined)[],
    status: number | undefined,
  ): readonly StreamEvent[] {
    const error = errorOfTurn({
      codes: codes.filter((code) => code !== undefined),
      status,
      reason: this.#reasonOf(line),
      stderr: this.#options.stderr(),
      resetAtMs: this.#resetAtMs,
      nowMs: this.#options.now(),
    });
    const start = this.#start(stringAt(line, 'session_id'));
    return [...start, ...costOf(line), ...this.#end({ type: 'error', error }, line)];
  }

  #reasonOf(line: JsonObject): string | undefined {
    const errors = arrayAt(line, 'errors').filter((each) => typeof each === 'string');
    const subtype = stringAt(line, 'subtype');
    const status = numberAt(line, 'api_error_status');
    const stderr = this.#options.stderr().trim();
    return [
      errors.join('; '),
      stringAt(line, 'result'),
      this.#failure.text,
      stringAt(line, 'error'),
      subtype === 'success' || subtype === 'api_retry' ? undefined : subtype,
      status === undefined ? undefined : `the API answered with status ${status}`,
      stderr,
    ].find((text) => text !== undefined && text.trim() !== '');
  }

  #end(terminal: StreamEvent, line: JsonObject | undefined): readonly StreamEvent[] {
    this.#isEnded = true;
    const usage = toUsage(objectAt(line, 'usage')) ?? this.#usage.total;
    const rateLimits = this.#limits;
    return [
      ...(usage === undefined ? [] : [{ type: 'usage', usage, rateLimits } as const]),
      terminal,
    ];
  }
}
