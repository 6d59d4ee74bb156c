import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/diagnostics/code.ts';
import { root, sharedFolder, sharedNote } from '../support/shared.ts';

/** Ids of the program itself, which the catalogue of the configuration language does not have. */
const OWN = ['internal-error', 'bad-command-line'];

test('no id is there twice', () => {
  expect(new Set(DIAGNOSTIC_CODES).size).toBe(DIAGNOSTIC_CODES.length);
});

test('every id has a section in docs/diagnostics.md, and no other has', () => {
  const text = readFileSync(join(root, 'docs', 'diagnostics.md'), 'utf8');
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, code]) => code);

  expect(sections).toEqual([...DIAGNOSTIC_CODES]);
});

test.skipIf(sharedFolder === undefined)(`the ids are those of the catalogue${sharedNote}`, () => {
  const text = readFileSync(join(sharedFolder ?? '', 'spec', 'agent-hcl.md'), 'utf8');
  const catalogue = text.slice(text.indexOf('## 8. Error catalogue'), text.indexOf('## 9. Worked'));
  const cells = catalogue
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '');
  const lockSection = /### 8\.6[^#]*/.exec(catalogue)?.[0] ?? '';
  const ids = [...cells, lockSection].flatMap((cell) =>
    [...cell.matchAll(/`([a-z0-9-]+)`/g)].map(([, id]) => id ?? ''),
  );

  expect([...new Set([...ids, ...OWN])].sort()).toEqual([...DIAGNOSTIC_CODES].sort());
});

test('no id is made up outside of the table', () => {
  const known: ReadonlySet<string> = new Set(DIAGNOSTIC_CODES);
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(config|plugin|cli).*\.tsx?$/.test(name),
  );
  const made = sources.flatMap((name) =>
    [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/\bcode: '([a-z-]+)'/g)].map(
      ([, code]) => code ?? '',
    ),
  );

  expect(made.length).toBeGreaterThan(30);
  expect(made.filter((code) => !known.has(code))).toEqual([]);
});
