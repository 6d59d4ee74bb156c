import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedFolder, sharedNote } from '../support/shared.ts';

/** Every shared case whose expectation is no completion's, with the test that plays it. */
const ROSTER_CASES = [
  'openai-compatible/ollama-api-show', // openai-compatible/recorded-roster.test.ts
  'openai-compatible/ollama-api-tags', // the same
  'openrouter/models-list', // openrouter/roster.test.ts
];

test.skipIf(sharedFolder === undefined)(
  `no shared recording is passed over${sharedNote}: those that are no completions are known`,
  () => {
    const folder = join(sharedFolder ?? '', 'fixtures', 'vendors');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const others = files
      .filter((file) => file.endsWith('.expected.json'))
      .filter((file) => !('error_category' in JSON.parse(readFileSync(join(folder, file), 'utf8'))))
      .map((file) => file.slice(0, -'.expected.json'.length).replaceAll('\\', '/'));

    expect(others.sort()).toEqual(ROSTER_CASES);
  },
);
