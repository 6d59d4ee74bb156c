import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../src/protocol/message.ts';
import { oldestToDrop } from '../../src/turn/shrink.ts';
import { call, message, result, text } from '../support/sample-request.ts';

const words = (count: number) => text('x'.repeat(count));
const user = (count = 10) => message('user', words(count));
const assistant = (count = 10) => message('assistant', words(count));
const turn = [user(), assistant()];

test.each<{ name: string; messages: Message[]; share: number; dropped: number | undefined }>([
  { name: 'one question', messages: [user()], share: 0.5, dropped: undefined },
  { name: 'no message at all', messages: [], share: 0.5, dropped: undefined },
  {
    name: 'questions that were never answered',
    messages: [user(), user()],
    share: 0.5,
    dropped: undefined,
  },
  {
    name: 'two turns and a question',
    messages: [...turn, ...turn, user()],
    share: 0.7,
    dropped: 2,
  },
  {
    name: 'the same where only the question may stay',
    messages: [...turn, ...turn, user()],
    share: 0.1,
    dropped: 4,
  },
  {
    name: 'a question that is larger than all that may stay',
    messages: [...turn, user(9_000)],
    share: 0.5,
    dropped: 2,
  },
  {
    name: 'a turn with tools, which stays whole',
    messages: [
      ...turn,
      user(),
      message('assistant', call('a')),
      message('user', result('a')),
      assistant(),
      user(),
    ],
    share: 0.3,
    dropped: 6,
  },
  {
    name: 'the steps of the running turn, which stay whole',
    messages: [...turn, user(), message('assistant', call('a')), message('user', result('a'))],
    share: 0.1,
    dropped: 2,
  },
  {
    name: 'a question that brings the results of the turn before',
    messages: [
      ...turn,
      user(),
      message('assistant', call('a')),
      message('user', result('a'), words(5)),
    ],
    share: 0.1,
    dropped: 2,
  },
  {
    name: 'calls of one id in two turns',
    messages: [
      user(),
      message('assistant', call('a')),
      message('user', result('a')),
      assistant(),
      user(),
      message('assistant', call('a')),
      message('user', result('a')),
      assistant(),
      user(),
    ],
    share: 0.5,
    dropped: 8,
  },
])('of $name, $dropped messages are dropped for a share of $share', (row) => {
  expect(oldestToDrop(row.messages, row.share)).toBe(row.dropped);
});

/** A conversation of whole turns, some with tools, and a last question. */
const conversation = fc
  .array(
    fc.record({ size: fc.integer({ min: 1, max: 200 }), tools: fc.integer({ min: 0, max: 3 }) }),
    { maxLength: 12 },
  )
  .map((turns) => [
    ...turns.flatMap(({ size, tools }, index) => [
      user(size),
      ...Array.from({ length: tools }, (_, step) => [
        message('assistant', call(`${index}-${step}`), call(`${index}-${step}b`)),
        message('user', result(`${index}-${step}b`), result(`${index}-${step}`)),
      ]).flat(),
      assistant(size),
    ]),
    user(20),
  ]);

test('what stays begins with a question, ends as before, and parts no call from its result', () => {
  fc.assert(
    fc.property(conversation, fc.double({ min: 0, max: 1, noNaN: true }), (messages, share) => {
      const dropped = oldestToDrop(messages, share);
      const kept = messages.slice(dropped);

      const blocks = kept.flatMap(({ content }) => content);
      const calls = blocks.flatMap((block) => (block.type === 'tool-use' ? [block.id] : []));
      const results = blocks.flatMap((b) => (b.type === 'tool-result' ? [b.toolUseId] : []));
      expect(kept.at(-1)).toBe(messages.at(-1));
      expect(kept[0]?.role).toBe('user');
      expect(results.toSorted()).toEqual(calls.toSorted());
      expect(dropped === undefined || dropped > 0).toBe(true);
    }),
  );
});

test('a smaller share never keeps more', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(conversation, share, share, (messages, one, other) => {
      const less = oldestToDrop(messages, Math.min(one, other)) ?? 0;
      const more = oldestToDrop(messages, Math.max(one, other)) ?? 0;

      expect(less).toBeGreaterThanOrEqual(more);
    }),
  );
});
