import { expect, test } from 'vitest';
import { type ConversationOptions, createConversation } from '../../src/turn/conversation.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import type { TurnPlan } from '../../src/turn/turn-plan.ts';
import {
  FakeProvider,
  failure,
  modelSpec,
  type Step,
  stop,
  text,
  usage,
} from '../support/fake-provider.ts';
import { dependencies, directoryOf, LARGE, turnPlan } from '../support/run-fake-turn.ts';

const says = (words: string): readonly Step[] => [text(words), usage(10, 5), stop()];
const TOO_LONG: readonly Step[] = [
  failure('context_length_exceeded', { message: 'acme: too long' }),
];

/** A conversation with three answered turns. */
async function started(acme: FakeProvider, more: Partial<ConversationOptions> = {}) {
  const { providers } = dependencies(directoryOf({ acme }));
  const conversation = createConversation({
    plan: turnPlan(),
    dependencies: dependencies(providers),
    sessionId: 's',
    workingDirectory: '/project',
    ...more,
  });
  acme.play(says('one'), says('two'), says('three'));
  for (const question of ['1', '2', '3']) await conversation.chat(question);
  return conversation;
}

function textsOf(acme: FakeProvider, index: number) {
  const { messages = [] } = acme.requests.at(index) ?? {};
  return messages.map(({ content: [first] }) =>
    first?.type === 'text' ? first.text : first?.type,
  );
}

const never = new AbortController().signal;

test('the oldest turns are left out once, visibly, and stay out; the history keeps them', async () => {
  const acme = new FakeProvider();
  const conversation = await started(acme);
  acme.play(TOO_LONG, says('four'), says('five'));
  const events: TurnEvent[] = [];

  for await (const event of conversation.stream('4', never)) events.push(event);
  const size = conversation.size();
  await conversation.chat('5');

  expect(textsOf(acme, -3)).toEqual(['1', 'one', '2', 'two', '3', 'three', '4']);
  expect(textsOf(acme, -2)).toEqual(['3', 'three', '4']);
  expect(textsOf(acme, -1)).toEqual(['3', 'three', '4', 'four', '5']);
  expect(events.map(({ type }) => type)).toEqual([
    'turn-start',
    'warning',
    'turn-start',
    'text-delta',
    'usage',
    'turn-end',
  ]);
  expect(events[1]).toMatchObject({
    message: expect.stringContaining('its oldest 4 messages are left out'),
  });
  expect(events.at(-1)).toMatchObject({
    outcome: { status: 'success', text: 'four', contextSize: { messages: 4, exact: false } },
  });
  expect(conversation.history()).toHaveLength(10);
  expect(size).toMatchObject({ messages: 8, leftOut: 4 });
});

test('a second overflow in one turn fails as itself, with the size, and nothing is forgotten', async () => {
  const acme = new FakeProvider();
  const conversation = await started(acme);
  acme.play(TOO_LONG, TOO_LONG);

  const outcome = await conversation.chat('4');

  expect(acme.requests).toHaveLength(5);
  expect(outcome).toMatchObject({
    status: 'error',
    error: { category: 'context_length_exceeded' },
    contextSize: { messages: 3 },
  });
  expect(conversation.history()).toHaveLength(6);
  expect(conversation.size()).not.toHaveProperty('leftOut');
});

test('one question that is too long has nothing to leave out', async () => {
  const acme = new FakeProvider({ scripts: [TOO_LONG] });
  const conversation = createConversation({
    plan: turnPlan(),
    dependencies: dependencies(directoryOf({ acme })),
    sessionId: 's',
    workingDirectory: '/project',
  });

  const { error } = await conversation.chat('all of it');

  expect(acme.requests).toHaveLength(1);
  expect(error?.category).toBe('context_length_exceeded');
});

test('what was shown is never followed by a shorter question', async () => {
  const acme = new FakeProvider();
  const conversation = await started(acme);
  acme.play([text('Hal'), ...TOO_LONG]);

  const { error, text: shown } = await conversation.chat('4');

  expect(acme.requests).toHaveLength(4);
  expect({ category: error?.category, shown }).toEqual({
    category: 'context_length_exceeded',
    shown: 'Hal',
  });
});

test('a larger window is the last step, and gets the whole conversation', async () => {
  const wide = modelSpec({ id: 'wide', contextWindow: 1_000_000 });
  const acme = new FakeProvider({ models: [modelSpec(), wide] });
  const plan = turnPlan([LARGE, { provider: 'acme', model: 'wide' }]);
  const conversation = await started(acme, { plan });
  acme.play(TOO_LONG, TOO_LONG, says('four'));

  const { status, model } = await conversation.chat('4');

  expect({ status, model: model?.model }).toEqual({ status: 'success', model: 'wide' });
  expect(acme.requests.slice(-3).map(({ messages }) => messages.length)).toEqual([7, 3, 7]);
  expect(conversation.size()).not.toHaveProperty('leftOut');
});

const summarizing: Partial<TurnPlan> = { onOverflow: 'summarize' };

test('where a summary was asked for the model sums up what is left out, at its price', async () => {
  const acme = new FakeProvider();
  const conversation = await started(acme, { plan: turnPlan([LARGE], summarizing) });
  acme.play(
    TOO_LONG,
    [text('all about it'), usage(1_000, 100), stop()],
    says('four'),
    says('five'),
  );

  const outcome = await conversation.chat('4');
  await conversation.chat('5');

  expect(textsOf(acme, -3)).toEqual(['1', 'one', '2', 'two', expect.stringContaining('Summarize')]);
  expect(textsOf(acme, -2)).toEqual([expect.stringContaining('all about it'), '3', 'three', '4']);
  expect(textsOf(acme, -1)?.slice(-2)).toEqual(['four', '5']);
  expect(outcome).toMatchObject({
    status: 'success',
    text: 'four',
    usage: { inputTokens: 1_010, outputTokens: 105 },
  });
});

test('a summary that fails leaves the oldest turns out', async () => {
  const acme = new FakeProvider();
  const conversation = await started(acme, { plan: turnPlan([LARGE], summarizing) });
  acme.play(TOO_LONG, [failure('overloaded')], says('four'));

  const outcome = await conversation.chat('4');

  expect(textsOf(acme, -1)).toEqual(['3', 'three', '4']);
  expect(outcome).toMatchObject({ status: 'success', text: 'four' });
});
