import { expect, test } from 'vitest';
import type { CallOutcome } from '../../src/protocol/model-provider.ts';
import { FakeProvider, modelSpec, stop, text, usage } from '../support/fake-provider.ts';
import {
  directoryOf,
  LARGE,
  only,
  runFakeTurn,
  turnPlan,
  turnRequest,
  userMessage,
} from '../support/run-fake-turn.ts';

const OTHER = { provider: 'other', model: 'large' };
const ANSWER = [text('Hi'), usage(10, 5), stop()];

/** A primary of 1,000 tokens that counts as told, and a second model of a larger window. */
function chain(count: CallOutcome<number>) {
  const acme = new FakeProvider({
    models: [modelSpec({ contextWindow: 1_000 })],
    scripts: [ANSWER],
    countTokens: () => count,
  });
  const other = new FakeProvider({ name: 'other', scripts: [ANSWER] });
  return { acme, other };
}

/** Four bytes a token, as the estimate has it. */
const about = (tokens: number) => turnRequest({ messages: [userMessage('x'.repeat(4 * tokens))] });

const counted = (value: number): CallOutcome<number> => ({ type: 'ok', value });

test.each<{ name: string; tokens: number; count: CallOutcome<number>; model: string }>([
  { name: 'fits by the count', tokens: 900, count: counted(1_000), model: 'acme' },
  { name: 'is too long by the count alone', tokens: 900, count: counted(1_001), model: 'other' },
  { name: 'is too long by the estimate alone', tokens: 1_200, count: counted(990), model: 'acme' },
  {
    name: 'can not be counted and seems to fit',
    tokens: 900,
    count: { type: 'not-offered' },
    model: 'acme',
  },
  {
    name: 'can not be counted and seems too long',
    tokens: 1_200,
    count: { type: 'not-offered' },
    model: 'other',
  },
])('a conversation that $name goes to $model', async ({ tokens, count, model }) => {
  const { acme, other } = chain(count);

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
    request: about(tokens),
  });

  expect(outcome.model?.provider).toBe(model);
  expect(acme.counted).toBe(1);
});

test('the reason says what was counted', async () => {
  const { acme, other } = chain(counted(1_001));

  const { events } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
    request: about(900),
  });

  expect(only(events, 'fallback')[0]?.reason).toBe('takes 1000 tokens, 1001 are needed');
});

test('nobody is asked where the answer could change nothing', async () => {
  const short = chain(counted(5_000));
  const alone = chain(counted(5_000));

  await runFakeTurn({
    providers: directoryOf(short),
    plan: turnPlan([LARGE, OTHER]),
    request: about(500),
  });
  await runFakeTurn({ providers: directoryOf(alone), request: about(1_200) });

  expect([short.acme.counted, alone.acme.counted]).toEqual([0, 0]);
  expect([short.acme.requests.length, alone.acme.requests.length]).toEqual([1, 1]);
});

test('what a vendor adds of its own is not there for the conversation', async () => {
  const { other } = chain(counted(0));
  const acme = new FakeProvider({
    models: [modelSpec({ contextWindow: 1_000, effectiveContextWindowPercent: 80 })],
    scripts: [ANSWER],
  });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: turnPlan([LARGE, OTHER]),
    request: about(801),
  });

  expect(outcome.model?.provider).toBe('other');
});
