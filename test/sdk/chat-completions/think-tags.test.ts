import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../../src/protocol/stream-event.ts';
import { ThinkTagSplitter, type ThinkTags } from '../../../src/sdk/chat-completions/think-tags.ts';
import { textOf } from './chat-play.ts';

function split(tags: ThinkTags, pieces: readonly string[]): readonly StreamEvent[] {
  const splitter = new ThinkTagSplitter(tags);
  return [...pieces.flatMap((piece) => [...splitter.accept(piece)]), ...splitter.finish()];
}

const cases: readonly {
  readonly name: string;
  readonly tags: ThinkTags;
  readonly content: string;
  readonly thinking: string;
  readonly text: string;
}[] = [
  {
    name: 'a tag at the very start',
    tags: 'explicit',
    content: '<think>Hm.\nSo.</think>\n\nYes.',
    thinking: 'Hm.\nSo.',
    text: 'Yes.',
  },
  {
    name: 'white space before the tag',
    tags: 'explicit',
    content: ' \n<think>a</think>b',
    thinking: 'a',
    text: 'b',
  },
  {
    name: 'a later tag is text',
    tags: 'explicit',
    content: '<think>a</think>b <think>c</think>',
    thinking: 'a',
    text: 'b <think>c</think>',
  },
  {
    name: 'a tag that is not at the start is text',
    tags: 'explicit',
    content: 'Write <think>x</think>.',
    thinking: '',
    text: 'Write <think>x</think>.',
  },
  {
    name: 'the beginning of a tag that is none',
    tags: 'explicit',
    content: '<thing>',
    thinking: '',
    text: '<thing>',
  },
  { name: 'half a tag at the end', tags: 'explicit', content: '<thi', thinking: '', text: '<thi' },
  {
    name: 'what looks like the closing tag inside',
    tags: 'explicit',
    content: '<think>a </thin b</think>c',
    thinking: 'a </thin b',
    text: 'c',
  },
  {
    name: 'a thought that is never closed',
    tags: 'explicit',
    content: '<think>on and on',
    thinking: 'on and on',
    text: '',
  },
  {
    name: 'a template that opened the tag',
    tags: 'implicit',
    content: 'Hm.</think>\nYes.',
    thinking: 'Hm.',
    text: 'Yes.',
  },
  {
    name: 'no tags at all when they are off',
    tags: 'off',
    content: '<think>a</think>b',
    thinking: '',
    text: '<think>a</think>b',
  },
];

describe('reasoning is parted from text', () => {
  test.each(cases)('$name', ({ tags, content, thinking, text }) => {
    const events = split(tags, [content]);

    expect(textOf(events, 'thinking-delta')).toBe(thinking);
    expect(textOf(events, 'text-delta')).toBe(text);
  });

  test.each(cases)('$name, whatever the chunks', ({ tags, content, thinking, text }) => {
    fc.assert(
      fc.property(fc.array(fc.nat(content.length), { maxLength: content.length }), (cuts) => {
        const edges = [0, ...cuts, content.length].sort((one, other) => one - other);
        const pieces = edges.slice(1).map((end, index) => content.slice(edges[index], end));
        const events = split(tags, pieces);

        expect(textOf(events, 'thinking-delta')).toBe(thinking);
        expect(textOf(events, 'text-delta')).toBe(text);
      }),
    );
  });

  test('text that can be no tag is not held back', () => {
    const splitter = new ThinkTagSplitter('explicit');

    expect(splitter.accept('Hello')).toEqual([{ type: 'text-delta', text: 'Hello' }]);
    expect(splitter.accept(' <')).toEqual([{ type: 'text-delta', text: ' <' }]);
  });
});
