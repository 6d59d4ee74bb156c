import { expect, test } from 'vitest';
import type { ToolHandler } from '../../src/turn/tool-handler.ts';
import {
  FakeProvider,
  failure,
  modelSpec,
  type Step,
  stop,
  text,
  usage,
} from '../support/fake-provider.ts';
import {
  directoryOf,
  type FakeTurn,
  LARGE,
  only,
  retryClock,
  runFakeTurn,
  turnPlan,
  turnRequest,
  warnings,
} from '../support/run-fake-turn.ts';
import {
  callingStep,
  handlers,
  lastResults,
  SEARCH,
  says,
  toolCall,
} from '../support/tool-steps.ts';

const OTHER = { provider: 'other', model: 'large' };
const ANSWER: readonly Step[] = [text('Done'), usage(20, 7), stop()];
const able = modelSpec({ supportsToolUse: true, supportsParallelToolCalls: true });

function acmeWith(...scripts: readonly (readonly Step[])[]): FakeProvider {
  return new FakeProvider({ models: [able], scripts });
}

/** A turn with one tool, `search`, which says "found". */
function toolTurn(acme: FakeProvider, more: Partial<FakeTurn> = {}, search = says('found')) {
  return runFakeTurn({
    providers: directoryOf({ acme }),
    request: turnRequest({ tools: SEARCH }),
    ...more,
    dependencies: { tools: handlers({ search }), ...more.dependencies },
  });
}

