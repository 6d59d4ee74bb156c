/** What a run says beside its answer, in words. Pure. */
import { modelErrorText } from '../format/model-error-text.ts';
import { formatDuration, formatLocalTime, formatTokens } from '../format/quantities.ts';
import type {
  ModelRef,
  SkippedCandidate,
  TurnError,
  TurnEvent,
  TurnOutcome,
} from '../turn/turn-event.ts';

/**
 * The words for an event.
 *
 * @returns Whole lines without the last newline; `undefined` for an event that needs none.
 */
export function noticeOf(event: TurnEvent): string | undefined {
  switch (event.type) {
    case 'retry-scheduled':
      return retryNotice(event);
    case 'fallback':
      return fallbackNotice(event);
    case 'warning':
      return `Warning: ${event.message}`;
    case 'tool-result':
      return event.isError ? `Warning: ${event.content}` : undefined;
    default:
      return undefined;
  }
}

/** How a run ended, where the answer alone does not say it. */
export function endNotice(outcome: TurnOutcome): string | undefined {
  if (outcome.error !== undefined) return errorNotice(outcome.error, outcome);
  if (outcome.status === 'cancelled') return 'Cancelled; the answer is incomplete.';
  if (outcome.limit !== undefined) {
    const rest = outcome.incomplete ? '; the answer is incomplete' : '';
    return `Ended by ${LIMITS[outcome.limit]}${rest}.`;
  }
  if (outcome.stopReason === 'max_tokens') {
    return 'Note: the answer was cut at the output limit (max_tokens).';
  }
  return undefined;
}

const LIMITS = {
  turns: 'the limit of turns',
  cost: 'the cost limit',
  time: 'the time limit',
  repetition: 'the limit of repetitions',
} as const;

/** What failed, the vendor's own words, and what to do. */
function errorNotice(error: TurnError, { text, contextSize, exhausted }: TurnOutcome): string {
  const { title, advice } = modelErrorText(error.category);
  const lines = [`Error: ${title} (${error.category})`, `  ${error.message}`];
  if (error.retryAfterMs !== undefined) {
    lines.push(`  The vendor asks to wait ${formatDuration(error.retryAfterMs)}.`);
  }
  if (exhausted !== undefined) lines.push(`  Used up: ${budgetText(exhausted)}.`);
  if (error.requestId !== undefined) lines.push(`  Request id: ${error.requestId}`);
  if (error.category === 'context_length_exceeded' && contextSize !== undefined) {
    const { messages, tokens, exact } = contextSize;
    const figure = formatTokens(tokens, { isEstimate: !exact });
    lines.push(
      `  The conversation: ${messages} message${messages === 1 ? '' : 's'}, ${figure} tokens.`,
    );
  }
  const isWhole = text === '' || error.advice !== undefined;
  if (!isWhole) lines.push('  The answer is incomplete.');
  return [...lines, `  ${error.advice ?? advice}`].join('\n');
}

function retryNotice(event: TurnEvent & { readonly type: 'retry-scheduled' }): string {
  const { title } = modelErrorText(event.category);
  const { budget: kind, resetsAtMs: resetAtMs } = event;
  const budget = kind === undefined ? '' : ` (${budgetText({ kind, resetAtMs })})`;
  const wait = event.delayMs === 0 ? 'at once' : `in ${formatDuration(event.delayMs)}`;
  const attempt = `attempt ${event.attempt} of ${event.maxAttempts}`;
  const first = `${title}${budget}: trying again ${wait}, ${attempt}. ${event.message}`;
  return first + discarded(event.discardsOutput);
}

function budgetText(budget: {
  readonly kind: string;
  readonly resetAtMs?: number | undefined;
}): string {
  const { kind, resetAtMs } = budget;
  return resetAtMs === undefined ? kind : `${kind}, resets at ${formatLocalTime(resetAtMs)}`;
}

function fallbackNotice(event: TurnEvent & { readonly type: 'fallback' }): string {
  const first = `Going on with ${nameOf(event.to)} instead of ${nameOf(event.from)}: ${event.reason}`;
  return first + skippedText(event.skipped) + discarded(event.discardsOutput);
}

function skippedText(skipped: readonly SkippedCandidate[]): string {
  if (skipped.length === 0) return '';
  const list = skipped.map(({ candidate, reason }) => `${nameOf(candidate)} (${reason})`);
  return `\nPassed over: ${list.join('; ')}.`;
}

function discarded(discardsOutput: boolean): string {
  return discardsOutput ? '\nThe text so far is not part of the answer.' : '';
}

function nameOf({ provider, model }: ModelRef): string {
  return `${provider}/${model}`;
}
