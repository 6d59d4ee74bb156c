import { expect, test } from 'vitest';
import { type Conversation, createConversation } from '../../src/turn/conversation.ts';
import type { TurnPlan } from '../../src/turn/turn-plan.ts';
import { FakeProvider, modelSpec, stop, text } from '../support/fake-provider.ts';
import { dependencies, directoryOf, LARGE, turnPlan } from '../support/run-fake-turn.ts';

const { signal } = new AbortController();
const ANSWER = [text('Hi'), stop()];
const marked = {
  supported: true,
  keepaliveSupported: false,
  explicitMarkers: true,
  implicitAutomatic: false,
};

function conversationOf(
  providers: Readonly<Record<string, FakeProvider>>,
  plan: TurnPlan = turnPlan(),
): Conversation {
  return createConversation({
    plan,
    dependencies: dependencies(directoryOf(providers)),
    sessionId: 'session-1',
    workingDirectory: '/project',
    systemPrompt: 'Be brief.',
  });
}

test('the request of a preview is the one that is then sent', async () => {
  const acme = new FakeProvider({
    models: [modelSpec({ caching: marked, catalog: { aliases: ['big'] } })],
    scripts: [ANSWER, ANSWER],
  });
  const ref = { provider: 'acme', model: 'big', params: { temperature: 0.5 } };
  const conversation = conversationOf({ acme }, turnPlan([ref]));
  await conversation.chat('first');

  const preview = await conversation.preview('second', signal);
  await conversation.chat('second');

  const sent = acme.requests[1];
  if (preview.type !== 'request') throw new Error(preview.type);
  expect(preview.model).toEqual(LARGE);
  const withoutIds = (request: typeof sent) => ({
    ...request,
    callContext: undefined,
    messages: request?.messages.map(({ role, content }) => ({ role, content })),
  });
  expect(withoutIds(preview.request)).toEqual(withoutIds(sent));
  expect(preview.request.messages).toHaveLength(3);
  expect(preview.request.cacheBreakpoints).toEqual([{ type: 'after-assembled-context' }]);
});

test('nothing is sent, and nothing changes', async () => {
  const acme = new FakeProvider({ countTokens: () => ({ type: 'ok', value: 1 }) });
  const other = new FakeProvider({ name: 'other' });
  const plan = turnPlan([LARGE, { provider: 'other', model: 'large' }]);
  const conversation = conversationOf({ acme, other }, plan);

  const preview = await conversation.preview('x'.repeat(600_000), signal);

  expect(preview.type).toBe('request');
  expect([acme.requests, acme.counted, other.counted]).toEqual([[], 0, 0]);
  expect(conversation.history()).toEqual([]);
  expect(conversation.size().messages).toBe(0);
});

test('the rest of the chain is named, with what keeps a model from taking over', async () => {
  const spec = (id: string, tokens: number) => modelSpec({ id, contextWindow: tokens });
  const acme = new FakeProvider({
    models: [spec('small', 1_000), spec('large', 200_000), spec('huge', 900_000)],
  });
  const ref = (model: string) => ({ provider: 'acme', model });
  const plan = turnPlan([ref('small'), ref('large'), ref('gone'), ref('small'), ref('huge')]);

  const preview = await conversationOf({ acme }, plan).preview('x'.repeat(80_000), signal);

  if (preview.type !== 'request') throw new Error(preview.type);
  expect(preview.model).toEqual(ref('large'));
  expect(preview.others).toEqual([
    { model: ref('small'), reason: expect.stringContaining('takes 1000 tokens') },
    { model: ref('gone'), reason: expect.stringContaining('has no model "gone"') },
    { model: ref('huge') },
  ]);
});

test('a parameter the model does not take fails as in a run', async () => {
  const acme = new FakeProvider();
  const plan = turnPlan([{ ...LARGE, params: { thinkingEffort: 'high' } }]);
  const conversation = conversationOf({ acme }, plan);

  const preview = await conversation.preview('hi', signal);
  const outcome = await conversation.chat('hi');

  expect(preview).toEqual({ type: 'failed', error: outcome.error });
  expect(outcome.error?.message).toContain('takes no thinking effort');
});

test('a preview that is interrupted says by what', async () => {
  const preview = await conversationOf({ acme: new FakeProvider() }).preview(
    'hi',
    AbortSignal.abort(),
  );

  expect(preview).toEqual({ type: 'interrupted', cause: 'cancelled' });
});
