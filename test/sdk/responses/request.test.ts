import { describe, expect, test } from 'vitest';
import type { ContentBlock, Message } from '../../../src/protocol/message.ts';
import { reasoningItem, reasoningSignature } from '../../../src/sdk/responses/opaque-reasoning.ts';
import {
  type ResponsesRequestStyle,
  responsesRequest,
} from '../../../src/sdk/responses/request.ts';

const STYLE: ResponsesRequestStyle = {
  includesEncryptedReasoning: false,
  takesTemperature: true,
  takesResponseSchema: true,
  marksNotStrict: false,
};
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const call = (id: string): ContentBlock => ({ type: 'tool-use', id, name: 'add', arguments: {} });
const thought = (signature: string): ContentBlock => ({
  type: 'thinking',
  text: 'Hm.',
  signature: new TextEncoder().encode(signature),
});
const user = (...content: ContentBlock[]): Message => ({ id: '1', role: 'user', content });
const assistant = (...content: ContentBlock[]): Message => ({
  id: '2',
  role: 'assistant',
  content,
});

function inputOf(messages: readonly Message[], style: Partial<ResponsesRequestStyle> = {}) {
  const request = { modelId: 'm', messages, tools: [], assembledContext: [], cacheBreakpoints: [] };
  return responsesRequest(request, { ...STYLE, ...style })['input'];
}

describe('history as items', () => {
  test('pictures and files of a user', () => {
    const data = new Uint8Array([1, 2, 3]);
    const input = inputOf([
      user(
        text('See'),
        { type: 'image', data, mediaType: 'image/png' },
        { type: 'document', data, mediaType: 'application/pdf', filename: 'a.pdf' },
      ),
    ]);

    expect(input).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See' },
          { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AQID' },
        ],
      },
    ]);
  });

  test('a failed call says so in its text, for there is no flag', () => {
    const result = (isError: boolean, ...content: ContentBlock[]): ContentBlock => ({
      type: 'tool-result',
      toolUseId: 'a',
      content,
      isError,
    });
    const picture: ContentBlock = {
      type: 'image',
      data: new Uint8Array([1]),
      mediaType: 'image/png',
    };

    expect(inputOf([user(result(true, text('no disk')))])).toMatchObject([
      { output: 'Error: no disk' },
    ]);
    expect(inputOf([user(result(false, text('see'), picture))])).toMatchObject([
      { output: [{ type: 'input_text' }, { type: 'input_image' }] },
    ]);
    expect(inputOf([user(result(true, picture))])).toMatchObject([
      { output: [{ text: 'Error: the tool failed' }, { type: 'input_image' }] },
    ]);
  });

  test('an interrupted call gets an output, for an open one is refused', () => {
    expect(inputOf([assistant(call('a')), user(text('go on'))])).toEqual([
      { type: 'function_call', call_id: 'a', name: 'add', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'a',
        output: 'Error: interrupted before a result was there',
      },
      { role: 'user', content: [{ type: 'input_text', text: 'go on' }] },
    ]);
  });

  test('reasoning without a successor, or without its token, stays out', () => {
    expect(inputOf([assistant(thought('gAAA'))])).toEqual([]);
    expect(inputOf([assistant(thought(''), text('Yes'))])).toMatchObject([{ type: 'message' }]);
  });

  test('reasoning of another model stays out', () => {
    const own = { ...assistant(thought('gAAA'), text('Yes')), producedByModelId: 'm' };

    expect(inputOf([own])).toMatchObject([{ type: 'reasoning' }, { type: 'message' }]);
    expect(inputOf([{ ...own, producedByModelId: 'n' }])).toMatchObject([{ type: 'message' }]);
  });

  test('remarks and answers are marked where the model marks them', () => {
    const input = inputOf([assistant(text('I look.'), call('a'), text('Done.'))], {
      hasPhases: true,
    });

    expect(input).toMatchObject([
      { phase: 'commentary' },
      { type: 'function_call' },
      { phase: 'final_answer' },
      { type: 'function_call_output' },
    ]);
  });
});

test('context goes as instructions, or as an item, never as both', () => {
  const section = {
    provider: 'p',
    label: 'l',
    content: [text('Be brief.')],
    tokens: 1,
    stability: 'static',
    truncated: false,
  } as const;
  const request = {
    modelId: 'm',
    messages: [user(text('Hi'))],
    tools: [],
    assembledContext: [section],
    cacheBreakpoints: [],
  };

  expect(responsesRequest(request, STYLE)).toMatchObject({
    instructions: 'Be brief.',
    input: [{ role: 'user' }],
  });
  const asItem = responsesRequest(request, { ...STYLE, contextRole: 'developer' });
  expect(asItem).not.toHaveProperty('instructions');
  expect(asItem).toMatchObject({ input: [{ role: 'developer' }, { role: 'user' }] });
});

describe('reasoning that nobody can read', () => {
  test('comes back byte for byte, without the id of its item', () => {
    const encrypted = 'gAAAAABö+/=\u0000';
    const signature = reasoningSignature({ id: 'rs_1', encrypted_content: encrypted });

    expect(reasoningItem('', signature ?? new Uint8Array())).toEqual({
      type: 'reasoning',
      summary: [],
      encrypted_content: encrypted,
    });
  });

  test('is none when the item carries none', () => {
    expect(reasoningSignature({ encrypted_content: '' })).toBeUndefined();
    expect(reasoningSignature({ encrypted_content: null })).toBeUndefined();
    expect(reasoningItem('Hm.', new Uint8Array())).toBeUndefined();
  });
});
