import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentBlock } from '../../src/protocol/message.ts';
import type { CallOutcome } from '../../src/protocol/model-provider.ts';
import { countRequest, countTokens, estimateTokens } from '../../src/turn/count-tokens.ts';
import { createTurnMemory } from '../../src/turn/turn-memory.ts';
import { FakeProvider } from '../support/fake-provider.ts';

const content: readonly ContentBlock[] = [
  { type: 'text', text: 'four' },
  { type: 'image', data: new Uint8Array(100), mediaType: 'image/png' },
  { type: 'text', text: 'x' },
];
const request = countRequest('large', content, 'id-1');
const broken: CallOutcome<number> = {
  type: 'error',
  error: { category: 'overloaded', message: 'acme: busy', retryable: true },
};
const crashed: CallOutcome<number> = {
  type: 'crash',
  crash: { message: 'gone', stderrTail: [] },
};

test.each([
  { text: '', expected: 0 },
  { text: 'a', expected: 1 },
  { text: 'é', expected: 1 },
  { text: 'aaaa', expected: 1 },
  { text: 'aaaaa', expected: 2 },
  { text: '日本語日本', expected: 4 },
  { text: '😀😀', expected: 2 },
])('"$text" is estimated as $expected tokens', ({ text, expected }) => {
  expect(estimateTokens([{ type: 'text', text }])).toBe(expected);
});

test('bytes are summed before they are rounded, and blocks without text count zero', () => {
  expect(estimateTokens(content)).toBe(2);
});

test('the estimate of a whole is never more than that of its parts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const blocks = texts.map((text) => ({ type: 'text' as const, text }));
      const parts = blocks.reduce((sum, block) => sum + estimateTokens([block]), 0);

      return estimateTokens(blocks) <= parts;
    }),
  );
});

test('content to count is one user message with every block', () => {
  expect(request).toEqual({
    modelId: 'large',
    messages: [{ id: 'id-1', role: 'user', content }],
    assembledContext: [],
    tools: [],
  });
});

test('the count of the provider is exact', async () => {
  const acme = new FakeProvider({ countTokens: () => ({ type: 'ok', value: 42 }) });

  expect(await countTokens(acme, request, createTurnMemory())).toEqual({ tokens: 42, exact: true });
});

test('a provider that does not count is asked once', async () => {
  const acme = new FakeProvider();
  const memory = createTurnMemory();

  const counts = [
    await countTokens(acme, request, memory),
    await countTokens(acme, request, memory),
  ];

  expect(counts).toEqual(Array(2).fill({ tokens: 2, exact: false }));
  expect(acme.counted).toBe(1);
});

test('a failed count warns once a streak and is tried again', async () => {
  const outcomes: CallOutcome<number>[] = [broken, crashed, { type: 'ok', value: 42 }, crashed];
  const acme = new FakeProvider({ countTokens: () => outcomes.shift() ?? broken });
  const memory = createTurnMemory();

  const counts = [];
  for (let call = 0; call < 4; call += 1) counts.push(await countTokens(acme, request, memory));

  expect(counts).toEqual([
    {
      tokens: 2,
      exact: false,
      warning: 'Tokens are estimated, because the provider could not count them: acme: busy',
    },
    { tokens: 2, exact: false, warning: undefined },
    { tokens: 42, exact: true },
    {
      tokens: 2,
      exact: false,
      warning: 'Tokens are estimated, because the provider could not count them: gone',
    },
  ]);
});

test('a cancelled count is an estimate, said quietly and not remembered', async () => {
  const acme = new FakeProvider({ countTokens: () => ({ type: 'cancelled' }) });
  const memory = createTurnMemory();

  const count = await countTokens(acme, request, memory);

  expect(count).toEqual({ tokens: 2, exact: false });
  expect(memory.countingFailed.size + memory.countingNotOffered.size).toBe(0);
});
