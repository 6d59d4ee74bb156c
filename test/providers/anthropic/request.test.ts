import { describe, expect, test } from 'vitest';
import { MODELS } from '../../../providers/anthropic/models.ts';
import { buildCount } from '../../../providers/anthropic/request.ts';
import type { CacheBreakpoint, ContextSection } from '../../../src/protocol/model-request.ts';
import { call, message, result, text, thought, tool } from '../../support/sample-request.ts';
import { build, refusal } from './build-body.ts';

function section(...words: readonly string[]): ContextSection {
  return {
    provider: 'kernel',
    label: 'rules',
    content: words.map(text),
    tokens: 1,
    stability: 'static',
    truncated: false,
  };
}

const ephemeral = { type: 'ephemeral' };

test('a plain request holds what the vendor requires and nothing more', () => {
  expect(build({ modelId: 'claude-haiku-4-5' }).body).toEqual({
    model: 'claude-haiku-4-5',
    max_tokens: 64_000,
    stream: true,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  });
});

test('a model is asked for by the very name it was chosen by', () => {
  expect(build({ modelId: 'claude-haiku-4-5-20251001' }).body['model']).toBe(
    'claude-haiku-4-5-20251001',
  );
});

test('an unknown model is refused, never replaced', () => {
  expect(refusal({ modelId: 'claude-0' })).toBe(
    'invalid_request: anthropic: there is no model "claude-0"',
  );
});

describe('the system prompt', () => {
  test('is one block a section, in order', () => {
    const { body } = build({ assembledContext: [section('a', 'b'), section('c')] });

    expect(body['system']).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'text', text: 'c' },
    ]);
  });

  test.each([{ sections: [] }, { sections: [section(' ')] }])(
    'is not sent when there is none ($sections.length sections)',
    ({ sections }) => {
      expect(build({ assembledContext: sections }).body).not.toHaveProperty('system');
    },
  );
});

describe('cache markers', () => {
  const marked = (breakpoints: readonly CacheBreakpoint[], history = threeMessages) =>
    build({
      messages: history,
      tools: [tool('one'), tool('two')],
      assembledContext: [section('a'), section('b')],
      cacheBreakpoints: breakpoints,
    }).body;
  const threeMessages = [
    message('user', text('a'), text('b')),
    message('assistant', text('c')),
    message('user', text('d')),
  ];
  const count = (body: unknown) => JSON.stringify(body).split('"cache_control"').length - 1;

  test('stand exactly where the kernel asks for them', () => {
    const body = marked([
      { type: 'after-tools' },
      { type: 'after-assembled-context' },
      { type: 'after-message', index: 0 },
    ]);

    expect(count(body)).toBe(3);
    expect(body).toMatchObject({
      tools: [{}, { name: 'two', cache_control: ephemeral }],
      system: [{}, { text: 'b', cache_control: ephemeral }],
      messages: [{ content: [{}, { text: 'b', cache_control: ephemeral }] }, {}, {}],
    });
  });

  test('are absent when none are asked for', () => {
    expect(count(marked([]))).toBe(0);
  });

  test('are four at most; the earliest messages go without', () => {
    const body = marked([
      { type: 'after-tools' },
      { type: 'after-assembled-context' },
      { type: 'after-message', index: 0 },
      { type: 'after-message', index: 1 },
      { type: 'after-message', index: 2 },
    ]);

    expect(count(body)).toBe(4);
    expect(body).toMatchObject({
      messages: [
        { content: [{ text: 'a' }, { text: 'b' }] },
        { content: [{ text: 'c', cache_control: ephemeral }] },
        { content: [{ text: 'd', cache_control: ephemeral }] },
      ],
    });
  });

  test('find their message when messages were joined', () => {
    const body = marked(
      [{ type: 'after-message', index: 0 }],
      [message('user', text('a')), message('user', text('b'))],
    );

    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a', cache_control: ephemeral },
          { type: 'text', text: 'b' },
        ],
      },
    ]);
  });

  test('never stand on thoughts, but on the block before', () => {
    const body = marked(
      [{ type: 'after-message', index: 1 }],
      [
        message('user', text('a')),
        message('assistant', text('b'), thought('hm', 'sig')),
        message('user', text('c')),
      ],
    );

    expect(body['messages']).toMatchObject([
      {},
      { content: [{ text: 'b', cache_control: ephemeral }, { type: 'thinking' }] },
      {},
    ]);
    expect(count(body)).toBe(1);
  });

  test.each([
    { name: 'a message of nothing that can be marked', index: 1 },
    { name: 'a message that is not there', index: 9 },
  ])('are left out for $name', ({ index }) => {
    const history = [message('user', text('a')), message('assistant', thought('hm', 'sig'))];

    expect(count(marked([{ type: 'after-message', index }], history))).toBe(0);
  });

  test('are not asked of tools and context that are not there', () => {
    const { body } = build({
      cacheBreakpoints: [{ type: 'after-tools' }, { type: 'after-assembled-context' }],
    });

    expect(count(body)).toBe(0);
  });
});

