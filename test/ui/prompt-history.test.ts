import { expect, test } from 'vitest';
import { findInHistory, promptHistory, remember, walk } from '../../src/ui/prompt-history.ts';

test('going back and forth ends at the draft that was there', () => {
  const history = promptHistory(['one', 'two']);

  const first = walk(history, -1, 'draft');
  const second = first && walk(first.history, -1, first.text);
  const third = second && walk(second.history, 1, second.text);
  const last = third && walk(third.history, 1, third.text);

  expect([first, second, third, last].map((step) => step?.text)).toEqual([
    'two',
    'one',
    'two',
    'draft',
  ]);
});

test('there is nothing before the first and behind the draft', () => {
  const history = promptHistory(['one']);
  const first = walk(history, -1, '');

  expect(first && walk(first.history, -1, first.text)).toBeUndefined();
  expect(walk(history, 1, '')).toBeUndefined();
});

test.each([
  { prompt: 'two', entries: ['one', 'two'] },
  { prompt: 'one', entries: ['one'] },
  { prompt: '  ', entries: ['one'] },
])('remembering "$prompt" gives $entries', ({ prompt, entries }) => {
  expect(remember(promptHistory(['one']), prompt).entries).toEqual(entries);
});

test('a search finds the newest match and then the one before it', () => {
  const history = promptHistory(['fix Bug', 'other', 'bug again']);

  expect(findInHistory(history, 'bug')).toBe(2);
  expect(findInHistory(history, 'bug', 2)).toBe(0);
  expect(findInHistory(history, 'bug', 0)).toBeUndefined();
  expect(findInHistory(history, '')).toBeUndefined();
});
