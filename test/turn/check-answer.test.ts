import { expect, test } from 'vitest';
import type { ContentBlock } from '../../src/protocol/message.ts';
import { createConversation } from '../../src/turn/conversation.ts';
import { NUMBERED } from '../support/answer-schema.ts';
import {
  FakeProvider,
  failure,
  modelSpec,
  type Step,
  stop,
  text,
  thinking,
  usage,
} from '../support/fake-provider.ts';
import {
  dependencies,
  directoryOf,
  type FakeTurn,
  only,
  runFakeTurn,
  turnPlan,
  turnRequest,
  userMessage,
  warnings,
} from '../support/run-fake-turn.ts';
import { toolCall } from '../support/tool-steps.ts';

const RIGHT: readonly Step[] = [text('{"n":1}'), usage(30, 5), stop()];
const WRONG: readonly Step[] = [text('{"n":"one"}'), usage(10, 7), stop()];
const SHAPE = 'The answer does not have the shape of its JSON Schema:';
const CUT =
  'The answer was cut at the output limit (max_tokens), so that it is no whole JSON value.';

async function structured(scripts: readonly (readonly Step[])[], more: Partial<FakeTurn> = {}) {
  const acme = new FakeProvider({
    models: [modelSpec({ supportsResponseSchema: true })],
    scripts,
  });
  const turn = await runFakeTurn({
    providers: directoryOf({ acme }),
    request: turnRequest({ answerSchema: NUMBERED }),
    ...more,
  });
  return { acme, ...turn };
}

const words = (blocks: readonly ContentBlock[] | undefined) =>
  blocks?.map((block) => (block.type === 'text' ? block.text : block.type));

test('a right answer is the value of the outcome, its text unchanged beside it', async () => {
  const { outcome, acme, answer, steps } = await structured([
    [thinking('{"n":0}'), text('```json\n{"n":'), text('1}\n```'), usage(10, 7), stop()],
  ]);

  expect(outcome).toMatchObject({
    status: 'success',
    structured: { n: 1 },
    text: '```json\n{"n":1}\n```',
    incomplete: false,
  });
  expect(acme.requests[0]?.params?.responseSchemaJson).toBe(JSON.stringify(NUMBERED.schema));
  expect(steps).toEqual([]);
  expect(words(answer?.content)).toEqual(['thinking', '```json\n{"n":1}\n```']);
});

test('a wrong answer is sent back once, with its faults; both attempts are paid', async () => {
  const { outcome, acme, events, steps, answer } = await structured([WRONG, RIGHT]);

  expect(outcome).toMatchObject({
    status: 'success',
    structured: { n: 1 },
    turns: 2,
    usage: { inputTokens: 40, outputTokens: 12 },
    // 40 tokens at $3 and 12 at $15 for a million.
    costUsd: 0.0003,
  });
  expect(warnings(events)).toEqual([`${SHAPE} /n must be a number. It is sent back once.`]);
  expect(only(events, 'turn-start').map(({ turn }) => turn)).toEqual([1, 2]);
  const asked = acme.requests[1]?.messages.map(({ role, content }) => [
    role,
    ...(words(content) ?? []),
  ]);
  expect(asked).toEqual([
    ['user', 'hello'],
    ['assistant', '{"n":"one"}'],
    ['user', expect.stringContaining('- /n must be a number\n')],
  ]);
  expect(acme.requests[1]?.params?.responseSchemaJson).toBeDefined();
  expect(steps.map(({ role }) => role)).toEqual(['assistant', 'user']);
  expect(words(answer?.content)).toEqual(['{"n":1}']);
});

test('an answer that is wrong again is an error that has its text; nothing joins history', async () => {
  const again: readonly Step[] = [text('Sorry!'), usage(30, 5), stop()];

  const { outcome, events, acme, steps, answer } = await structured([WRONG, again]);

  expect(outcome).toMatchObject({
    status: 'error',
    text: 'Sorry!',
    stopReason: 'end_turn',
    incomplete: true,
    turns: 2,
    usage: { inputTokens: 40, outputTokens: 12 },
    error: {
      category: 'unknown',
      message: `${SHAPE} it is not one JSON value, without other text around it.`,
      retryable: false,
      provider: 'acme',
      rawDetail: 'Sorry!',
    },
  });
  expect(outcome).not.toHaveProperty('structured');
  expect(only(events, 'error')).toEqual([{ type: 'error', error: outcome.error }]);
  expect(acme.requests).toHaveLength(2);
  expect([steps, answer]).toEqual([[], undefined]);
});

