import { describe, expect, test } from 'vitest';
import { AnswerHead } from '../../../src/sdk/chat-completions/answer-head.ts';
import { newStream } from '../responses/responses-play.ts';
import { delta, play } from './chat-play.ts';

const LIMITS = [{ kind: 'requests', limitId: 'requests', remaining: 9 }] as const;
const start = (requestId: string) => ({ type: 'stream-start', requestId, correlationIds: {} });

test('an id from the headers is told at once, and the limits with it', () => {
  const head = new AnswerHead({ requestId: 'req_1', limits: LIMITS });

  expect(head.open()).toEqual([
    start('req_1'),
    { type: 'metadata', metadata: { attrs: {}, rateLimits: LIMITS } },
  ]);
  expect(head.describe({ id: 'c1', model: 'm' })).toEqual([
    {
      type: 'metadata',
      metadata: expect.objectContaining({ actualModel: 'm', attrs: { response_id: 'c1' } }),
    },
  ]);
  expect(head.close()).toEqual([]);
});

test('without one the answer names the request, once and before the limits', () => {
  const head = new AnswerHead({ limits: LIMITS });

  expect(head.open()).toEqual([]);
  expect(head.describe({ id: '', model: '' })).toEqual([]);
  expect(head.describe({ id: 'c1', model: 'm' })).toMatchObject([
    start('c1'),
    { type: 'metadata', metadata: { rateLimits: LIMITS } },
    { type: 'metadata', metadata: { actualModel: 'm' } },
  ]);
  expect(head.describe({ id: 'c2', model: 'n' })).toEqual([]);
});

test('limits of an answer that names nothing come before its end', () => {
  const chat = play([delta({ content: 'Hi' }, 'stop')], {
    head: new AnswerHead({ limits: LIMITS }),
  });
  const responses = newStream({ head: new AnswerHead({ limits: LIMITS }) }).accept({
    data: '{"type":"response.completed","response":{"status":"completed"}}',
  });

  expect(chat.map(({ type }) => type)).toEqual(['text-delta', 'metadata', 'stop']);
  expect(responses.map(({ type }) => type)).toEqual(['metadata', 'stop']);
});

describe('a model that answers', () => {
  test.each([
    ['gpt-5.5-2026-04-23', 'gpt-5.5'],
    ['gpt-5.5-0423', 'gpt-5.5'],
    ['gpt-5.5', 'gpt-5.5'],
    ['gpt-5.5-pro', 'gpt-5.5-pro'],
    ['gpt-4.1-2025-04-14', 'gpt-4.1-2025-04-14'],
  ])('as %s is %s when gpt-5.5 was asked', (model, actualModel) => {
    const [, described] = new AnswerHead({ modelId: 'gpt-5.5' }).describe({ id: 'c1', model });
    const snapshot = model === actualModel ? {} : { model_snapshot: model };

    expect(described).toMatchObject({
      metadata: { actualModel, attrs: { response_id: 'c1', ...snapshot } },
    });
  });
});
