/** The import table that people read is the one that the build enforces. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

interface Rule {
  readonly name: string;
  readonly comment?: string;
}

const { forbidden } = createRequire(import.meta.url)('./dependency-rules.cjs') as {
  readonly forbidden: readonly Rule[];
};

const WHOLE: Readonly<Record<string, string>> = { 'diag.': 'diagnostics', 'conf.': 'conformance' };

/** Row → the columns with a mark. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
  const [header = '', , ...rows] =
    /^\| \| diag\..*\n(?:\|.*\n)+/m.exec(text)?.[0].trim().split('\n') ?? [];
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const columns = cells(header).map((name) => WHOLE[name] ?? name);
  return new Map(
    rows
      .map(cells)
      .map(([name = '', ...marks]) => [
        name,
        marks.flatMap((mark, index) => (mark === '' ? [] : [`${columns[index + 1]} ${mark}`])),
      ]),
  );
}

const enforced = forbidden.filter(({ name }) => name.endsWith('-imports'));

test.each(enforced)(
  'docs/architecture.md and the build agree on $name',
  ({ name, comment = '' }) => {
    const folder = name.replace('-imports', '');
    const typesOnly = forbidden.find((rule) => rule.name === `${folder}-types-only`)?.comment ?? '';
    const listed = (text: string) =>
      text
        .split(': ')[1]
        ?.split(', ')
        .filter((item) => item !== 'nothing of ours') ?? [];
    const types = new Set(listed(typesOnly));
    const expected = listed(comment).map((item) => `${item} ${types.has(item) ? 't' : '✓'}`);

    expect([...(documented().get(folder) ?? ['no row'])].sort()).toEqual(expected.sort());
  },
);
