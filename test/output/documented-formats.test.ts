import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFaults } from '../support/json-schema.ts';
import { root } from '../support/shared.ts';

const page = readFileSync(join(root, 'docs/output-formats.md'), 'utf8');
const lines = [...page.matchAll(/^```json\n(.*?)^```$/gms)]
  .flatMap(([, block]) => (block ?? '').trim().split('\n'))
  .map((line) => ({ line }));

test('the page has examples', () => {
  expect(lines.length).toBeGreaterThan(8);
});

test.each(lines)('the documented line follows the published schema: $line', ({ line }) => {
  expect(schemaFaults('turn-event')(JSON.parse(line))).toEqual([]);
});
