/** What docs/protocol.md names is what the contract has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODEL_ERROR_CATEGORIES } from '../../src/protocol/model-error.ts';
import { root } from '../support/shared.ts';

const text = readFileSync(join(root, 'docs', 'protocol.md'), 'utf8');

const protos = readdirSync(join(root, 'schemas', 'proto'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.proto'))
  .map((name) => readFileSync(join(root, 'schemas', 'proto', name), 'utf8'));

const namesOf = (pattern: RegExp, source: string) =>
  [...source.matchAll(pattern)].map(([, name]) => name ?? '');

test('it says a duty for every method of every service', () => {
  const methods = protos.flatMap((proto) => namesOf(/^ {2}rpc (\w+)\(/gm, proto));

  expect(methods).toHaveLength(12);
  expect(methods.filter((name) => !new RegExp(`^\\| .*\\b${name}\``, 'm').test(text))).toEqual([]);
});

test('it names every event of a completion', () => {
  const [, events = ''] = protos.join('\n').split('oneof event {');
  const names = namesOf(/^ {4}\w+ (\w+) = \d+;$/gm, events.split('}')[0] ?? '');

  expect(names).toHaveLength(12);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('it has a row for every category of a failure', () => {
  const rows = namesOf(/^\| `(\w+)` \| `[A-Z_]+`/gm, text);

  expect(rows.sort()).toEqual([...MODEL_ERROR_CATEGORIES].sort());
});

test('it explains every variable that a kernel or a provider of ours uses', () => {
  const sources = ['src/plugin', 'src/protocol', 'src/sdk'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const used = new Set(namesOf(/\b((?:PLUGIN|PLUGGABLEHARNESS)_[A-Z_]+[A-Z])\b/g, sources.join()));

  expect([...used]).toContain('PLUGIN_CLIENT_CERT');
  expect([...used].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
