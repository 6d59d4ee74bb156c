import { expect, test } from 'vitest';
import { createJsonPrinter } from '../../src/output/json-printer.ts';
import { schemaFaults } from '../support/json-schema.ts';
import { printerOptions } from '../support/printer-options.ts';
import {
  emptyOutcome,
  endOf,
  sampleEvents,
  sampleOutcome,
  sampleStart,
} from '../support/sample-events.ts';

test('stdout holds exactly one document, which is the result', async () => {
  const options = printerOptions();
  const printer = createJsonPrinter(options);

  await printer.begin(sampleStart);
  for (const event of sampleEvents) await printer.event(event);
  await printer.end(endOf(sampleOutcome));

  const document = JSON.parse(options.stdout.text);
  expect(document).toMatchObject({ type: 'result', result: 'Hello', exit_code: 0 });
  expect(schemaFaults('result')(document)).toEqual([]);
});

test('what happened on the way is told on stderr, errors also when quiet', async () => {
  const loud = printerOptions();
  const silent = printerOptions();

  for (const options of [loud, { ...silent, quiet: true }]) {
    const printer = createJsonPrinter(options);
    await printer.event({ type: 'warning', message: 'careful' });
    await printer.end(endOf(emptyOutcome, 3));
  }

  expect(loud.stderr.text).toMatch(/^Warning: careful\nError: /);
  expect(silent.stderr.text).toMatch(/^Error: /);
});
