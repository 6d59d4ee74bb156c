import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationDocument, diagnosticsDocument } from '../support/documents.ts';
import { root } from '../support/shared.ts';

test.each([
  ['configuration.md', configurationDocument],
  ['diagnostics.md', diagnosticsDocument],
])(
  'docs/%s says what the tables in the code say (UPDATE_DOCUMENTS=1 writes it)',
  (name, generate) => {
    const path = join(root, 'docs', name);
    const text = generate();
    if (process.env['UPDATE_DOCUMENTS'] === '1') writeFileSync(path, text);

    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
