/** Retries, fallbacks and ends of a turn in words; texts of vendors in them are raw. */
import { modelErrorText } from '../format/model-error-text.ts';
import { formatCost, formatDuration, formatTokens } from '../format/quantities.ts';
import type { ModelRef, TurnError, TurnEvent, TurnLimit, TurnOutcome } from '../turn/turn-event.ts';
import { type Block, modelName } from './chat-state.ts';

type RetryEvent = Extract<TurnEvent, { readonly type: 'retry-scheduled' }>;
type FallbackEvent = Extract<TurnEvent, { readonly type: 'fallback' }>;

const DISCARDED = '\nThe text above is not part of the answer.';

/**
 * Why another attempt follows, when, and what can be done meanwhile.
 *
 * @param model - Whose call failed.
 */
export function retryText(event: RetryEvent, model: ModelRef | undefined): string {
  const { title, advice } = modelErrorText(event.category);
  const budget = event.budget === undefined ? '' : ` (${event.budget.replaceAll('_', ' ')})`;
  const when = `Trying again in ${formatDuration(event.delayMs)}`;
  const count = `attempt ${event.attempt} of ${event.maxAttempts}`;
  const request = event.requestId === undefined ? undefined : `request ${event.requestId}`;
  const source = [model && modelName(model), request].filter((part) => part !== undefined);
  return [
    `${title}${budget}: ${event.message}`,
    ...(source.length === 0 ? [] : [`From ${source.join(', ')}.`]),
    `${when}, ${count}. Enter tries now, Esc stops waiting.`,
    advice,
    ...(event.discardsOutput ? ['The text above is not part of the answer.'] : []),
  ].join('\n');
}

/** Which model goes on, and why the others do not. */
export function fallbackText(event: FallbackEvent): string {
  const skipped = event.skipped.map(
    ({ candidate, reason }) => `\nPassed over ${modelName(candidate)}: ${reason}`,
  );
  const head = `${modelName(event.to)} answers instead of ${modelName(event.from)}: ${event.reason}`;
  return head + skipped.join('') + (event.discardsOutput ? DISCARDED : '');
}

/** What failed, what it means and what to do next. */
export function errorText(error: TurnError): string {
  const { title, advice } = modelErrorText(error.category);
  const request = error.requestId === undefined ? '' : `\nRequest ${error.requestId}`;
  return `${title}: ${error.message}\n${advice}${request}`;
}

const LIMITS: Readonly<Record<TurnLimit, string>> = {
  turns: 'the number of turns',
  cost: 'money',
  time: 'time',
  repetition: 'repeated tool calls',
};

/** How a turn ended, when that is worth a word. */
export function outcomeNotice(outcome: TurnOutcome, hasShownError: boolean): Block | undefined {
  switch (outcome.status) {
    case 'cancelled': {
      const cut = outcome.text === '' ? '' : ' The answer above is incomplete.';
      return warning(`Stopped.${cut}`);
    }
    case 'limited': {
      const limit = outcome.limit === undefined ? 'its own bounds' : LIMITS[outcome.limit];
      return warning(`The turn reached the limit on ${limit}.`);
    }
    case 'error':
      return hasShownError || outcome.error === undefined
        ? undefined
        : { type: 'notice', tone: 'error', text: errorText(outcome.error) };
    case 'success':
      return successNotice(outcome);
  }
}

/** What became of the conversation that was to be summed up. */
export function summaryNotice(outcome: TurnOutcome): Block {
  return isWhole(outcome)
    ? {
        type: 'notice',
        tone: 'plain',
        text: 'From now on the model is sent this summary in place of what was said before.',
      }
    : warning('The conversation is as it was.');
}

/** The model came to its end by itself. */
export function isWhole({ status, incomplete, text }: TurnOutcome): boolean {
  return status === 'success' && !incomplete && text !== '';
}

function successNotice(outcome: TurnOutcome): Block | undefined {
  if (outcome.stopReason === 'max_tokens') {
    return warning('The answer was cut at the limit on output tokens.');
  }
  if (outcome.text !== '' || outcome.stopReason === 'tool_use') return undefined;
  return warning('The model sent no text.');
}

function warning(text: string): Block {
  return { type: 'notice', tone: 'warning', text };
}

/** Ctrl+O: everything known about the last answer. */
export function detailLines(outcome: TurnOutcome): readonly string[] {
  const { usage, error } = outcome;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Model', outcome.model && modelName(outcome.model)],
    ['Ended', outcome.stopReason ?? outcome.status],
    ['Took', formatDuration(outcome.durationMs)],
    [
      'Tokens',
      usage && `${formatTokens(usage.inputTokens)} in, ${formatTokens(usage.outputTokens)} out`,
    ],
    ['Cost', usage && formatCost(outcome.costUsd)],
    ['Request', outcome.requestId ?? error?.requestId],
    ...(outcome.failures ?? []).map(
      (failure) => [`Attempt ${failure.attempt}`, failure.error.message] as const,
    ),
    ['Error', error?.message],
    ['Detail', error?.rawDetail],
  ];
  const known = rows.flatMap(([label, value]) =>
    value === undefined ? [] : [`${label}: ${value}`],
  );
  return ['Details of the last answer', ...known.map((line) => `  ${line}`)];
}
