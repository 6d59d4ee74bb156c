import { describe, expect, test } from 'vitest';
import type { GenerationParams } from '../../../src/protocol/model-request.ts';
import { call, message, result, text, thought, tool } from '../../support/sample-request.ts';
import { build, refusal, request } from './build-body.ts';

const PRO_25 = 'gemini-2.5-pro';
const FLASH_25 = 'gemini-2.5-flash';
const LITE_25 = 'gemini-2.5-flash-lite';
const FLASH_3 = 'gemini-3-flash-preview';

function params(changes: Partial<GenerationParams>): GenerationParams {
  return { stopSequences: [], ...changes };
}

function contents(...messages: Parameters<typeof message>[]) {
  return build({ messages: messages.map((each) => message(...each)) }).body['contents'];
}

describe('the history', () => {
  test('gives roles in turn, the model second', () => {
    expect(
      contents(
        ['user', text('a')],
        ['user', text('b')],
        ['assistant', text('c')],
        ['user', text('d')],
      ),
    ).toEqual([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ text: 'c' }] },
      { role: 'user', parts: [{ text: 'd' }] },
    ]);
  });

  test('that begins with an answer gets a user before it', () => {
    expect(contents(['assistant', text('c')], ['user', text('d')])).toMatchObject([
      { role: 'user', parts: [{ text: '(Earlier messages are left out.)' }] },
      { role: 'model' },
      { role: 'user' },
    ]);
  });

  test('of nothing is refused', () => {
    expect(refusal({ messages: [] })).toBe(
      'invalid_request: google: there is no message to answer',
    );
  });

  test('puts results into one content, in the order of the calls, under the names of the calls', () => {
    const answered = contents(
      ['user', text('a')],
      ['assistant', call('1', 'look'), call('2', 'find')],
      ['user', text('by the way'), result('2', 'found'), result('1', 'no', true)],
    );

    expect(answered).toEqual([
      { role: 'user', parts: [{ text: 'a' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: '1', name: 'look', args: {} },
            thoughtSignature: 'skip_thought_signature_validator',
          },
          { functionCall: { id: '2', name: 'find', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '1', name: 'look', response: { error: 'no' } } },
          { functionResponse: { id: '2', name: 'find', response: { output: 'found' } } },
          { text: 'by the way' },
        ],
      },
    ]);
  });

  test('answers a call that was interrupted, and turns a result without a call into text', () => {
    const answered = contents(
      ['user', text('a')],
      ['assistant', call('1')],
      ['user', result('9', 'lost')],
    );

    expect(answered).toMatchObject([
      {},
      {},
      {
        parts: [
          { functionResponse: { response: { error: expect.stringContaining('interrupted') } } },
          { text: 'lost' },
        ],
      },
    ]);
  });

  test('keeps ids that we made up from the vendor, in the call and in its result', () => {
    const made = 'gemini-call:resp:0';
    const sent = JSON.stringify(
      contents(['user', text('a')], ['assistant', call(made)], ['user', result(made)]),
    );

    expect(sent).not.toContain('gemini-call');
  });
});