test('a tool is run and its result goes back, until the model is done', async () => {
  const acme = acmeWith([text('Let me see. '), ...callingStep('a', 'search', { q: 1 })], ANSWER);

  const { outcome, events, steps, answer } = await toolTurn(acme);

  expect(outcome).toMatchObject({
    status: 'success',
    text: 'Done',
    turns: 2,
    hasRunTool: true,
    usage: { inputTokens: 30, outputTokens: 12 },
    stopReason: 'end_turn',
  });
  expect(only(events, 'tool-result')).toEqual([
    { type: 'tool-result', id: 'a', isError: false, content: 'found' },
  ]);
  expect(only(events, 'turn-start').map(({ turn, attempt }) => [turn, attempt])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(acme.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(lastResults(acme.requests[1])).toEqual([{ id: 'a', text: 'found', isError: false }]);
  expect(steps.map(({ role }) => role)).toEqual(['assistant', 'user']);
  expect(answer?.content).toEqual([{ type: 'text', text: 'Done' }]);
});

test('two tools of one step answer side by side, each to its own call', async () => {
  const both = [...toolCall('a', 'search', { q: 1 }), ...toolCall('b', 'search', { q: 2 })];
  const acme = acmeWith([...both, usage(10, 5), stop('tool_use')], ANSWER);
  const search: ToolHandler = async ({ arguments: { q } }) => ({ type: 'result', text: `q${q}` });

  const { outcome } = await toolTurn(acme, {}, search);

  expect(lastResults(acme.requests[1])).toEqual([
    { id: 'a', text: 'q1', isError: false },
    { id: 'b', text: 'q2', isError: false },
  ]);
  expect(outcome.hasRunTool).toBe(true);
});

test('a tool that fails is told to the model, and the turn goes on', async () => {
  const calls = [...toolCall('a', 'search'), ...toolCall('b', 'gone')];
  const acme = acmeWith([...calls, usage(10, 5), stop('tool_use')], ANSWER);

  const { outcome, events } = await toolTurn(acme, {}, async () => {
    throw new Error('disk full');
  });

  expect(lastResults(acme.requests[1])).toEqual([
    { id: 'a', text: 'The tool "search" failed: disk full', isError: true },
    { id: 'b', text: 'There is no tool "gone". There are: "search".', isError: true },
  ]);
  expect(outcome).toMatchObject({ status: 'success', text: 'Done' });
  expect(warnings(events)).toEqual([]);
});

test('arguments that can not be read are told once, and nothing runs', async () => {
  const broken: readonly Step[] = [
    { type: 'tool-call-start', id: 'a', name: 'search' },
    { type: 'tool-call-delta', id: 'a', argumentsFragment: '[1' },
    { type: 'tool-call-done', id: 'a' },
    usage(10, 5),
    stop('tool_use'),
  ];
  const acme = acmeWith(broken, ANSWER);

  const { outcome, events } = await toolTurn(acme);

  expect(only(events, 'tool-result')).toHaveLength(1);
  expect(lastResults(acme.requests[1])).toMatchObject([{ id: 'a', isError: true }]);
  expect(outcome.hasRunTool).toBeUndefined();
});

test('without handlers a call of a tool ends the turn', async () => {
  const acme = acmeWith(callingStep('a', 'search'));

  const { outcome } = await toolTurn(acme, { dependencies: { tools: undefined } });

  expect(outcome).toMatchObject({ status: 'success', stopReason: 'tool_use', turns: 1 });
});

test('a step that fails after a tool ran is tried again, but not handed to another model', async () => {
  const busy: readonly Step[] = [failure('overloaded')];
  const acme = acmeWith(callingStep('a', 'search'), ...Array<readonly Step[]>(6).fill(busy));
  const other = new FakeProvider({ name: 'other', models: [able], scripts: [ANSWER] });

  const { outcome, events, steps, answer } = await toolTurn(acme, {
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(acme.requests).toHaveLength(7);
  expect(other.requests).toEqual([]);
  expect(outcome).toMatchObject({ status: 'error', error: { category: 'overloaded' } });
  expect(warnings(events)).toEqual(['A tool has run in this turn, so no other model takes over.']);
  expect(
    only(events, 'retry-scheduled').map(({ attempt, maxAttempts }) => [attempt, maxAttempts]),
  ).toEqual([2, 3, 4, 5, 6].map((attempt) => [attempt, 6]));
  expect({ steps, answer }).toEqual({ steps: [], answer: undefined });
});

test('a fallback before any tool ran stays with its model for the steps that follow', async () => {
  const acme = acmeWith(...Array<readonly Step[]>(6).fill([failure('overloaded')]));
  const other = new FakeProvider({
    name: 'other',
    models: [able],
    scripts: [callingStep('a', 'search'), ANSWER],
  });

  const { outcome } = await toolTurn(acme, {
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
  });

  expect(other.requests).toHaveLength(2);
  expect(outcome).toMatchObject({ status: 'success', model: OTHER, turns: 2 });
});

test('after the last turn that is allowed one answer without tools is asked for', async () => {
  const acme = acmeWith(callingStep('a', 'search'), callingStep('b', 'search', { q: 2 }), ANSWER);

  const { outcome } = await toolTurn(acme, { plan: turnPlan([LARGE], { maxTurns: 2 }) });

  expect(acme.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
  expect(lastResults(acme.requests[2])).toEqual([{ id: 'b', text: 'found', isError: false }]);
  expect(acme.requests[2]?.messages.at(-1)?.content.at(-1)).toEqual({
    type: 'text',
    text: 'No more tools can be called: the limit of turns is reached. Answer now with what is known.',
  });
  expect(outcome).toMatchObject({
    status: 'limited',
    limit: 'turns',
    text: 'Done',
    incomplete: true,
    turns: 3,
  });
});

test('a model that takes the choice keeps its tools declared and is told to call none', async () => {
  const acme = new FakeProvider({
    models: [modelSpec({ supportsToolUse: true, supportedToolChoiceModes: ['auto', 'none'] })],
    scripts: [callingStep('a', 'search'), ANSWER],
  });

  await toolTurn(acme, { plan: turnPlan([LARGE], { maxTurns: 1 }) });

  expect(acme.requests[1]).toMatchObject({
    tools: SEARCH,
    params: { toolChoice: { mode: 'none' } },
  });
});

test('a model that calls a tool even then is not answered again', async () => {
  const acme = acmeWith(callingStep('a', 'search'), callingStep('b', 'search'));

  const { outcome } = await toolTurn(acme, { plan: turnPlan([LARGE], { maxTurns: 1 }) });

  expect(outcome).toMatchObject({ status: 'limited', limit: 'turns', stopReason: 'tool_use' });
  expect(acme.requests).toHaveLength(2);
});

test('a call repeated too often is not run again, and one answer without tools is asked for', async () => {
  let runs = 0;
  const search: ToolHandler = async () => {
    runs += 1;
    return { type: 'result', text: 'found' };
  };
  const again = (id: string) => callingStep(id, 'search', { q: 1 });
  const acme = acmeWith(again('a'), again('b'), again('c'), ANSWER);
  const repetition = { threshold: 3, windowSize: 8 };

  const { outcome } = await toolTurn(acme, { plan: turnPlan([LARGE], { repetition }) }, search);

  expect(runs).toBe(2);
  expect(lastResults(acme.requests[3])).toEqual([
    { id: 'c', text: 'The tool was not run: the same call was made too often.', isError: true },
  ]);
  expect(acme.requests[3]?.tools).toEqual([]);
  expect(outcome).toMatchObject({ status: 'limited', limit: 'repetition', text: 'Done', turns: 4 });
});

/** 8,000 tokens of answer for $0.12; the prompt that follows is 10,000 tokens: $0.0375. */
const dear = [...toolCall('a', 'search'), usage(2_000, 8_000), stop('tool_use')];

test('where the money is short one small answer without tools is asked for, if it fits', async () => {
  const acme = acmeWith(dear, ANSWER);
  let runs = 0;
  const search: ToolHandler = async () => {
    runs += 1;
    return { type: 'result', text: 'found' };
  };
  const params = { thinkingBudgetTokens: undefined, maxOutputTokens: 4_000 };

  const { outcome } = await toolTurn(
    acme,
    { plan: turnPlan([{ ...LARGE, params }], { maxCostUsd: 0.2 }) },
    search,
  );

  expect(runs).toBe(0);
  expect(acme.requests[1]).toMatchObject({ tools: [], params: { maxOutputTokens: 1_024 } });
  expect(outcome).toMatchObject({ status: 'limited', limit: 'cost', text: 'Done', turns: 2 });
  expect(outcome.costUsd).toBeLessThanOrEqual(0.2);
});

test('where not even that fits the turn ends, and the calls are kept as not run', async () => {
  const acme = acmeWith([text('So far. '), ...dear]);

  const { outcome, answer } = await toolTurn(acme, {
    plan: turnPlan([LARGE], { maxCostUsd: 0.17 }),
  });

  expect(acme.requests).toHaveLength(1);
  expect(outcome).toMatchObject({
    status: 'limited',
    limit: 'cost',
    text: 'So far. ',
    incomplete: true,
  });
  expect(answer?.callFailures?.get('a')).toBe('The tool was not run: the cost limit is reached.');
});

test('the time limit ends a tool that runs; the answer so far is the result, and no more is asked', async () => {
  const clock = retryClock();
  const acme = acmeWith([text('Let me see. '), ...callingStep('a', 'search')]);
  const deaf: ToolHandler = () => {
    clock.advance(300_000);
    return new Promise(() => undefined);
  };

  const { outcome, answer } = await toolTurn(
    acme,
    { plan: turnPlan([LARGE], { maxDurationMs: 300_000 }), dependencies: { clock } },
    deaf,
  );

  expect(acme.requests).toHaveLength(1);
  expect(outcome).toMatchObject({
    status: 'limited',
    limit: 'time',
    text: 'Let me see. ',
    incomplete: true,
  });
  expect(answer?.callFailures?.get('a')).toContain('before the tool "search" had answered');
});

test('a step that is cut before it says anything leaves what was said before', async () => {
  const clock = retryClock();
  const acme = acmeWith(
    [text('Let me see. '), ...callingStep('a', 'search')],
    [{ type: 'run', action: () => clock.advance(300_000) }, { type: 'hang' }],
  );

  const { outcome, steps, answer } = await toolTurn(acme, {
    plan: turnPlan([LARGE], { maxDurationMs: 300_000 }),
    dependencies: { clock },
  });

  expect(outcome).toMatchObject({ status: 'limited', limit: 'time', text: 'Let me see. ' });
  expect({ steps: steps.length, answer }).toEqual({ steps: 2, answer: undefined });
});
