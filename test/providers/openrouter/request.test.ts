import { describe, expect, test } from 'vitest';
import { FALLBACK_MODELS } from '../../../providers/openrouter/models.ts';
import { buildRequest } from '../../../providers/openrouter/request.ts';
import type { ContentBlock } from '../../../src/protocol/message.ts';
import type { GenerationParams } from '../../../src/protocol/model-request.ts';
import { valueAt } from '../../../src/sdk/json.ts';
import { call, message, result, text, thought, tool } from '../../support/sample-request.ts';
import { build, refusal, request } from './build-body.ts';

const CLAUDE = 'anthropic/claude-sonnet-4.5';
const GPT = 'openai/gpt-4o';
const O3 = 'openai/o3';

const params = (changes: Partial<GenerationParams>) => ({ stopSequences: [], ...changes });

describe('a request', () => {
  test('with tools asks for routes that know them, beside what else is asked of routes', () => {
    expect(
      build({ tools: [tool('look')], providerOptions: { provider: { order: ['a'] } } }),
    ).toMatchObject({
      model: CLAUDE,
      stream: true,
      tools: [{ type: 'function', function: { name: 'look' } }],
      provider: { require_parameters: true, order: ['a'] },
    });
    expect(build()).not.toHaveProperty('provider');
  });

  test('of one session stays on one route', () => {
    const callContext = { sessionId: 's'.repeat(300), turnId: 't', workingDirectory: '/' };

    expect(build({ callContext })['session_id']).toBe('s'.repeat(256));
  });

  test('goes to the other interface when that is configured', () => {
    const body = build({}, 'responses');

    expect(body).toHaveProperty('input');
    expect(body).not.toHaveProperty('messages');
  });

  test.each([
    { asked: { thinkingEffort: 'high' }, modelId: CLAUDE, reasoning: { effort: 'high' } },
    { asked: { thinkingDisabled: true }, modelId: CLAUDE, reasoning: { effort: 'none' } },
    { asked: {}, modelId: CLAUDE, reasoning: undefined },
  ])('asks for $reasoning', ({ asked, modelId, reasoning }) => {
    expect(build({ modelId, params: params(asked) })['reasoning']).toEqual(reasoning);
  });

  test.each([
    { api: 'chat', place: ['response_format', 'json_schema'] },
    { api: 'responses', place: ['text', 'format'] },
  ] as const)(
    'asks the $api interface for an answer by a schema, of routes that take one',
    (row) => {
      const models = FALLBACK_MODELS.map((model) => ({ ...model, supportsResponseSchema: true }));
      const responseSchemaJson = '{"type":"object"}';

      const body = buildRequest(
        request({ params: params({ responseSchemaJson }) }),
        models,
        row.api,
      );

      expect(valueAt(body, ...row.place, 'schema')).toEqual({ type: 'object' });
      expect(body['provider']).toEqual({ require_parameters: true });
    },
  );

  test.each([
    { changes: { modelId: 'a/b' }, problem: 'there is no model "a/b"' },
    {
      changes: { modelId: O3, params: params({ thinkingDisabled: true }) },
      problem: 'can not be kept from thinking',
    },
    {
      changes: { modelId: GPT, params: params({ thinkingEffort: 'low' }) },
      problem: 'no thinking effort',
    },
    {
      changes: { params: params({ thinkingBudgetTokens: 5000 }) },
      problem: 'takes no thinking budget',
    },
    {
      changes: { params: params({ thinkingEffort: 'low', thinkingBudgetTokens: 5000 }) },
      problem: 'exclude each other',
    },
    { changes: { params: params({ responseSchemaJson: '{}' }) }, problem: 'response schema' },
    { changes: { providerOptions: { x: 1 } }, problem: 'there is no provider option "x"' },
    { changes: { providerOptions: { models: 'a' } }, problem: 'must be a list of model ids' },
  ])('is refused: $problem', ({ changes, problem }) => {
    expect(refusal(changes)).toMatch(new RegExp(`^invalid_request: openrouter: .*${problem}`));
  });
});

describe('reasoning of an earlier answer', () => {
  const details = [
    {
      type: 'reasoning.text',
      text: 'Hm',
      signature: 'sig',
      format: 'anthropic-claude-v1',
      index: 0,
    },
  ];
  const signed = thought('Hm', JSON.stringify(details));
  const sent = (modelId: string, author: string | undefined, ...content: ContentBlock[]) =>
    build({
      modelId,
      messages: [
        message('user', text('a')),
        { ...message('assistant', ...content), producedByModelId: author },
        message('user', text('b')),
      ],
    })['messages'];

  test('goes back as it came', () => {
    expect(sent(CLAUDE, CLAUDE, signed, text('Yes'))).toMatchObject([
      {},
      { role: 'assistant', content: 'Yes', reasoning_details: details },
      {},
    ]);
  });

  test('without a signature goes back as its text', () => {
    expect(sent(CLAUDE, CLAUDE, thought('Hm', ''), text('Yes'))).toMatchObject([
      {},
      { reasoning: 'Hm' },
      {},
    ]);
  });

  test.each([
    { name: 'by its author', author: CLAUDE },
    { name: 'by its format', author: undefined },
  ])('is not sent to a model of another vendor, known $name', ({ author }) => {
    expect(JSON.stringify(sent(GPT, author, signed, text('Yes')))).not.toContain('reasoning');
  });
});

describe('cache markers', () => {
  const history = [
    message('user', text('a')),
    message('user', text('b')),
    message('assistant', text('c'), call('1')),
    message('user', result('1')),
    message('user', text('d')),
  ];
  const section = {
    provider: 'k',
    label: 'l',
    content: [text('S')],
    tokens: 1,
    stability: 'static' as const,
    truncated: false,
  };
  const cacheBreakpoints = [
    { type: 'after-assembled-context' } as const,
    { type: 'after-message', index: 1 } as const,
    { type: 'after-message', index: 4 } as const,
  ];
  const mark = { cache_control: { type: 'ephemeral' } };

  test('stand on the texts where they are wanted, though messages are joined and split', () => {
    const { messages } = build({
      messages: history,
      assembledContext: [section],
      cacheBreakpoints,
    });

    expect(messages).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'S', ...mark }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', ...mark },
        ],
      },
      expect.objectContaining({ role: 'assistant', content: 'c' }),
      expect.objectContaining({ role: 'tool', content: 'done' }),
      { role: 'user', content: [{ type: 'text', text: 'd', ...mark }] },
    ]);
  });

  test('are left out for models that cache by themselves', () => {
    const body = build({ modelId: GPT, messages: history, cacheBreakpoints });

    expect(JSON.stringify(body)).not.toContain('cache_control');
  });
});