describe('a signature', () => {
  const signed = (modelId: string | undefined, ...content: Parameters<typeof message>[1][]) =>
    build({
      messages: [
        message('user', text('a')),
        { ...message('assistant', ...content), producedByModelId: modelId },
        message('user', text('b')),
      ],
    }).body['contents'];

  test('goes back on the call it came with, and a summary stays here', () => {
    expect(signed(FLASH_3, thought('I think', 'c2ln'), call('1'), call('2'))).toMatchObject([
      {},
      {
        parts: [
          { functionCall: { id: '1' }, thoughtSignature: 'c2ln' },
          { functionCall: { id: '2' } },
        ],
      },
      {},
    ]);
    expect(JSON.stringify(signed(FLASH_3, thought('I think', 'c2ln'), call('1')))).not.toContain(
      'I think',
    );
  });

  test('of a text goes back as an empty part at its place', () => {
    expect(signed(FLASH_3, text('Yes'), thought('', 'c2ln'))).toMatchObject([
      {},
      { role: 'model', parts: [{ text: 'Yes' }, { text: '', thoughtSignature: 'c2ln' }] },
      {},
    ]);
  });

  test('of a text and that of a call after it are not mixed up', () => {
    const parts = signed(
      FLASH_3,
      text('Yes'),
      thought('', 'dGV4dA'),
      thought('', 'Y2FsbA'),
      call('1'),
    );

    expect(parts).toMatchObject([
      {},
      {
        parts: [
          { text: 'Yes' },
          { text: '', thoughtSignature: 'dGV4dA' },
          { functionCall: { id: '1' }, thoughtSignature: 'Y2FsbA' },
        ],
      },
      {},
    ]);
  });

  test('of another vendor is not sent, nor are its ids', () => {
    expect(signed('claude-sonnet-5', thought('', 'Zm9yZWlnbg'), call('toolu_1'))).toMatchObject([
      {},
      {
        parts: [
          {
            functionCall: { name: 'look', args: {} },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      {},
    ]);
  });

  test('is not made up for models that demand none', () => {
    const { body } = build({
      modelId: PRO_25,
      messages: [message('user', text('a')), message('assistant', call('1'))],
    });

    expect(JSON.stringify(body)).not.toContain('thoughtSignature');
  });
});

describe('thinking', () => {
  test.each([
    { name: 'unasked', modelId: FLASH_3, asked: {}, config: { includeThoughts: true } },
    {
      name: 'a level',
      modelId: FLASH_3,
      asked: { thinkingEffort: 'low' },
      config: { thinkingLevel: 'LOW', includeThoughts: true },
    },
    {
      name: 'a budget',
      modelId: PRO_25,
      asked: { thinkingBudgetTokens: 128 },
      config: { thinkingBudget: 128, includeThoughts: true },
    },
    {
      name: 'a budget of nothing, without a wish for thoughts',
      modelId: FLASH_25,
      asked: { thinkingBudgetTokens: 0 },
      config: { thinkingBudget: 0 },
    },
    {
      name: 'off',
      modelId: LITE_25,
      asked: { thinkingDisabled: true },
      config: { thinkingBudget: 0 },
    },
    { name: 'a model that does not think unasked', modelId: LITE_25, asked: {}, config: undefined },
  ])('$name', ({ modelId, asked, config }) => {
    // The body is JSON; this is the part of it under test.
    const { generationConfig } = build({ modelId, params: params(asked) }).body as {
      generationConfig?: { thinkingConfig?: unknown };
    };

    expect(generationConfig?.thinkingConfig).toEqual(config);
  });

  test.each([
    { modelId: PRO_25, asked: { thinkingBudgetTokens: 0 }, problem: 'between 128 and 32768' },
    { modelId: PRO_25, asked: { thinkingEffort: 'low' }, problem: 'no thinking effort' },
    { modelId: FLASH_25, asked: { thinkingBudgetTokens: 32_768 }, problem: 'not 32768' },
    {
      modelId: FLASH_3,
      asked: { thinkingBudgetTokens: 1000 },
      problem: 'takes no thinking budget',
    },
    { modelId: FLASH_3, asked: { thinkingEffort: 'max' }, problem: 'minimal, low, medium, high' },
    { modelId: FLASH_3, asked: { thinkingDisabled: true }, problem: 'the effort "minimal"' },
    {
      modelId: PRO_25,
      asked: { thinkingDisabled: true },
      problem: 'can not be kept from thinking',
    },
  ])('$modelId refuses $asked', ({ modelId, asked, problem }) => {
    expect(refusal({ modelId, params: params(asked) })).toContain(problem);
  });
});

describe('tools', () => {
  test('are declared with JSON Schema, and without any where there are no parameters', () => {
    const inputSchema = {
      ...tool('x').inputSchema,
      properties: { b: { ...tool('x').inputSchema, type: 'string' as const } },
    };

    const { body } = build({ tools: [tool('1 st'), { ...tool('find'), inputSchema }] });

    expect(body['tools']).toEqual([
      {
        functionDeclarations: [
          { name: '_1_st', description: 'Does 1 st.' },
          {
            name: 'find',
            description: 'Does find.',
            parametersJsonSchema: { type: 'object', properties: { b: { type: 'string' } } },
          },
        ],
      },
    ]);
    expect(body).not.toHaveProperty('toolConfig');
  });

  test.each([
    { choice: { mode: 'any' } as const, config: { mode: 'ANY' } },
    { choice: { mode: 'none' } as const, config: { mode: 'NONE' } },
    {
      choice: { mode: 'specific', toolName: 'a b' } as const,
      config: { mode: 'ANY', allowedFunctionNames: ['a_b'] },
    },
  ])('can be chosen among: $choice.mode', ({ choice, config }) => {
    const { body } = build({ tools: [tool('a b')], params: params({ toolChoice: choice }) });

    expect(body['toolConfig']).toEqual({ functionCallingConfig: config });
  });

  test('of the vendor stand beside ours only where the model takes both', () => {
    const mixed = { tools: [tool('a')], providerOptions: { server_tools: [{ googleSearch: {} }] } };

    expect(build(mixed).body).toMatchObject({
      tools: [{ functionDeclarations: [{}] }, { googleSearch: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
    });
    expect(refusal({ ...mixed, modelId: FLASH_25 })).toContain('not both');
  });

  test('whose names the vendor could not tell apart are refused', () => {
    expect(refusal({ tools: [tool('a b'), tool('a/b')] })).toContain('can not be told apart');
  });
});

describe('media', () => {
  const image = { type: 'image', mediaType: 'image/png', data: new Uint8Array([1, 2]) } as const;
  const inlineData = { mimeType: 'image/png', data: 'AQI=' };
  const history = [
    message('user', text('a')),
    message('assistant', call('1')),
    message('user', {
      type: 'tool-result',
      toolUseId: '1',
      content: [text('seen'), image],
      isError: false,
    }),
  ];

  test('of a result are inside it for models that see them there', () => {
    expect(build({ messages: history }).body['contents']).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { response: { output: 'seen' }, parts: [{ inlineData }] } }] },
    ]);
  });

  test('of a result follow after it for the others', () => {
    expect(build({ modelId: PRO_25, messages: history }).body['contents']).toEqual([
      expect.anything(),
      expect.anything(),
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '1', name: 'look', response: { output: 'seen' } } },
          { inlineData },
        ],
      },
    ]);
  });
});

