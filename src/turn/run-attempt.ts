/** One call of one model: its events for the faces, its message, how it ended. Never throws. */
import type { ModelProvider, ProviderEvent } from '../protocol/model-provider.ts';
import type { ModelRequest } from '../protocol/model-request.ts';
import type { StopReason, StreamEvent } from '../protocol/stream-event.ts';
import type { AttoUsd } from './cost.ts';
import type { Interrupt } from './interrupt.ts';
import { type EventPull, type PullEnd, pullEvents } from './pull.ts';
import { EventTranslator, type TranslatorInput } from './translate-event.ts';
import { errorOfCrash, errorOfDefect, errorOfModel } from './turn-error.ts';
import type { TurnError, TurnEvent } from './turn-event.ts';
import { watchIdle } from './watch-idle.ts';

export interface AttemptInput extends TranslatorInput {
  readonly provider: ModelProvider;
  readonly request: ModelRequest;
  readonly interrupt: Interrupt;
  readonly idleMs: number;
  /** Whether what this attempt has cost goes beyond the turn's limit. */
  readonly isOverCost: (cost: AttoUsd | undefined) => boolean;
}

export type AttemptEnd =
  | {
      readonly type: 'stop';
      readonly reason: StopReason;
      readonly matchedStopSequence?: string | undefined;
    }
  | { readonly type: 'failed'; readonly error: TurnError }
  /** The interrupt knows why. */
  | { readonly type: 'interrupted' };

export interface AttemptResult {
  readonly end: AttemptEnd;
  readonly brought: EventTranslator;
  /** `undefined`: not known. */
  readonly cost: AttoUsd | undefined;
}

/** How long a stream may stay open behind its last event, milliseconds. */
const CLOSING_MS = 200;
/** A provider that never ends its stream is left after as many events behind the last. */
const MOST_LATE_EVENTS = 100;

export async function* runAttempt(input: AttemptInput): AsyncGenerator<TurnEvent, AttemptResult> {
  const { interrupt, provider, request } = input;
  const brought = new EventTranslator(input);
  const events = pullEvents(() => provider.stream(request, interrupt.signal), interrupt.signal);
  const watch = watchIdle(input.clock, input.idleMs, () => interrupt.stop('idle'));
  let isOver = false;
  try {
    for (;;) {
      watch.wait();
      const event = await events.next();
      watch.arrived();
      if (isEnd(event)) {
        const end = endOf(event, input, brought.requestId);
        yield* endWarnings(event, input, await countLateEvents(event, events, input));
        return { end, brought, cost: costOfAttempt(end, brought, input) };
      }
      // Checked when more comes: an answer that is complete by now is not cut for its price.
      if (isOver && isContent(event)) {
        interrupt.stop('cost');
        continue;
      }
      for (const translated of brought.translate(event)) yield translated;
      if (event.type === 'usage') isOver = input.isOverCost(brought.usageCost);
    }
  } finally {
    await watch.close();
    await events.close();
  }
}

type Event = ProviderEvent | PullEnd;
type Delta = Exclude<StreamEvent, { readonly type: 'stop' | 'error' }>;
type End = Exclude<Event, Delta>;

function isEnd(event: Event): event is End {
  switch (event.type) {
    case 'stop':
    case 'error':
    case 'crash':
    case 'pull-done':
    case 'pull-aborted':
    case 'pull-failed':
      return true;
    default:
      return false;
  }
}

function isContent({ type }: Delta): boolean {
  return type !== 'usage' && type !== 'metadata' && type !== 'stream-start';
}

function endOf(event: End, { ref, interrupt }: AttemptInput, requestId?: string): AttemptEnd {
  switch (event.type) {
    case 'stop': {
      const { reason, matchedStopSequence } = event;
      return { type: 'stop', reason, matchedStopSequence };
    }
    case 'error':
      return { type: 'failed', error: errorOfModel(event.error, ref, requestId) };
    case 'crash':
      return { type: 'failed', error: errorOfCrash(event.crash, ref) };
    case 'pull-aborted':
      return { type: 'interrupted' };
    case 'pull-done': {
      if (interrupt.signal.aborted) return { type: 'interrupted' };
      const message = 'the stream ended without saying how, so the answer may be incomplete';
      return { type: 'failed', error: errorOfDefect(message, ref, { requestId }) };
    }
    case 'pull-failed': {
      if (interrupt.signal.aborted) return { type: 'interrupted' };
      const message = 'the connection to the provider failed';
      const cause = event.error;
      return { type: 'failed', error: errorOfDefect(message, ref, { requestId, cause }) };
    }
  }
}

/** Behind a terminal event nothing may come; what does is counted, not used. */
async function countLateEvents(end: End, events: EventPull, { clock }: AttemptInput) {
  if (end.type !== 'stop' && end.type !== 'error') return 0;
  const grace = new AbortController();
  const isOver = clock.sleep(CLOSING_MS, grace.signal).then(() => undefined);
  let late = 0;
  while (late < MOST_LATE_EVENTS) {
    const event = await Promise.race([events.next(), isOver]);
    if (event === undefined || event.type.startsWith('pull-')) break;
    late += 1;
  }
  grace.abort();
  return late;
}

function* endWarnings(end: End, { ref }: AttemptInput, late: number): Generator<TurnEvent> {
  const provider = `The provider "${ref.provider}"`;
  if (late > 0) {
    const message = `${provider} went on after the end of its answer; that was ignored.`;
    yield { type: 'warning', message };
  }
  if (end.type === 'error' && end.error.retryable && !isRetryable(end, ref)) {
    const message = `${provider} calls an error of category ${end.error.category} retryable, which it never is; that was ignored.`;
    yield { type: 'warning', message };
  }
}

function isRetryable(end: End & { readonly type: 'error' }, ref: AttemptInput['ref']): boolean {
  return errorOfModel(end.error, ref, undefined).retryable;
}

/**
 * Without counts a free model costs nothing, and neither does a call the vendor refused before it
 * said anything; anything else is unknown, which is not zero.
 */
function costOfAttempt(
  end: AttemptEnd,
  brought: EventTranslator,
  { spec }: AttemptInput,
): AttoUsd | undefined {
  if (brought.usage !== undefined) return brought.usageCost;
  if (spec.pricing?.free === true && spec.pricing.priceUnknown !== true) return 0n;
  if (spec.pricing?.priceUnknown === true || brought.hasContent) return undefined;
  return end.type === 'failed' && end.error.category !== 'provider_crashed' ? 0n : undefined;
}
