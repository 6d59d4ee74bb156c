import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../../src/config/syntax/parse.ts';
import { evaluateBody } from '../../support/evaluate-text.ts';
import { sharedFolder, sharedNote } from '../../support/shared.ts';

function validCases(folder: string) {
  if (sharedFolder === undefined) return [];
  const directory = join(sharedFolder, 'fixtures', folder);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const name = file.replace(/\.json$/, '');
      const text = readFileSync(join(directory, `${name}.hcl`), 'utf8');
      return { name, text, ...JSON.parse(readFileSync(join(directory, file), 'utf8')) };
    })
    .filter(({ body }) => body !== undefined);
}

describe.skipIf(sharedFolder === undefined)(`values of shared HCL cases${sharedNote}`, () => {
  test.each([...validCases('hcl-bugs'), ...validCases('hcl-specsuite')])(
    '$name evaluates to what HCL makes of it',
    ({ text, env, body }) => {
      const tree = parseSource(hclText('agent.hcl', text));

      expect(tree.errors).toEqual([]);
      expect(evaluateBody(tree.body, env)).toEqual(body);
    },
  );
});
