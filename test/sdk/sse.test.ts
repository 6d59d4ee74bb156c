import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import { type SseEvent, type SseOptions, sse, sseBatches } from '../../src/sdk/sse.ts';
import { collect, cutAt, singly } from '../support/collect.ts';

const options: SseOptions = { provider: 'acme' };

function parse(text: string, more: Partial<SseOptions> = {}): Promise<SseEvent[]> {
  return collect(sse(cutAt(Buffer.from(text), []), { ...options, ...more }));
}

describe('framing', () => {
  test.each([
    { name: 'LF', text: 'event: a\ndata: 1\n\ndata: 2\n\n' },
    { name: 'CRLF', text: 'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n' },
    { name: 'CR', text: 'event: a\rdata: 1\r\rdata: 2\r\r' },
    { name: 'a byte order mark', text: '\uFEFFevent: a\ndata: 1\n\ndata: 2\n\n' },
    { name: 'comments', text: ': ping\n\n:\nevent: a\n: x\ndata: 1\n\n: y\n\ndata: 2\n\n' },
    { name: 'no space after the colon', text: 'event:a\ndata:1\n\ndata:2\n\n' },
    { name: 'no empty line at the end', text: 'event: a\ndata: 1\n\ndata: 2\n' },
    { name: 'no line end at the end', text: 'event: a\ndata: 1\n\ndata: 2' },
    { name: 'a lone CR at the end', text: 'event: a\r\ndata: 1\r\n\r\ndata: 2\r' },
    { name: 'unknown fields', text: 'event: a\nretry: 5\nx: y\nsome text\ndata: 1\n\ndata: 2\n\n' },
  ])('$name, whole and byte by byte', async ({ text }) => {
    const whole = await parse(text);
    const single = await collect(sse(singly(Buffer.from(text)), options));

    expect(whole.map(({ event, data }) => [event, data])).toEqual([
      ['a', '1'],
      [undefined, '2'],
    ]);
    expect(single).toEqual(whole);
  });

  test('several data lines are one text with line feeds', async () => {
    const events = await parse('data: one\ndata:\ndata:  three\n\n');

    expect(events.map(({ data }) => data)).toEqual(['one\n\n three']);
  });

  test('an event without data is none', async () => {
    expect(await parse('event: ping\n\n')).toEqual([]);
  });

  test('[DONE] is data like any other', async () => {
    expect((await parse('data: [DONE]\n\n')).map(({ data }) => data)).toEqual(['[DONE]']);
  });

  test('a line that is no field is told to whoever asks', async () => {
    const lines: string[] = [];

    await parse('{\n  "error": {}\n}', { onStrayLine: (line) => lines.push(line) });

    expect(lines).toEqual(['{', '  "error": {}', '}']);
  });
});

const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n\0\uFEFF]/g, ''));

const stream = fc.record({
  events: fc.array(
    fc.record({
      event: fc.option(line, { nil: undefined }),
      data: fc.array(line, { minLength: 1 }),
    }),
  ),
  comments: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.constantFrom('', '\uFEFF'),
  hasLastLine: fc.boolean(),
});

describe('laws', () => {
  test('any chunking of a stream gives the events that were written', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(2000)), async (model, cuts) => {
        const { lineEnd } = model;
        const frames = model.events.map(({ event, data }) =>
          [
            ...(model.comments ? [': keep-alive'] : []),
            ...(event === undefined ? [] : [`event: ${event}`]),
            ...data.map((text) => `data: ${text}`),
          ].join(lineEnd),
        );
        const end = model.hasLastLine ? lineEnd + lineEnd : '';
        const bytes = Buffer.from(model.mark + frames.join(lineEnd + lineEnd) + end);

        const events = await collect(sse(cutAt(bytes, cuts), options));

        expect(events.map(({ event, data }) => ({ event: event ?? '', data }))).toEqual(
          model.events.map(({ event, data }) => ({ event: event ?? '', data: data.join('\n') })),
        );
      }),
    );
  });

  test('batches hold the same events in the same order, and none is empty', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(500)), async (texts, cuts) => {
        const bytes = Buffer.from(texts.map((text) => `data: ${text}\n\n`).join(''));

        const batches = await collect(sseBatches(cutAt(bytes, cuts), options));

        expect(batches.flat().map(({ data }) => data)).toEqual(texts);
        expect(batches.every((batch) => batch.length > 0)).toBe(true);
      }),
    );
  });
});

test('the events of one read arrive as one batch', async () => {
  const bytes = Buffer.from('data: 1\n\ndata: 2\n\ndata: 3\n\n');

  const batches = await collect(sseBatches(cutAt(bytes, [20]), options));

  expect(batches.map((batch) => batch.map(({ data }) => data))).toEqual([['1', '2'], ['3']]);
});

describe('an event longer than the limit fails the stream and is never cut', () => {
  const long = `data: ok\n\ndata: ${'x'.repeat(200_000)}\n\ndata: late\n\n`;

  test.each([
    { name: 'whole', chunks: () => cutAt(Buffer.from(long), []) },
    { name: 'in pieces', chunks: () => cutAt(Buffer.from(long), [5, 9_000, 99_000, 150_000]) },
  ])('$name', async ({ chunks }) => {
    const seen: string[] = [];
    const read = async () => {
      for await (const { data } of sse(chunks(), { ...options, maxEventLength: 100_000 })) {
        seen.push(data);
      }
    };

    await expect(read()).rejects.toThrow(ModelFailure);
    await expect(read()).rejects.toMatchObject({
      error: { category: 'unknown', retryable: false, message: /^acme: an event .* 100000 / },
    });
    expect(seen).toEqual(['ok', 'ok']);
  });

  test('an event of exactly the limit passes in any chunks', async () => {
    const bytes = Buffer.from(`data: ${'x'.repeat(100_000)}\n\n`);

    const events = await collect(
      sse(cutAt(bytes, [7, 50_000]), { ...options, maxEventLength: 100_000 }),
    );

    expect(events.map(({ data }) => data.length)).toEqual([100_000]);
  });
});

test('leaving the loop closes the body', async () => {
  let isClosed = false;
  async function* body() {
    try {
      yield Buffer.from('data: 1\n\ndata: 2\n\n');
      yield Buffer.from('data: 3\n\n');
    } finally {
      isClosed = true;
    }
  }

  for await (const { data } of sse(body(), options)) {
    if (data === '1') break;
  }

  expect(isClosed).toBe(true);
});
