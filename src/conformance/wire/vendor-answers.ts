/** W-45, W-62 and W-76: answers that some vendors give. */
import { StopReason } from '../../protocol/gen/wire-tables.ts';
import { skipped, violation } from '../finding.ts';
import { dialectCheck } from './dialect-check.ts';
import { completeWith } from './exercise.ts';
import { clockTool, userMessage } from './requests.ts';
import { endFault, eventsOf, outcomeOf, stopOf, textOf } from './stream-shape.ts';

const MUST = 'MUST' as const;

const callsInTurn = dialectCheck(
  {
    id: 'W-45',
    name: 'a model that does not declare parallel tool calls makes one at a time',
    level: MUST,
    part: ({ parallelTools }) => parallelTools,
    lack: 'the vendor makes no parallel calls',
  },
  async (session, answer) => {
    const model = await session.modelThat(
      (one) => one.supportsToolUse && one.supportsParallelToolCalls !== true,
    );
    if (!model) return [skipped('every model with tools declares parallel calls')];
    const messages = [userMessage('What time is it in UTC and in Paris? Use the tool.')];
    const content = { messages, tools: [clockTool] };
    const { record } = await completeWith(session, model, { content, answer });
    const calls = eventsOf(record, 'toolCallStart').length;
    return calls > 1 ? [violation(model.id, `${calls} calls in one answer`)] : [];
  },
);

const namesSequence = dialectCheck(
  {
    id: 'W-62',
    name: 'a stop sequence that was hit is named, with STOP_SEQUENCE',
    level: MUST,
    part: ({ stopSequence }) => stopSequence,
    lack: 'the vendor does not say which sequence was hit',
  },
  async (session, { response, sequence }) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const content = { params: { stopSequences: [sequence] } };
    const { record } = await completeWith(session, model, { content, answer: response });
    const stop = stopOf(record);
    const isNamed =
      stop?.reason === StopReason.STOP_SEQUENCE && stop.matchedStopSequence === sequence;
    if (isNamed) return [];
    const named = stop?.matchedStopSequence ?? 'none';
    return [violation(model.id, `it ends with ${outcomeOf(record)}, sequence "${named}"`)];
  },
);

const WHOLE_TEXT = 'All of it at once.';

const takesWholeAnswers = dialectCheck(
  {
    id: 'W-76',
    name: 'an answer that is not streamed gives the same events in one burst',
    level: MUST,
    part: ({ wholeAnswer }) => wholeAnswer,
    lack: 'the vendor always streams',
  },
  async (session, wholeAnswer) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const { record } = await completeWith(session, model, { answer: wholeAnswer(WHOLE_TEXT) });
    const fault = endFault(record);
    if (fault !== undefined) return [violation(model.id, fault)];
    const isSame = stopOf(record) !== undefined && textOf(record) === WHOLE_TEXT;
    const found = `${JSON.stringify(textOf(record))}, ${outcomeOf(record)}`;
    return isSame ? [] : [violation(model.id, `${found}, expected ${JSON.stringify(WHOLE_TEXT)}`)];
  },
);

/** In the order they run. */
export const answerChecks = [callsInTurn, namesSequence, takesWholeAnswers] as const;
