// The gateway's answer: the dialect of chat completions, or of Responses, with its own reasoning.
import {
  type JsonObject,
  type JsonValue,
  type ModelError,
  modelErrorOf,
  parseJson,
  type SseEvent,
  type StreamEvent,
  stringAt,
} from 'agent-hcl/sdk';
import {
  type AnswerHead,
  type AnswerStream,
  ChatStream,
  dialectError,
} from 'agent-hcl/sdk/chat-completions';
import { ResponsesStream } from 'agent-hcl/sdk/responses';
import { ERRORS, PROVIDER_NAME } from './errors.ts';
import { DetailsReader } from './reasoning-details.ts';
import { gatewayUsage } from './usage.ts';

export interface GatewayStreamOptions {
  readonly head: AnswerHead;
  readonly maxOutputTokens: number | undefined;
}

/** Reads one answer; which of the two dialects it is in, its first event says. */
export class GatewayStream implements AnswerStream {
  readonly #options: GatewayStreamOptions;
  #stream: AnswerStream | undefined;
  #hasContent = false;

  constructor(options: GatewayStreamOptions) {
    this.#options = options;
  }

  get isEnded(): boolean {
    return this.#stream?.isEnded ?? false;
  }

  accept(event: SseEvent): readonly StreamEvent[] {
    if (event.data.trim() === '') return [];
    return this.#watch(this.#streamFor(parseJson(event.data)).accept(event));
  }

  acceptWhole(body: JsonObject): readonly StreamEvent[] {
    return this.#watch(this.#streamFor(body).acceptWhole(body));
  }

  fail(error: ModelError): readonly StreamEvent[] {
    return this.#streamFor(undefined).fail(error);
  }

  finish(): readonly StreamEvent[] {
    return this.#watch(this.#streamFor(undefined).finish());
  }

  #streamFor(first: JsonValue | undefined): AnswerStream {
    this.#stream ??= isOfResponses(first)
      ? new ResponsesStream({ head: this.#options.head, errorOf, makeToolCallId })
      : chatStream(this.#options);
    return this.#stream;
  }

  /** A model that was just started may say nothing at all and call that an end. */
  #watch(events: readonly StreamEvent[]): readonly StreamEvent[] {
    this.#hasContent ||= events.some(({ type }) => CONTENT.has(type));
    if (this.#hasContent) return events;
    return events.map((event) =>
      event.type === 'stop' && event.reason === 'end_turn'
        ? { type: 'error', error: emptyAnswer() }
        : event,
    );
  }
}

const CONTENT = new Set<StreamEvent['type']>(['text-delta', 'thinking-delta', 'tool-call-start']);

function isOfResponses(body: JsonValue | undefined): boolean {
  const isEvent = stringAt(body, 'type')?.startsWith('response.') === true;
  return isEvent || stringAt(body, 'object') === 'response';
}

function chatStream({ head, maxOutputTokens }: GatewayStreamOptions): ChatStream {
  const details = new DetailsReader();
  return new ChatStream({
    head,
    errorOf,
    makeToolCallId,
    maxOutputTokens,
    usageOf: gatewayUsage,
    onDelta: (delta) => readReasoning(delta, details),
    onEnd: () => details.take(),
  });
}

/** Both fields hold the same text, so that one counts; signatures go before what follows them. */
function readReasoning(delta: JsonObject, details: DetailsReader): readonly StreamEvent[] {
  const text = details.accept(delta);
  const hasPlain = ['reasoning', 'reasoning_content'].some((name) => stringAt(delta, name));
  const hasOutput = Boolean(stringAt(delta, 'content')) || Array.isArray(delta['tool_calls']);
  return [
    ...(text !== '' && !hasPlain ? [{ type: 'thinking-delta', text } as const] : []),
    ...(hasOutput && !hasPlain ? details.take() : []),
  ];
}

function errorOf(body: JsonValue | undefined, text: string): ModelError {
  return dialectError({ body, text }, ERRORS);
}

function makeToolCallId(index: number): string {
  return `call_${index}`;
}

function emptyAnswer(): ModelError {
  return modelErrorOf({
    provider: PROVIDER_NAME,
    classification: { category: 'unknown', retryable: true },
    message: 'the answer is empty',
  });
}
