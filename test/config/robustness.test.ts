import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { githubReport } from '../../src/output/github-report.ts';
import { sarifReport } from '../../src/output/sarif-report.ts';
import { validateJson, validateText } from '../../src/output/validate-report.ts';
import { configFrom } from '../support/config-from.ts';
import { root } from '../support/shared.ts';

const seeds = [
  readFileSync(join(root, 'agent.hcl.example'), 'utf8'),
  readFileSync(join(root, 'test', 'fixtures', 'config', 'ten-faults.hcl'), 'utf8'),
];

/** Pieces that change what stands around them. */
const pieces = fc.constantFrom(
  '',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  '=',
  ',',
  '\n',
  '\r\n',
  '# ',
  '<<EOT\n',
  'EOT\n',
  'null',
  '-1',
  '1e400',
  'true',
  'env("NOT_SET")',
  'env()',
  '{ a = 1 }',
  '["x"]',
  '"é世👍🏽"',
  'provider "anthropic" {\n}\n',
  'settings {\n}\n',
  'environment {\n',
  'primary {\n',
  '\u0000',
  '\ufeff',
);

const mutations = fc.record({
  seed: fc.constantFrom(...seeds),
  edits: fc.array(fc.record({ at: fc.nat(5000), remove: fc.nat(12), insert: pieces }), {
    minLength: 1,
    maxLength: 4,
  }),
});

test('whatever is done to a file, loading it ends in diagnostics with places inside the text', async () => {
  await fc.assert(
    fc.asyncProperty(mutations, async ({ seed, edits }) => {
      const text = edits.reduce((whole, { at, remove, insert }) => {
        const from = at % (whole.length + 1);
        return whole.slice(0, from) + insert + whole.slice(from + remove);
      }, seed);
      const bytes = new TextEncoder().encode(text);

      const { diagnostics, source, config } = await configFrom(bytes);

      const lines = text.split('\n').length;
      for (const { range } of diagnostics) {
        if (range === undefined) continue;
        expect(range.start.byte).toBeLessThanOrEqual(range.end.byte);
        expect(range.end.byte).toBeLessThanOrEqual(bytes.length);
        expect(range.start.line).toBeLessThanOrEqual(lines);
      }
      expect(config === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      const report = {
        diagnostics,
        sources: new Map([[source.file, source]]),
        warningsAsErrors: false,
        notes: [],
      };
      for (const print of [validateText, validateJson, githubReport])
        expect(print(report)).toBeTypeOf('string');
      expect(JSON.parse(sarifReport(report, '0.0.0')).runs).toHaveLength(1);
    }),
    { numRuns: 400 },
  );
});
