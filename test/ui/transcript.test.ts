import { expect, test } from 'vitest';
import { NO_ANSWER } from '../../src/ui/answer-flow.ts';
import type { Block } from '../../src/ui/chat-state.ts';
import { createPalette } from '../../src/ui/palette.ts';
import { blockLines } from '../../src/ui/transcript.ts';

const look = {
  palette: createPalette(false),
  hasKeys: true,
  hasColor: false,
  hasLinks: false,
};

test.each<{ name: string; block: Block; lines: readonly string[] }>([
  {
    name: 'a prompt is marked and indented',
    block: { type: 'prompt', text: 'first line is long\nsecond' },
    lines: ['', '> first line', '  is long', '  second'],
  },
  {
    name: 'a warning is marked without colour too',
    block: { type: 'notice', tone: 'warning', text: 'careful now, please' },
    lines: ['', '! careful now,', '  please'],
  },
  {
    name: 'a plain notice is not',
    block: { type: 'notice', tone: 'plain', text: 'fine' },
    lines: ['', 'fine'],
  },
  {
    name: 'thinking has a bar in front',
    block: { type: 'thinking', title: 'Thought', text: '\na\tb\n\nc\n' },
    lines: ['', 'Thought', '| a       b', '| ', '| c'],
  },
  {
    name: 'folded thinking is one line, also in a narrow window',
    block: { type: 'folded-thinking', durationMs: 3_200, text: 'x'.repeat(480) },
    lines: ['', 'Thought for 3.2s, ~120 tokens (Ctrl+T shows it)'],
  },
  {
    name: 'an answer is wrapped',
    block: {
      type: 'answer',
      open: { ...NO_ANSWER, text: 'one two three' },
    },
    lines: ['one two three'],
  },
  {
    name: 'a panel keeps its lines',
    block: { type: 'panel', lines: ['a', '  b'] },
    lines: ['', 'a', '  b'],
  },
  {
    name: 'foreign text is made harmless',
    block: { type: 'notice', tone: 'error', text: 'a\u001b]0;t\u0007\u202eb\rc' },
    lines: ['', '! abc'],
  },
])('$name', ({ block, lines }) => {
  expect(blockLines(block, 14, look)).toEqual(lines);
});

test('without single keys none is named', () => {
  const block: Block = { type: 'folded-thinking', durationMs: 1_000, text: 'abcd' };

  expect(blockLines(block, 80, { ...look, hasKeys: false })).toEqual([
    '',
    'Thought for 1s, ~1 tokens',
  ]);
});

test('styles surround each line and nothing else', () => {
  const block: Block = { type: 'notice', tone: 'error', text: 'a\nb' };

  expect(blockLines(block, 80, { ...look, palette: createPalette(true) })).toEqual([
    '',
    '\u001b[31m! a\u001b[39m',
    '\u001b[31m  b\u001b[39m',
  ]);
});
