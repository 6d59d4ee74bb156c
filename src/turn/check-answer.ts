/** A finished answer against the schema it was asked for. */
import { allowedByCost } from './allowed-by-cost.ts';
import type { CallEnd } from './call-model.ts';
import { answerOpenCalls } from './history.ts';
import { type ReadAnswer, readAnswer, repairText } from './structured-answer.ts';
import type { TurnError, TurnEvent } from './turn-event.ts';
import { addStep, assistantMessage, type TurnRun } from './turn-run.ts';

/**
 * Settles what the answer of a turn is, and sends a wrong one back once. An answer that was cut,
 * declined or ended by a bound is never read: its beginning may look whole.
 *
 * @returns Whether another call follows.
 */
export function* checkAnswer(run: TurnRun, end: CallEnd): Generator<TurnEvent, boolean> {
  const { answerSchema } = run.request;
  const { ending } = end;
  if (answerSchema === undefined || run.limit !== undefined || ending.type !== 'stop') return false;
  switch (ending.reason) {
    case 'refusal':
    case 'content_filtered':
    case 'cancelled':
      return false;
    case 'max_tokens':
      run.answer = { type: 'fault', error: answerError(run, CUT, CUT_ADVICE) };
      return false;
    case 'end_turn':
    case 'tool_use':
    case 'stop_sequence': {
      const read = readAnswer(run.last?.brought.message.text() ?? '', answerSchema);
      return yield* settle(run, end, read);
    }
  }
}

function* settle(run: TurnRun, end: CallEnd, read: ReadAnswer): Generator<TurnEvent, boolean> {
  if (read.type === 'value') {
    run.answer = read;
    return false;
  }
  const wrong = `The answer does not have the shape of its JSON Schema: ${read.problems.join('; ')}.`;
  const message = assistantMessage(run, false);
  if (run.hasRepaired || message === undefined) {
    run.answer = { type: 'fault', error: answerError(run, wrong, WRONG_ADVICE) };
    return false;
  }
  if (allowedByCost(run, end.selection) !== 'turn') {
    run.limit = 'cost';
    yield { type: 'warning', message: `${wrong} Sending it back may cost more than the limit.` };
    return false;
  }
  run.hasRepaired = true;
  yield { type: 'warning', message: `${wrong} It is sent back once.` };
  const text = repairText(read.problems);
  const reply = { id: '', role: 'user', content: [{ type: 'text', text }] } as const;
  // A call nobody runs needs its result before anything else is said.
  addStep(run, message, answerOpenCalls([message], [reply])[0]?.content ?? reply.content);
  return true;
}

const CUT =
  'The answer was cut at the output limit (max_tokens), so that it is no whole JSON value.';

const CUT_ADVICE = 'Allow more with --max-output-tokens, or ask for less.';
const WRONG_ADVICE = 'Say in the prompt what belongs where, or choose another model.';

/** No vendor failed and the request was taken: none of the categories but the last says that. */
function answerError({ last, model }: TurnRun, message: string, advice: string): TurnError {
  return {
    category: 'unknown',
    message,
    retryable: false,
    provider: model?.provider,
    requestId: last?.brought.requestId,
    rawDetail: last?.brought.message.text(),
    advice,
  };
}