test('a model without a mechanism is told the schema again when its answer is sent back', async () => {
  const acme = new FakeProvider({ scripts: [WRONG, RIGHT] });

  const { outcome } = await structured([], { providers: directoryOf({ acme }) });

  expect(outcome.structured).toEqual({ n: 1 });
  for (const { messages, params } of acme.requests) {
    expect(words(messages.at(-1)?.content)?.at(-1)).toContain(JSON.stringify(NUMBERED.schema));
    expect(params).toBeUndefined();
  }
  expect(words(acme.requests[1]?.messages[0]?.content)).toEqual(['hello']);
});

test.each<{ name: string; script: readonly Step[]; expected: object }>([
  {
    name: 'cut at the output limit, though what is there looks whole',
    script: [text('{"n":1}'), usage(10, 7), stop('max_tokens')],
    expected: {
      status: 'error',
      text: '{"n":1}',
      stopReason: 'max_tokens',
      error: { category: 'unknown', message: CUT, rawDetail: '{"n":1}' },
    },
  },
  {
    name: 'a refusal',
    script: [text('{"n":1}'), usage(10, 7), stop('refusal')],
    expected: { status: 'error', stopReason: 'refusal', error: { category: 'content_filtered' } },
  },
  {
    name: 'filtered',
    script: [text('{"n":1}'), stop('content_filtered')],
    expected: { status: 'error', error: { category: 'content_filtered' } },
  },
  {
    name: 'a failed call',
    script: [text('{"n":1}'), failure('invalid_request')],
    expected: { status: 'error', error: { category: 'invalid_request' } },
  },
  {
    name: 'no answer at all, to which nothing can be said',
    script: [usage(10, 0), stop()],
    expected: { status: 'error', text: '', error: { category: 'unknown', rawDetail: '' } },
  },
])('is never a value, and not sent back: $name', async ({ script, expected }) => {
  const { outcome, acme } = await structured([script]);

  expect(outcome).toMatchObject(expected);
  expect(outcome).not.toHaveProperty('structured');
  expect(acme.requests).toHaveLength(1);
});

test('a turn that the user ends has no value', async () => {
  const controller = new AbortController();
  const abort: Step = { type: 'run', action: () => controller.abort() };

  const { outcome } = await structured([[text('{"n":1}'), abort, { type: 'hang' }]], {
    signal: controller.signal,
  });

  expect(outcome.status).toBe('cancelled');
  expect(outcome).not.toHaveProperty('structured');
});

test('a complete answer that cost more than allowed is limited, and no value', async () => {
  const { outcome } = await structured([RIGHT], {
    plan: turnPlan(undefined, { maxCostUsd: 0.0001 }),
  });

  expect(outcome).toMatchObject({ status: 'limited', limit: 'cost', text: '{"n":1}' });
  expect(outcome).not.toHaveProperty('structured');
});

test('a wrong answer is not sent back when that may cost more than allowed', async () => {
  const { outcome, events, acme } = await structured([WRONG], {
    plan: turnPlan(undefined, { maxCostUsd: 0.0002 }),
  });

  expect(outcome).toMatchObject({ status: 'limited', limit: 'cost', text: '{"n":"one"}' });
  expect(warnings(events)).toEqual([
    `${SHAPE} /n must be a number. Sending it back may cost more than the limit.`,
  ]);
  expect(acme.requests).toHaveLength(1);
});

test('a call of a tool that nobody offered gets its result before the repair is asked', async () => {
  const call: readonly Step[] = [
    ...toolCall('a', 'answer', { n: 1 }),
    usage(10, 7),
    stop('tool_use'),
  ];

  const { outcome, acme } = await structured([call, RIGHT]);

  expect(outcome.structured).toEqual({ n: 1 });
  expect(words(acme.requests[1]?.messages.at(-1)?.content)).toEqual([
    'tool-result',
    expect.stringContaining('shape'),
  ]);
});

test('a summary that makes room on the way is asked for in prose', async () => {
  const acme = new FakeProvider({
    models: [modelSpec({ supportsResponseSchema: true })],
    scripts: [
      [failure('context_length_exceeded')],
      [text('about it'), usage(10, 5), stop()],
      RIGHT,
    ],
  });
  const conversation = createConversation({
    plan: turnPlan(undefined, { onOverflow: 'summarize' }),
    dependencies: dependencies(directoryOf({ acme })),
    sessionId: 'session-1',
    workingDirectory: '/project',
    history: ['one', 'two', 'three', 'four'].map((word, index) => ({
      ...userMessage(word, word),
      role: index % 2 === 0 ? 'user' : 'assistant',
    })),
  });

  const outcome = await conversation.ask('how many?', undefined, NUMBERED);

  expect(outcome.structured).toEqual({ n: 1 });
  expect(acme.requests.map(({ params }) => params !== undefined)).toEqual([true, false, true]);
});

test('without a schema an answer is never read', async () => {
  const { outcome } = await structured([WRONG], { request: turnRequest() });

  expect(outcome).toMatchObject({ status: 'success', text: '{"n":"one"}' });
});
