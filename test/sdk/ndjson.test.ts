import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ndjson, ndjsonBatches } from '../../src/sdk/ndjson.ts';
import { collect, cutAt } from '../support/collect.ts';

const options = { provider: 'acme' };

test('any chunking of JSON lines gives the values that were written', async () => {
  const cases = fc.record({
    values: fc.array(fc.jsonValue()),
    lineEnd: fc.constantFrom('\n', '\r\n', '\n\n'),
    hasEnd: fc.boolean(),
    cuts: fc.array(fc.nat(500)),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ values, lineEnd, hasEnd, cuts }) => {
      const texts = values.map((value) => JSON.stringify(value));
      const bytes = Buffer.from(texts.join(lineEnd) + (hasEnd ? lineEnd : ''));

      const lines = await collect(ndjson(cutAt(bytes, cuts), options));

      expect(lines.map(({ text }) => text)).toEqual(texts);
      expect(lines.map(({ value }) => JSON.stringify(value))).toEqual(texts);
    }),
  );
});

test('a line that is not JSON has no value but its text', async () => {
  const bytes = Buffer.from('{"a":1}\nwarning: old version\n');

  expect(await collect(ndjson(cutAt(bytes, []), options))).toEqual([
    { text: '{"a":1}', value: { a: 1 } },
    { text: 'warning: old version', value: undefined },
  ]);
});

test('the lines of one read arrive as one batch', async () => {
  const batches = await collect(ndjsonBatches(cutAt(Buffer.from('1\n2\n3\n'), [4]), options));

  expect(batches.map((batch) => batch.map(({ value }) => value))).toEqual([[1, 2], [3]]);
});

test.each([[[]], [[3, 700]], [[100, 200, 1400]]])(
  'a line longer than the limit fails the stream when cut at %o',
  async (cuts) => {
    const bytes = Buffer.from(`1\n${'x'.repeat(1001)}\n2\n`);
    const seen: unknown[] = [];

    const read = async () => {
      for await (const { value } of ndjson(cutAt(bytes, cuts), {
        ...options,
        maxLineLength: 1000,
      })) {
        seen.push(value);
      }
    };

    await expect(read()).rejects.toMatchObject({
      error: { category: 'unknown', retryable: false },
    });
    expect(seen).toEqual([1]);
  },
);

test('a line of exactly the limit passes', async () => {
  const bytes = Buffer.from(`${'x'.repeat(1000)}\r\n`);

  const lines = await collect(ndjson(cutAt(bytes, [1001]), { ...options, maxLineLength: 1000 }));

  expect(lines.map(({ text }) => text.length)).toEqual([1000]);
});
