import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SUITE_W } from '../../src/conformance/wire/suite-w.ts';
import { root } from '../support/shared.ts';

test('the document lists every check, with its claim', () => {
  const document = readFileSync(join(root, 'docs', 'conformance.md'), 'utf8');

  const rows = document.split('\n').filter((line) => /^\| (?:HS|W)-\d/.test(line));

  const expected = SUITE_W.map(({ id, level, name }) => `| ${id} | ${level} | ${name} |`).sort();
  expect(rows).toEqual(expected);
});
