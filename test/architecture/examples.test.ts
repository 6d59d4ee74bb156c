import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KnownProvider } from '../../src/config/check-known.ts';
import { configFrom } from '../support/config-from.ts';
import { root } from '../support/shared.ts';

/** What is shipped of every built-in provider, as commands use it. */
const builtIns: ReadonlyMap<string, KnownProvider> = new Map(
  readdirSync(join(root, 'schemas', 'config')).map((name) => {
    const file = JSON.parse(readFileSync(join(root, 'schemas', 'config', name), 'utf8'));
    const roster = file.roster === 'static' ? file.models : undefined;
    return [file.name, { schema: file.schema, roster }];
  }),
);

/** Every variable that a text reads is set, so that only the text itself can be at fault. */
function environmentOf(text: string): Readonly<Record<string, string>> {
  const names = [...text.matchAll(/env\("([A-Za-z_][A-Za-z0-9_]*)"\)/g)].map(
    ([, name]) => name ?? '',
  );
  return Object.fromEntries(names.map((name) => [name, `set-${name}`]));
}

async function faultsOf(text: string): Promise<readonly string[]> {
  const { diagnostics } = await configFrom(text, { environment: environmentOf(text), builtIns });
  return diagnostics.map(({ code, range, detail }) => `${range?.start.line}: ${code}: ${detail}`);
}

test('agent.hcl.example validates without a warning', async () => {
  expect(await faultsOf(readFileSync(join(root, 'agent.hcl.example'), 'utf8'))).toEqual([]);
});

test('what agent.hcl.example shows as a comment validates as well', async () => {
  const text = readFileSync(join(root, 'agent.hcl.example'), 'utf8');
  const opened = text
    .replace('# HTTPS_PROXY', 'HTTPS_PROXY')
    .replace(/^# (required_providers \{| {2}\w+ = \{.*|\})$|^#$/gm, '$1');

  expect(opened).toContain('\nrequired_providers {\n  acme = {');
  expect(
    (await faultsOf(opened)).filter((fault) => !fault.includes('provider-not-required')),
  ).toEqual([]);
});

/** `docs/diagnostics.md` shows faulty texts on purpose; a test of its table loads each of them. */
const documents = [
  'README.md',
  ...markdownIn('docs').filter((name) => name !== 'docs/diagnostics.md'),
  ...markdownIn('providers'),
];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

const snippets = documents.flatMap((name) =>
  [...readFileSync(join(root, name), 'utf8').matchAll(/^```hcl\n([\s\S]*?)^```$/gm)].map(
    ([, text = ''], index) => ({
      place: `${name} #${index + 1}`,
      text,
    }),
  ),
);

describe('every HCL snippet of the documents', () => {
  test('is found', () => {
    expect(snippets.length).toBeGreaterThan(0);
  });

  test.each(snippets)('$place validates without an error', async ({ text }) => {
    expect(
      (await faultsOf(text)).filter((fault) => !fault.includes('provider-not-required')),
    ).toEqual([]);
  });
});
