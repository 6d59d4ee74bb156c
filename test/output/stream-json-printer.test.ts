import { expect, test } from 'vitest';
import { createStreamJsonPrinter } from '../../src/output/stream-json-printer.ts';
import { schemaFaults } from '../support/json-schema.ts';
import { printerOptions } from '../support/printer-options.ts';
import { emptyOutcome, endOf, sampleEvents, sampleStart } from '../support/sample-events.ts';

const faults = schemaFaults('turn-event');

/** Every line parsed, an unfinished one included. */
function linesOf(text: string): { type: string; text?: string }[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('a run is one object a line, init first and result last', async () => {
  const options = printerOptions();
  const printer = createStreamJsonPrinter(options);

  await printer.begin(sampleStart);
  for (const event of sampleEvents) await printer.event(event);
  await printer.event({ type: 'turn-end', outcome: emptyOutcome });
  await printer.end(endOf(emptyOutcome, 3));

  const lines = linesOf(options.stdout.text);
  expect(lines.map((line) => line.type)).toEqual([
    'init',
    'turn_start',
    'stream_start',
    'thinking_delta',
    'text_delta',
    'tool_call',
    'tool_result',
    'usage',
    'usage',
    'metadata',
    'retry',
    'retry',
    'fallback',
    'warning',
    'error',
    'error',
    'result',
  ]);
  expect(lines.flatMap((line) => faults(line))).toEqual([]);
  expect(options.stderr.text).toBe('');
});

test('a delta is written at once, and the next waits until it was taken', async () => {
  const options = printerOptions();
  const printer = createStreamJsonPrinter(options);
  const release = options.stdout.block();
  let isTaken = false;

  const writing = printer.event({ type: 'text-delta', text: 'a' }).then(() => {
    isTaken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  const before = isTaken;
  release();
  await writing;

  expect(options.stdout.text).toBe('{"type":"text_delta","text":"a"}\n');
  expect({ before, after: isTaken }).toEqual({ before: false, after: true });
});

test('a secret that is cut over deltas never leaves, and held text comes before what follows', async () => {
  const options = printerOptions(['sk-canary-0123']);
  const printer = createStreamJsonPrinter(options);

  for (const text of ['key sk-', 'canary', '-0123 ok sk-can']) {
    await printer.event({ type: 'text-delta', text });
  }
  await printer.event({ type: 'thinking-delta', text: 'sk-canary-' });
  await printer.event({ type: 'warning', message: 'w' });
  await printer.end(endOf({ ...emptyOutcome, text: 'sk-canary-0123' }));

  expect(options.stdout.text).not.toContain('canary-0123');
  expect(linesOf(options.stdout.text).map((line) => [line.type, line.text])).toEqual([
    ['text_delta', 'key sk-'],
    ['text_delta', '*** ok '],
    ['text_delta', 'sk-can'],
    ['thinking_delta', 'sk-canary-'],
    ['warning', undefined],
    ['result', undefined],
  ]);
});

test('text keeps its control characters, escaped', async () => {
  const options = printerOptions();
  const printer = createStreamJsonPrinter(options);

  await printer.event({ type: 'text-delta', text: '\u001b[31m\u009b1mred' });

  expect(options.stdout.text).toBe('{"type":"text_delta","text":"\\u001b[31m\\u009b1mred"}\n');
});