describe('the rest of a request', () => {
  test('has the system text apart, in parts, and none when there is none', () => {
    const section = (words: string) => ({
      provider: 'k',
      label: 'l',
      content: [text(words)],
      tokens: 1,
      stability: 'static' as const,
      truncated: false,
    });

    expect(
      build({ assembledContext: [section('A'), section(' '), section('B')] }).body,
    ).toMatchObject({ systemInstruction: { parts: [{ text: 'A' }, { text: 'B' }] } });
    expect(build().body).not.toHaveProperty('systemInstruction');
  });

  test('carries limits, sampling and the form of the answer', () => {
    const { body } = build({
      params: params({
        maxOutputTokens: 10,
        temperature: 0.5,
        stopSequences: ['END'],
        responseSchemaJson: '{"type":"object"}',
      }),
      providerOptions: { top_p: 0.9, top_k: 3, seed: 7 },
    });

    expect(body['generationConfig']).toEqual({
      topP: 0.9,
      topK: 3,
      seed: 7,
      maxOutputTokens: 10,
      temperature: 0.5,
      stopSequences: ['END'],
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
      thinkingConfig: { includeThoughts: true },
    });
  });

  test.each([
    { changes: { modelId: 'gemini-0' }, problem: 'there is no model "gemini-0"' },
    { changes: { providerOptions: { nope: 1 } }, problem: 'there is no provider option "nope"' },
    { changes: { providerOptions: { top_k: 1.5 } }, problem: '"top_k" must be an integer' },
    {
      changes: { params: params({ stopSequences: ['1', '2', '3', '4', '5', '6'] }) },
      problem: 'at most 5',
    },
    {
      changes: { tools: [tool('a')], providerOptions: { cached_content: 'cachedContents/x' } },
      problem: 'stands for context and tools',
    },
  ])('is refused: $problem', ({ changes, problem }) => {
    expect(refusal(changes)).toContain(problem);
  });

  test('names a model with the prefix of the vendor as well', () => {
    expect(build({ modelId: `models/${FLASH_3}` }).modelId).toBe(FLASH_3);
    expect(request().modelId).toBe(FLASH_3);
  });
});
