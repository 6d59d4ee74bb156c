import { describe, expect, test } from 'vitest';
import type { ContentBlock, Message } from '../../../src/protocol/message.ts';
import { type ChatMessageStyle, chatMessages } from '../../../src/sdk/chat-completions/messages.ts';

const STYLE: ChatMessageStyle = { systemRole: 'system', emptyContent: '', takesFiles: true };
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const picture: ContentBlock = { type: 'image', data: new Uint8Array([1]), mediaType: 'image/png' };
const file: ContentBlock = {
  type: 'document',
  data: new Uint8Array([1]),
  mediaType: 'application/pdf',
};
const call = (id: string): ContentBlock => ({
  type: 'tool-use',
  id,
  name: 'add',
  arguments: { x: 1 },
});
const result = (id: string, ...content: ContentBlock[]): ContentBlock => ({
  type: 'tool-result',
  toolUseId: id,
  content,
  isError: false,
});
const user = (...content: ContentBlock[]): Message => ({ id: '1', role: 'user', content });
const assistant = (...content: ContentBlock[]): Message => ({
  id: '2',
  role: 'assistant',
  content,
});
const section = (words: string) =>
  ({
    provider: 'p',
    label: 'l',
    content: [text(words)],
    tokens: 1,
    stability: 'static',
    truncated: false,
  }) as const;

describe('messages', () => {
  test('begin with one system message, or none', () => {
    const messages = [user(text('Hi'))];

    expect(chatMessages([section('A'), section(''), section('B')], messages, STYLE)).toEqual([
      { role: 'system', content: 'A\n\nB' },
      { role: 'user', content: 'Hi' },
    ]);
    expect(chatMessages([section('')], messages, STYLE)).toHaveLength(1);
  });

  test('of one role in a row become one', () => {
    expect(chatMessages([], [user(text('A')), user(text('B'))], STYLE)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'A' },
          { type: 'text', text: 'B' },
        ],
      },
    ]);
    expect(
      chatMessages([], [user(text('A')), user(text('B'))], { ...STYLE, joinsTexts: true }),
    ).toEqual([{ role: 'user', content: 'A\n\nB' }]);
  });

  test('with calls and results keep their pairs; pictures of results follow', () => {
    expect(
      chatMessages(
        [],
        [assistant(call('a'), call('b')), user(result('a', text('1'), picture, file), text('Go'))],
        STYLE,
      ),
    ).toMatchObject([
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'add', arguments: '{"x":1}' } },
          { id: 'b' },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: 'Error: interrupted before a result was there' },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'user', content: [{ type: 'image_url' }, { type: 'file' }, { text: 'Go' }] },
    ]);
  });

  test('of an assistant that only called tools have the content a server wants', () => {
    const history = [assistant(call('a')), user(result('a'))];

    expect(chatMessages([], history, { ...STYLE, emptyContent: null })).toMatchObject([
      { content: null },
      { role: 'tool', content: '' },
    ]);
  });

  test('carry reasoning where it is wanted back, also when it was empty', () => {
    const style = { ...STYLE, reasoningField: 'reasoning_content' };
    const thought: ContentBlock = { type: 'thinking', text: 'Hm.', signature: new Uint8Array() };
    const history = [assistant(thought, call('a')), user(result('a')), assistant(text('Done'))];

    expect(chatMessages([], history, style)).toMatchObject([
      { role: 'assistant', reasoning_content: 'Hm.' },
      { role: 'tool' },
      { role: 'assistant', reasoning_content: '' },
    ]);
    expect(JSON.stringify(chatMessages([], history, STYLE))).not.toContain('Hm.');
  });

  test('have the ids of calls in the form the server takes, in both places', () => {
    const style = { ...STYLE, toolCallId: (id: string) => `x${id}` };

    expect(chatMessages([], [assistant(call('a')), user(result('a'))], style)).toMatchObject([
      { tool_calls: [{ id: 'xa' }] },
      { tool_call_id: 'xa' },
    ]);
  });
});
