import { expect, test } from 'vitest';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import { type DeclaredOption, requireOption } from '../../src/sdk/option-table.ts';

const seed: DeclaredOption = { check: Number.isSafeInteger, wanted: 'an integer' };
const table = { seed, top_p: { check: Number.isFinite, wanted: 'a number' } };

const refuse = (message: string) =>
  new ModelFailure({ category: 'invalid_request', message, retryable: false });

test('an option of the table whose value fits is found', () => {
  expect(requireOption(table, 'seed', 7, refuse)).toBe(seed);
});

test.each(['sede', 'constructor', '__proto__'])('%s is refused with what there is', (name) => {
  expect(() => requireOption(table, name, 7, refuse)).toThrow(
    `there is no provider option "${name}"; known are seed, top_p`,
  );
});

test.each([1.5, 2 ** 53, '7', null])('%j is refused with what is wanted', (value) => {
  expect(() => requireOption(table, 'seed', value, refuse)).toThrow(
    'the provider option "seed" must be an integer',
  );
});