describe('tools', () => {
  test('are declared with their schema, properties sorted', () => {
    const leaf = { description: '', properties: {}, required: [], enumValues: [] };
    const { body } = build({
      tools: [
        {
          name: 'find.file',
          description: '',
          inputSchema: {
            ...leaf,
            type: 'object',
            properties: {
              kind: { ...leaf, type: 'string', enumValues: ['a', 'b'] },
              deep: { ...leaf, type: 'array', items: { ...leaf, type: 'number' } },
            },
            required: ['kind'],
          },
        },
      ],
    });

    expect(JSON.stringify(body['tools'])).toBe(
      JSON.stringify([
        {
          name: 'find_file',
          input_schema: {
            type: 'object',
            properties: {
              deep: { type: 'array', items: { type: 'number' } },
              kind: { type: 'string', enum: ['a', 'b'] },
            },
            required: ['kind'],
          },
        },
      ]),
    );
  });

  test('keep their declared names in the answer', () => {
    expect(build({ tools: [tool('find.file')] }).toolName('find_file')).toBe('find.file');
    expect(build({ tools: [] }).toolName('find_file')).toBe('find_file');
  });

  test('that would get one name are refused', () => {
    expect(refusal({ tools: [tool('a.b'), tool('a_b')] })).toContain('"a.b" and "a_b"');
  });

  test.each([
    { choice: { mode: 'auto' as const }, wire: undefined },
    { choice: { mode: 'none' as const }, wire: { type: 'none' } },
    { choice: { mode: 'any' as const }, wire: { type: 'any' } },
    { choice: { mode: 'specific' as const, toolName: 'a.b' }, wire: { type: 'tool', name: 'a_b' } },
  ])('can be chosen among: $choice.mode', ({ choice, wire }) => {
    const { body } = build({
      modelId: 'claude-haiku-4-5',
      tools: [tool('a.b')],
      params: { stopSequences: [], toolChoice: choice },
    });

    expect(body['tool_choice']).toEqual(wire);
  });

  test.each([
    { name: 'a tool that is not declared', tools: [tool('a')], mode: 'specific' as const },
    { name: 'any tool where there are none', tools: [], mode: 'any' as const },
  ])('$name can not be required', ({ tools, mode }) => {
    const params = { stopSequences: [], toolChoice: { mode, toolName: 'b' } };

    expect(refusal({ modelId: 'claude-haiku-4-5', tools, params })).toContain('invalid_request');
  });

  test('one at a time is said with the choice', () => {
    const { body } = build({
      tools: [tool('a')],
      providerOptions: { disable_parallel_tool_use: true },
    });

    expect(body['tool_choice']).toEqual({ type: 'auto', disable_parallel_tool_use: true });
  });
});

describe('a token count', () => {
  const prompt = {
    modelId: 'claude-sonnet-5',
    messages: [message('user', text('Hi'))],
    assembledContext: [section('a')],
    tools: [tool('one')],
  };

  test('is a completion without what only generation needs', () => {
    const params = { stopSequences: ['x'], maxOutputTokens: 5 };
    const completion: Record<string, unknown> = build({ ...prompt, params }).body;
    const generationOnly = ['max_tokens', 'stream', 'stop_sequences'];
    const expected = Object.entries(completion).filter(([name]) => !generationOnly.includes(name));

    const count = JSON.parse(JSON.stringify(buildCount(prompt, MODELS)));

    expect(count).toEqual(Object.fromEntries(expected));
  });
});

describe('a tool loop under a thinking budget', () => {
  const params = { stopSequences: [], thinkingBudgetTokens: 2048 };
  const loop = (...first: Parameters<typeof message>[1][]) => [
    message('user', text('a')),
    message('assistant', ...first, call('one')),
    message('user', result('one')),
  ];

  test('that began without a thought goes on without thinking, and the log says so', () => {
    const { body, notes } = build({
      modelId: 'claude-haiku-4-5',
      messages: loop(),
      tools: [tool('look')],
      params,
    });

    expect(body).not.toHaveProperty('thinking');
    expect(notes).toEqual([
      'thinking is off for this request: the tool call it goes on from had no thought',
    ]);
  });

  test('that began with one thinks on, between the calls as well', () => {
    const { body, betas } = build({
      modelId: 'claude-haiku-4-5',
      messages: loop(thought('hm', 'sig')),
      tools: [tool('look')],
      params,
    });

    expect(body['thinking']).toEqual({ type: 'enabled', budget_tokens: 2048 });
    expect(betas).toEqual(['interleaved-thinking-2025-05-14']);
  });
});

test.each([
  { name: 'by itself', model: 'claude-sonnet-5', params: {}, tools: [tool('a')] },
  {
    name: 'to think adaptively between calls',
    model: 'claude-sonnet-5',
    params: { thinkingEffort: 'high' },
    tools: [tool('a')],
  },
  {
    name: 'for a budget where adaptive thinking is there too',
    model: 'claude-opus-4-6',
    params: { thinkingBudgetTokens: 2048 },
    tools: [tool('a')],
  },
  {
    name: 'for a budget without tools',
    model: 'claude-haiku-4-5',
    params: { thinkingBudgetTokens: 2048 },
    tools: [],
  },
])('no beta feature is asked for $name', ({ model, params, tools }) => {
  const built = build({ modelId: model, tools, params: { stopSequences: [], ...params } });

  expect(built.betas).toEqual([]);
});
