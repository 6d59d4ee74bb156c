// The vendor's stream, chunk by chunk, in our terms.
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
  type StreamEvent,
  stringAt,
} from 'agent-hcl/sdk';
import { CallReader } from './calls.ts';
import { brokenAnswer, errorOfChunk, limitsOf, unwrapError } from './errors.ts';
import { type Outcome, outcomeOf } from './stop.ts';
import { hasCounts, toUsage } from './usage.ts';

export interface ReaderOptions {
  /** The declared name of a tool, from the one the vendor was given. */
  toolName(wireName: string): string;
  /** Tells an answer without an id apart from others. */
  readonly fallbackId: string;
}

/**
 * Reads one answer. Feed it every chunk in order, then call `finish`: only the end of the bytes ends
 * an answer, for a chunk that gives a reason may not be the last. Parts it does not know are skipped.
 */
export class AnswerReader {
  readonly #fallbackId: string;
  readonly #calls: CallReader;
  #responseId: string | undefined;
  #hasStarted = false;
  #model: string | undefined;
  #tier: string | undefined;
  #usage: JsonObject | undefined;
  #reason: string | undefined;
  #message: string | undefined;
  #blockReason: string | undefined;
  #hasContent = false;
  #isEnded = false;

  constructor({ toolName, fallbackId }: ReaderOptions) {
    this.#fallbackId = fallbackId;
    this.#calls = new CallReader({
      toolName,
      answerId: () => this.#responseId ?? this.#fallbackId,
    });
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Reads one chunk; `text` is its JSON as received, for the detail of an error. */
  read(chunk: JsonValue | undefined, text: string): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    if (unwrapError(chunk) !== undefined) {
      return this.fail(errorOfChunk(chunk, text), limitsOf(chunk));
    }
    if (!isJsonObject(chunk)) return [];
    const report = objectAt(chunk, 'usageMetadata');
    // Each report stands for the whole answer so far and may be lower than the one before.
    if (report !== undefined && hasCounts(report)) this.#usage = report;
    this.#blockReason = stringAt(chunk, 'promptFeedback', 'blockReason') ?? this.#blockReason;
    return [...this.#describe(chunk, report), ...this.#readCandidate(chunk)];
  }

  /** The bytes ended: the answer did as well, if the vendor said why. */
  finish(): readonly StreamEvent[] {
    if (this.#isEnded) return [];
    // Any other end cut the call that is still open: its arguments are not all there.
    if (this.#reason !== 'STOP') this.#calls.drop();
    const closing = this.#calls.close();
    const outcome = outcomeOf({
      reason: this.#reason,
      blockReason: this.#blockReason,
      hasCalls: this.#calls.hasCompleted,
      hasContent: this.#hasContent,
    });
    return [...closing, ...this.#explain(outcome), ...this.#end(this.#terminal(outcome))];
  }

  /** Ends with an error. What was used until here is billed, whatever broke. */
  fail(error: ModelError, rateLimits: readonly RateLimitSnapshot[] = []): readonly StreamEvent[] {
    this.#isEnded = true;
    const limits =
      rateLimits.length === 0
        ? []
        : [{ type: 'metadata', metadata: { rateLimits, attrs: {} } } as const];
    return [...limits, ...this.#end({ type: 'error', error })];
  }

  /** There is no request id but the answer's own, and it is news only once. */
  #describe(chunk: JsonObject, report: JsonObject | undefined): readonly StreamEvent[] {
    const id = stringAt(chunk, 'responseId') || undefined;
    const canStart = !this.#hasStarted && id !== undefined;
    this.#hasStarted = true;
    this.#responseId ??= id;
    const model = stringAt(chunk, 'modelVersion') || undefined;
    const tier = stringAt(report, 'serviceTier') ?? stringAt(report, 'trafficType');
    const isNews =
      (model !== undefined && model !== this.#model) || (tier !== undefined && tier !== this.#tier);
    this.#model = model ?? this.#model;
    this.#tier = tier ?? this.#tier;
    const metadata = {
      actualModel: this.#model,
      serviceTier: this.#tier,
      rateLimits: [],
      attrs: {},
    };
    return [
      ...(canStart ? [{ type: 'stream-start', requestId: id, correlationIds: {} } as const] : []),
      ...(isNews ? [{ type: 'metadata', metadata } as const] : []),
    ];
  }

  #readCandidate(chunk: JsonObject): readonly StreamEvent[] {
    const candidates = arrayAt(chunk, 'candidates');
    const candidate = candidates.find((each) => (numberAt(each, 'index') ?? 0) === 0);
    this.#reason = stringAt(candidate, 'finishReason') || this.#reason;
    this.#message = stringAt(candidate, 'finishMessage') || this.#message;
    return arrayAt(candidate, 'content', 'parts').flatMap((part) => this.#readPart(part));
  }

  #readPart(part: JsonValue): readonly StreamEvent[] {
    const signature = signatureEvents(stringAt(part, 'thoughtSignature'));
    const call = objectAt(part, 'functionCall');
    this.#hasContent ||= call !== undefined || signature.length > 0;
    if (call !== undefined) return this.#calls.read(call, signature);
    const text = stringAt(part, 'text');
    // What the vendor ran itself and media it made are content, but have no form of their own here.
    this.#hasContent ||= text === undefined ? hasOther(part) : text !== '';
    if (!text) return signature;
    const isThought = booleanAt(part, 'thought') === true;
    const type = isThought ? ('thinking-delta' as const) : ('text-delta' as const);
    return [...this.#calls.close(), { type, text }, ...signature];
  }

  #explain(outcome: Outcome): readonly StreamEvent[] {
    const isExact = outcome.type === 'stop' && outcome.isExact;
    const attrs = {
      ...(isExact ? {} : attr('stop_reason', this.#reason)),
      ...attr('stop_message', this.#message),
      ...attr('block_reason', this.#blockReason),
    };
    if (Object.keys(attrs).length === 0) return [];
    return [{ type: 'metadata', metadata: { rateLimits: [], attrs } }];
  }

  #terminal(outcome: Outcome): StreamEvent {
    if (outcome.type === 'stop') return { type: 'stop', reason: outcome.reason };
    const detail = this.#message === undefined ? '' : `: ${this.#message}`;
    const { problem, retryable } = outcome;
    return { type: 'error', error: brokenAnswer(`${problem}${detail}`, retryable) };
  }

  #end(terminal: StreamEvent): readonly StreamEvent[] {
    this.#isEnded = true;
    if (this.#usage === undefined) return [terminal];
    return [{ type: 'usage', usage: toUsage(this.#usage), rateLimits: [] }, terminal];
  }
}

const OTHER_CONTENT = [
  'executableCode',
  'codeExecutionResult',
  'inlineData',
  'fileData',
  'toolCall',
  'toolResponse',
];

function hasOther(part: JsonValue): boolean {
  return OTHER_CONTENT.some((name) => objectAt(part, name) !== undefined);
}

const utf8 = new TextEncoder();

/** Opaque tokens travel as the very text the vendor sent, undecoded. */
function signatureEvents(text: string | undefined): readonly StreamEvent[] {
  return text ? [{ type: 'thinking-signature', signature: utf8.encode(text) }] : [];
}

function attr(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}
