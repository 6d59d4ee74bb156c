import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/diagnostics/code.ts';
import { EXPLANATIONS } from '../../src/diagnostics/explanations.ts';
import { configFrom } from '../support/config-from.ts';

const examples = DIAGNOSTIC_CODES.flatMap((code) => {
  const { example } = EXPLANATIONS[code];
  return 'hcl' in example ? [{ code, text: example.hcl }] : [];
});

test.each(examples)('the example of $code shows exactly that', async ({ code, text }) => {
  const { diagnostics } = await configFrom(text, {
    environment: { ANTHROPIC_API_KEY: 'test-key' },
  });
  const expected = diagnostics.filter((diagnostic) => diagnostic.code === code);
  const others = diagnostics.filter((diagnostic) => diagnostic.code !== code);

  expect(expected.length).toBeGreaterThan(0);
  expect(others.filter(({ severity }) => severity === 'error').map((other) => other.code)).toEqual(
    [],
  );
});

test.each(DIAGNOSTIC_CODES)('%s is explained in whole sentences', (code) => {
  const { meaning, remedy } = EXPLANATIONS[code];

  expect(meaning).toMatch(/^[A-Z`].*\.$/);
  expect(remedy).toMatch(/^[A-Z].*\.$/);
});
