import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../../src/config/syntax/parse.ts';
import { sharedFolder, sharedNote } from '../../support/shared.ts';

interface ExpectedDiagnostic {
  readonly summary: string;
  readonly detail: string;
  readonly range: unknown;
}

/** Cases of a shared folder whose errors a parser alone can find. */
function syntaxCases(folder: string): readonly {
  readonly name: string;
  readonly text: string;
  readonly diagnostics: readonly ExpectedDiagnostic[];
}[] {
  if (sharedFolder === undefined) return [];
  const directory = join(sharedFolder, 'fixtures', folder);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const name = file.replace(/\.json$/, '');
      const expected = JSON.parse(readFileSync(join(directory, file), 'utf8'));
      const text = readFileSync(join(directory, `${name}.hcl`), 'utf8');
      return { name, text, diagnostics: expected.schema ? [] : expected.diagnostics };
    });
}

describe.skipIf(sharedFolder === undefined)(`shared HCL cases${sharedNote}`, () => {
  test.each([...syntaxCases('hcl-bugs'), ...syntaxCases('hcl-specsuite')])(
    '$name: the errors of HCL, in its words and at its places',
    ({ text, diagnostics }) => {
      const { errors } = parseSource(hclText('agent.hcl', text));

      const found = errors.map(({ summary, detail, range: { start, end } }) => ({
        summary,
        detail,
        range: { start, end },
      }));
      expect(found).toEqual(
        diagnostics.map(({ summary, detail, range }) => ({ summary, detail, range })),
      );
    },
  );
});
