/** The check that every run of our tests goes through finds what it has to find. */
import { describe, expect, test } from 'vitest';
import { eventJson, initJson, resultJson } from '../../src/output/event-json.ts';
import { schemaNames } from '../support/json-schema.ts';
import { printerOptions } from '../support/printer-options.ts';
import { faultsOf, printedFaults } from '../support/published-formats.ts';
import { endOf, sampleEvents, sampleOutcome, sampleStart } from '../support/sample-events.ts';

type Line = Readonly<Record<string, unknown>>;

const options = printerOptions();
const init = initJson(sampleStart, options.redact);
const result: Line = { ...resultJson(endOf(sampleOutcome), options) };
const lines: readonly Line[] = [
  init,
  ...sampleEvents.map((event) => eventJson(event, options)).filter((line) => line !== undefined),
  result,
];

/** May be absent by the contract. */
const OPTIONAL = new Set([
  'retry budget',
  'retry resets_at',
  'metadata actual_model',
  'metadata service_tier',
  'metadata rate_limits',
  'result context',
  'result structured_output',
]);

const fields = lines.flatMap((line) =>
  Object.keys(line)
    .filter((field) => !OPTIONAL.has(`${line['type']} ${field}`))
    .map((field) => ({ name: `${line['type']} without ${field}`, line, field })),
);

describe('a line is not as published', () => {
  test.each(fields)('$name', ({ line, field }) => {
    const { [field]: _, ...others } = line;

    expect(faultsOf('turn-event', line)).toEqual([]);
    expect(faultsOf('turn-event', others)).not.toEqual([]);
  });

  test('with a field that no schema describes', () => {
    expect(faultsOf('turn-event', { ...result, surprise: 1 })).not.toEqual([]);
  });
});

const print = (...documents: readonly Line[]) =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');
const stream = ['run', 'hi', '-o', 'stream-json'];
const failed = { ...result, status: 'error', exit_code: 1, error: { category: 'auth_error' } };

describe('what was printed as a whole', () => {
  test('is in order when it begins with init and ends with a result that agrees', async () => {
    const printed = { args: stream, stdout: print(init, result), code: 0 };

    expect(await printedFaults(printed)).toEqual([]);
    expect(await printedFaults({ ...printed, args: ['run', 'hi'] })).toEqual([]);
  });

  test.each([
    { name: 'no init', stdout: print(result), code: 0, fault: 'not init' },
    { name: 'no result', stdout: print(init), code: 0, fault: 'not last' },
    { name: 'a line after the result', stdout: print(init, result, init), code: 0, fault: 'last' },
    { name: 'another exit code', stdout: print(init, result), code: 1, fault: 'ended with 1' },
    { name: 'a code of another cause', stdout: print(init, failed), code: 1, fault: 'exit code 1' },
    { name: 'no document of json', stdout: '', code: 0, fault: 'not one', args: '-o=json' },
    {
      name: 'two of them',
      stdout: print(result, result),
      code: 0,
      fault: 'not one',
      args: '-o=json',
    },
  ])('is not with $name', async ({ stdout, code, fault, args }) => {
    const line = args === undefined ? stream : ['run', 'hi', args];

    expect((await printedFaults({ args: line, stdout, code })).join('\n')).toContain(fault);
  });

  test('may be torn by a kill', async () => {
    const stdout = print(init) + print(result).slice(0, 20);

    expect(await printedFaults({ args: stream, stdout, code: null })).toEqual([]);
  });
});

test('every schema is one that a check can be asked for', () => {
  for (const name of schemaNames()) expect(faultsOf(name, undefined), name).not.toEqual([]);
});
