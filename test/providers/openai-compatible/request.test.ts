import { describe, expect, test } from 'vitest';
import { DIALECTS, type DialectName } from '../../../providers/openai-compatible/dialects.ts';
import { describeModel } from '../../../providers/openai-compatible/models.ts';
import { buildRequest } from '../../../providers/openai-compatible/request.ts';
import type { ContentBlock, Message } from '../../../src/protocol/message.ts';
import type { GenerationParams, ModelRequest } from '../../../src/protocol/model-request.ts';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const user = (...content: ContentBlock[]): Message => ({ id: '1', role: 'user', content });
const TOOL = {
  name: 'add',
  description: 'Adds.',
  inputSchema: {
    type: 'object',
    description: '',
    properties: {},
    required: [],
    enumValues: [],
  },
} as const;

function bodyFor(
  name: DialectName,
  changes: Partial<ModelRequest> = {},
  api: 'chat' | 'responses' = 'chat',
) {
  const dialect = DIALECTS[name];
  const request: ModelRequest = {
    modelId: 'm',
    messages: [user(text('Hi'))],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...changes,
  };
  const facts = { id: request.modelId, contextWindow: 4096, tools: true };
  const models = [describeModel(facts, { dialect, isPrivate: true })];
  return buildRequest(request, { api, dialect, models }).body;
}

const params = (changes: Partial<GenerationParams>): Partial<ModelRequest> => ({
  params: { stopSequences: [], ...changes },
});

test('a server nobody knows gets nothing it might not know', () => {
  expect(bodyFor('generic', { tools: [TOOL], ...params({ maxOutputTokens: 10 }) })).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
    tools: [
      {
        type: 'function',
        function: {
          name: 'add',
          description: 'Adds.',
          parameters: { type: 'object', properties: {} },
        },
      },
    ],
    max_tokens: 10,
  });
});

describe('what differs between servers', () => {
  test.each<[DialectName, unknown]>([
    ['generic', 'required'],
    ['mistral', 'any'],
    ['ollama', undefined],
  ])('%s is told that a tool must be called by %j', (name, word) => {
    const body = bodyFor(name, { tools: [TOOL], ...params({ toolChoice: { mode: 'any' } }) });

    expect(body['tool_choice']).toBe(word);
  });

  test('Mistral counts unasked and refuses to be asked', () => {
    expect(bodyFor('mistral')).not.toHaveProperty('stream_options');
  });

  test.each<[DialectName, Partial<GenerationParams>, object]>([
    ['ollama', { thinkingEffort: 'low' }, { reasoning_effort: 'low' }],
    ['ollama', { thinkingDisabled: true }, { reasoning_effort: 'none' }],
    [
      'deepseek',
      { thinkingEffort: 'max' },
      { thinking: { type: 'enabled' }, reasoning_effort: 'max' },
    ],
    ['deepseek', { thinkingDisabled: true }, { thinking: { type: 'disabled' } }],
    [
      'vllm',
      { thinkingDisabled: true },
      { chat_template_kwargs: { enable_thinking: false, thinking: false } },
    ],
  ])('%s is steered by %j', (name, wish, fields) => {
    expect(bodyFor(name, params(wish))).toMatchObject(fields);
  });

  test.each<[DialectName, Partial<GenerationParams>, string]>([
    ['generic', { thinkingDisabled: true }, 'can not be kept from thinking'],
    ['ollama', { thinkingBudgetTokens: 10 }, 'takes no thinking budget'],
  ])('%s refuses %j', (name, wish, says) => {
    expect(() => bodyFor(name, params(wish))).toThrow(says);
  });

  test('gpt-oss can not be kept from thinking', () => {
    const wish = params({ thinkingDisabled: true });

    expect(() => bodyFor('ollama', { modelId: 'gpt-oss:20b', ...wish })).toThrow('kept from');
  });
});

describe('earlier turns', () => {
  const history: readonly Message[] = [
    user(text('Add')),
    {
      id: '2',
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'Hm.', signature: new Uint8Array() },
        { type: 'tool-use', id: 'call_123', name: 'add', arguments: {} },
      ],
    },
    user({ type: 'tool-result', toolUseId: 'call_123', content: [text('1')], isError: false }),
  ];

  test('go to DeepSeek with their reasoning, except to its older reasoner', () => {
    expect(bodyFor('deepseek', { messages: history })['messages']).toMatchObject([
      {},
      { reasoning_content: 'Hm.', content: '' },
      {},
    ]);
    expect(
      JSON.stringify(bodyFor('deepseek', { modelId: 'deepseek-reasoner', messages: history })),
    ).not.toContain('reasoning_content');
  });

  test('go to Mistral with their reasoning as a part, and with ids of nine letters', () => {
    const [, answer, result] = bodyFor('mistral', { messages: history })['messages'] as readonly {
      content: unknown;
      tool_calls: { id: string }[];
      tool_call_id: string;
    }[];
    const id = answer?.tool_calls[0]?.id;

    expect(answer?.content).toEqual([
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    ]);
    expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(result?.tool_call_id).toBe(id);
  });

  test('go to others without', () => {
    expect(JSON.stringify(bodyFor('groq', { messages: history }))).not.toContain('Hm.');
  });
});

test('Ollama is not sent what it would silently cut', () => {
  const long = { messages: [user(text('word '.repeat(6000)))] };

  expect(() => bodyFor('ollama', long)).toThrow('does not fit into the 4096 tokens');
  expect(() => bodyFor('vllm', long)).not.toThrow();
});

describe('provider options', () => {
  test('put what they name into the request', () => {
    const providerOptions = { top_p: 0.9, body: { keep_alive: '1h', stream_options: null } };

    expect(bodyFor('generic', { providerOptions })).toMatchObject({
      top_p: 0.9,
      keep_alive: '1h',
      stream_options: null,
    });
  });

  test.each([
    [{ colour: 1 }, 'there is no provider option "colour"'],
    [{ top_p: 'x' }, '"top_p" must be a number'],
    [{ body: [] }, '"body" must be an object'],
  ])('%j are refused', (providerOptions, says) => {
    expect(() => bodyFor('generic', { providerOptions })).toThrow(says);
  });
});

test('the Responses interface gets effort in its own place and nothing encrypted', () => {
  const body = bodyFor('ollama', params({ thinkingEffort: 'low' }), 'responses');

  expect(body).toMatchObject({ reasoning: { effort: 'low' }, input: [{ role: 'user' }] });
  expect(body).not.toHaveProperty('include');
});
