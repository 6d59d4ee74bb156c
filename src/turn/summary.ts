/** A conversation in fewer words, by the model itself. */
import type { Message } from '../protocol/message.ts';
import type { ModelRequest } from '../protocol/model-request.ts';
import { attemptInput, recordAttempt } from './record-attempt.ts';
import { requestFor } from './request-for.ts';
import { type AttemptResult, runAttempt } from './run-attempt.ts';
import type { Selection } from './select-model.ts';
import type { TurnRun } from './turn-run.ts';

const INSTRUCTION =
  'Summarize our conversation so far, so that it can go on from your summary alone. Keep what was asked, what was found and decided, names, figures and open questions. Write the summary only.';

/** What asks for the summary of the messages before it. */
export function summaryRequest(id: string): Message {
  return { id, role: 'user', content: [{ type: 'text', text: INSTRUCTION }] };
}

/** The summary, as it stands in place of what it sums up. */
export function summaryMessage(id: string, summary: string): Message {
  const text = `This is a summary of our conversation so far:\n\n${summary}`;
  return { id, role: 'user', content: [{ type: 'text', text }] };
}

/**
 * Asks the model of a turn for a summary of its oldest messages. Nobody sees it as an answer; what
 * it costs counts.
 *
 * @returns `undefined` when there is none, for whatever reason.
 */
export async function summarizeOldest(
  run: TurnRun,
  selection: Selection,
  oldest: readonly Message[],
): Promise<Message | undefined> {
  const { newId } = run.dependencies;
  const messages = [...oldest, summaryRequest(newId())];
  const request = { ...run.request, messages, tools: [], answerSchema: undefined };
  const silent = { ...run, request };
  const result = await drain(run, selection, requestFor(silent, selection));
  await recordAttempt(run, selection, result);
  run.attemptsBefore += 1;
  const { end, brought } = result;
  if (end.type === 'failed') run.dependencies.log?.(`no summary: ${end.error.category}`);
  const text = brought.message.text();
  return end.type === 'stop' && text !== '' ? summaryMessage(newId(), text) : undefined;
}

async function drain(
  run: TurnRun,
  selection: Selection,
  request: ModelRequest,
): Promise<AttemptResult> {
  const attempt = runAttempt(attemptInput(run, selection, request));
  let step = await attempt.next();
  while (step.done !== true) step = await attempt.next();
  return step.value;
}
