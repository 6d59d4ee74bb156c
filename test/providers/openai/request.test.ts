import { describe, expect, test } from 'vitest';
import { countBody } from '../../../providers/openai/request.ts';
import type { ContextSection, ToolDeclaration } from '../../../src/protocol/model-request.ts';
import { built, message, params, text } from './build.ts';

const CONTEXT: readonly ContextSection[] = [
  {
    provider: 'test',
    label: 'system',
    content: [{ type: 'text', text: 'Be brief.' }],
    tokens: 2,
    stability: 'static',
    truncated: false,
  },
];
const TOOL: ToolDeclaration = {
  name: 'add',
  description: 'Adds.',
  inputSchema: {
    type: 'object',
    description: '',
    properties: {
      a: { type: 'number', description: '', properties: {}, required: [], enumValues: [] },
    },
    required: [],
    enumValues: [],
  },
};
const CHAT = { api: 'chat' };

describe('a request to the Responses API', () => {
  test('stores nothing and asks for the reasoning it has to send back', () => {
    const { body } = built({ assembledContext: CONTEXT });

    expect(body).toEqual({
      model: 'gpt-5.6-sol',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      instructions: 'Be brief.',
      reasoning: { summary: 'auto' },
    });
  });

  test('of a model that does not reason says nothing of reasoning', () => {
    const { body } = built({ modelId: 'gpt-4.1', params: params({ temperature: 0.5 }) });

    expect(body).toMatchObject({ temperature: 0.5 });
    expect(body).not.toHaveProperty('include');
    expect(body).not.toHaveProperty('reasoning');
  });

  test.each([
    { wish: { thinkingEffort: 'high' }, effort: 'high' },
    { wish: { thinkingDisabled: true }, effort: 'none' },
  ])('asks for effort $effort', ({ wish, effort }) => {
    const { body } = built({ params: params(wish) });

    expect(body['reasoning']).toEqual({ effort, summary: 'auto' });
  });

  test.each([
    { modelId: 'gpt-6-astra', wish: { thinkingDisabled: true }, says: 'can not be kept from' },
    { modelId: 'gpt-4.1', wish: { thinkingEffort: 'low' }, says: 'has no thinking effort' },
    { modelId: 'gpt-5.5', wish: { thinkingBudgetTokens: 1000 }, says: 'takes no thinking budget' },
  ])('refuses what $modelId does not take: $says', ({ modelId, wish, says }) => {
    expect(() => built({ modelId, params: params(wish) })).toThrow(says);
  });

  test('leaves sampling out while the model reasons, and says so', () => {
    const { body, notes } = built({ params: params({ temperature: 0.5, stopSequences: ['x'] }) });

    expect(body).not.toHaveProperty('temperature');
    expect(notes).toEqual([
      'temperature is left out: gpt-5.6-sol refuses it',
      'stop sequences are left out: gpt-5.6-sol does not take them here',
    ]);
  });

  test('samples when reasoning is off', () => {
    const { body } = built({ params: params({ temperature: 0.5, thinkingDisabled: true }) });

    expect(body).toMatchObject({ temperature: 0.5 });
  });

  test('keeps the requests of a session at one cache', () => {
    const callContext = { sessionId: '01J', turnId: '1', workingDirectory: '/' };

    expect(built({ callContext }).body).toMatchObject({ prompt_cache_key: '01J' });
    expect(
      built({ callContext, providerOptions: { prompt_cache_key: 'mine' } }).body,
    ).toMatchObject({ prompt_cache_key: 'mine' });
  });

  test('replays a turn in its order, reasoning before what it led to, without ids', () => {
    const signature = new TextEncoder().encode('gAAAA');
    const { body } = built({
      messages: [
        message('user', [text('Add')]),
        message(
          'assistant',
          [
            { type: 'thinking', text: 'Hm.', signature },
            text('I add.'),
            { type: 'tool-use', id: 'call_1', name: 'add', arguments: { a: 1 } },
          ],
          'gpt-5.6-sol',
        ),
        message('user', [
          { type: 'tool-result', toolUseId: 'call_1', content: [text('1')], isError: false },
        ]),
      ],
    });

    expect(body['input']).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Add' }] },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        encrypted_content: 'gAAAA',
      },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'I add.', annotations: [] }],
        phase: 'commentary',
      },
      { type: 'function_call', call_id: 'call_1', name: 'add', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'call_1', output: '1' },
    ]);
  });

  test('marks no phases for models that know none', () => {
    const messages = [message('assistant', [text('Yes.')], 'gpt-5.1')];
    const { body } = built({ modelId: 'gpt-5.1', messages });

    expect(JSON.stringify(body['input'])).not.toContain('phase');
  });

  test('is counted without what only generating needs', () => {
    const whole = built({ tools: [TOOL], assembledContext: CONTEXT });

    expect(Object.keys(countBody(whole)).sort()).toEqual([
      'input',
      'instructions',
      'model',
      'reasoning',
      'tools',
    ]);
  });
});

describe('a request to Chat Completions', () => {
  test('speaks to a reasoning model as its developer', () => {
    const { body } = built(
      {
        assembledContext: CONTEXT,
        tools: [TOOL],
        params: params({ maxOutputTokens: 100, thinkingEffort: 'low' }),
      },
      CHAT,
    );

    expect(body).toEqual({
      model: 'gpt-5.6-sol',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        {
          type: 'function',
          function: {
            name: 'add',
            description: 'Adds.',
            parameters: { type: 'object', properties: { a: { type: 'number' } } },
            strict: false,
          },
        },
      ],
      max_completion_tokens: 100,
      reasoning_effort: 'low',
    });
  });

  test.each([
    { modelId: 'gpt-4.1', config: CHAT, role: 'system' },
    { modelId: 'o3', config: CHAT, role: 'developer' },
    {
      modelId: 'gpt-9',
      config: {
        ...CHAT,
        base_url: 'https://gateway.example',
        extra_models: { 'gpt-9': '100000/1000' },
      },
      role: 'system',
    },
    {
      modelId: 'gpt-5-chat-latest',
      config: { ...CHAT, extra_models: { 'gpt-5-chat-latest': '128000/16384' } },
      role: 'system',
    },
  ])('gives the context of $modelId the role $role', ({ modelId, config, role }) => {
    const { body } = built({ modelId, assembledContext: CONTEXT }, config);

    expect(body['messages']).toMatchObject([{ role }, { role: 'user' }]);
  });
});

describe('provider options', () => {
  test.each([
    { options: { colour: 'red' }, says: 'there is no provider option "colour"' },
    { options: { top_p: 'high' }, says: '"top_p" must be a number' },
    { options: { seed: 1 }, says: '"seed" needs api = "chat"' },
  ])('are refused by name: $says', ({ options, says }) => {
    expect(() => built({ providerOptions: options })).toThrow(says);
  });

  test('go where the vendor wants them', () => {
    const { body } = built({
      providerOptions: { verbosity: 'low', reasoning_summary: 'detailed', service_tier: 'flex' },
    });

    expect(body).toMatchObject({
      text: { verbosity: 'low' },
      reasoning: { summary: 'detailed' },
      service_tier: 'flex',
    });
  });
});
