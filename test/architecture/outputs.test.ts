/** What leaves the program passes one door for each stream, where secrets are removed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

/** The host's streams; the terminal, which the chat draws on; the guard of a provider's own. */
const DOORS = ['host/node-host.ts', 'host/node-terminal.ts', 'sdk/standard-streams.ts'];

test('no other file writes to a standard stream', () => {
  const folder = join(root, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|tsx)$/.test(name),
  );

  const writers = files.filter((name) =>
    /process\.std(out|err)\b|console\.\w+\(/.test(code(readFileSync(join(folder, name), 'utf8'))),
  );

  expect(writers.sort()).toEqual(DOORS);
});

/** Without comments; and a child is called `process` in two places, its output one to read. */
function code(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
    .replace(/readFirstLine\(process\.stdout\)/g, '');
}
