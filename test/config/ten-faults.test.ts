import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateJson, validateText } from '../../src/output/validate-report.ts';
import { configFrom } from '../support/config-from.ts';
import { root } from '../support/shared.ts';

const bytes = readFileSync(join(root, 'test', 'fixtures', 'config', 'ten-faults.hcl'));

/** What the place of each fault says in the text: found again by byte offset. */
const FAULTS = [
  { code: 'secret-not-env', line: 3, column: 13, text: '"not-a-real-key"' },
  { code: 'unknown-attribute', line: 4, column: 2, text: 'bse_url' },
  { code: 'wrong-type', line: 5, column: 24, text: '"soon"' },
  { code: 'env-value-not-string', line: 8, column: 10, text: '8080' },
  { code: 'unknown-variable', line: 13, column: 19, text: 'hello' },
  { code: 'null-value', line: 14, column: 58, text: 'null' },
  { code: 'out-of-range', line: 14, column: 26, text: '9007199254740993' },
  { code: 'missing-attribute', line: 17, column: 1, text: 'policy "reads"' },
  { code: 'duplicate-object-key', line: 18, column: 35, text: 'kind' },
  { code: 'unknown-block', line: 21, column: 1, text: 'sesion' },
];

async function report() {
  const { diagnostics, source } = await configFrom(bytes);
  return {
    diagnostics,
    sources: new Map([[source.file, source]]),
    warningsAsErrors: false,
    notes: [],
  };
}

test('a file of ten faults shows each of them in one run, with line, column and byte', async () => {
  const found = JSON.parse(validateJson(await report()));

  expect(found.error_count).toBe(FAULTS.length);
  expect(
    found.diagnostics.map(
      ({ code, range: { start, end } }: (typeof found.diagnostics)[number]) => ({
        code,
        line: start.line,
        column: start.column,
        text: bytes.subarray(start.byte, end.byte).toString('utf8'),
      }),
    ),
  ).toEqual(FAULTS);
});

test('a file of ten faults shows each of them in the text form', async () => {
  const text = validateText(await report(), { width: 80 });

  for (const { code, line } of FAULTS)
    expect(text).toMatch(new RegExp(`${code}\\n\\n  on agent.hcl line ${line},? `));
  expect(text).not.toContain('not-a-real-key');
  expect(text.trimEnd().split('\n').at(-1)).toBe('10 errors.');
});

test('each highlight of the JSON form is the faulty text itself, or stars in its place', async () => {
  const found = JSON.parse(validateJson(await report()));

  for (const [index, { snippet }] of found.diagnostics.entries()) {
    const code = Buffer.from(snippet.code, 'utf8');
    const marked = code
      .subarray(snippet.highlight_start_offset, snippet.highlight_end_offset)
      .toString('utf8');
    const expected = FAULTS[index]?.text ?? '';

    expect([expected, '*'.repeat(expected.length)]).toContain(marked);
  }
});
