import { expect, test } from 'vitest';
import type { ContentBlock } from '../../src/protocol/message.ts';
import { answerOpenCalls, type HistoryMessage, handOver } from '../../src/turn/history.ts';
import { userMessage } from '../support/run-fake-turn.ts';

const asked = [userMessage('hello')];

function assistant(provider: string, ...content: readonly ContentBlock[]): HistoryMessage {
  return { id: 'a', role: 'assistant', content, producedByProvider: provider };
}

const thought: ContentBlock = { type: 'thinking', text: 'hm', signature: new Uint8Array([1]) };
const sealed: ContentBlock = { type: 'redacted-thinking', data: new Uint8Array([2]) };
const said: ContentBlock = { type: 'text', text: 'hi' };
const call: ContentBlock = { type: 'tool-use', id: 'c', name: 'search', arguments: {} };

test('the own reasoning of a provider goes back to it, byte for byte', () => {
  const messages = [assistant('acme', thought, sealed, said)];

  expect(handOver(messages, 'acme')).toEqual({ messages, droppedBlocks: 0 });
});

test('another provider gets everything but the reasoning', () => {
  const messages = [...asked, assistant('acme', thought, said, sealed, call)];

  expect(handOver(messages, 'other')).toEqual({
    messages: [...asked, assistant('acme', said, call)],
    droppedBlocks: 2,
  });
});

test('a message of reasoning alone is left out with it', () => {
  expect(handOver([...asked, assistant('acme', thought)], 'other')).toEqual({
    messages: asked,
    droppedBlocks: 1,
  });
});

test('reasoning of nobody known is left out', () => {
  const message: HistoryMessage = { id: 'a', role: 'assistant', content: [thought, said] };

  expect(handOver([message], 'acme').droppedBlocks).toBe(1);
});

test('open calls are answered in front of the next message', () => {
  const last = { ...assistant('acme', said, call), callFailures: new Map([['c', 'unreadable']]) };

  const answered = answerOpenCalls([last], [userMessage('one'), userMessage('two', 'user-2')]);

  expect(answered).toEqual([
    {
      id: 'user-1',
      role: 'user',
      content: [
        {
          type: 'tool-result',
          toolUseId: 'c',
          content: [{ type: 'text', text: 'unreadable' }],
          isError: true,
        },
        { type: 'text', text: 'one' },
      ],
    },
    userMessage('two', 'user-2'),
  ]);
});

test.each([
  { name: 'no history', history: [] },
  { name: 'no call in it', history: [assistant('acme', said)] },
  { name: 'a call that was answered', history: [assistant('acme', call), ...asked] },
])('with $name the messages stay as they are', ({ history }) => {
  expect(answerOpenCalls(history, asked)).toBe(asked);
});
