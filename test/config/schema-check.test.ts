import { describe, expect, test } from 'vitest';
import { checkSchema } from '../../src/config/schema-check.ts';
import type { ConfigAttribute } from '../../src/protocol/config-schema.ts';

const at = { line: 3, column: 1, byte: 20 };
const owner = { localName: 'acme', range: { file: 'agent.hcl', start: at, end: at } };

function faultsOf(...attributes: readonly ConfigAttribute[]): readonly string[] {
  return checkSchema({ attributes }, owner).map(
    ({ code, detail }) => `${code} ${detail.split('Path: ')[1]}`,
  );
}

const text: ConfigAttribute = { name: 'x', type: 'string' };
const object = (...nested: readonly ConfigAttribute[]): ConfigAttribute => ({
  name: 'o',
  type: 'object',
  object_attributes: nested,
});

test('a sound schema has no faults, however deep', () => {
  expect(
    faultsOf(text, object(text, object({ ...text, sensitive: true, required: true }))),
  ).toEqual([]);
});

describe('defaults of exactly the declared type', () => {
  test.each<[ConfigAttribute['type'], string]>([
    ['string', '"x"'],
    ['number', '-1.5e3'],
    ['bool', 'true'],
    ['list_string', '["a"]'],
    ['list_string', '[]'],
    ['list_number', '[1]'],
    ['map_string', '{"a":"b"}'],
  ])('%s accepts %s', (type, default_json) => {
    expect(faultsOf({ name: 'x', type, default_json })).toEqual([]);
  });

  test.each<[ConfigAttribute['type'], string]>([
    ['string', '1'],
    ['number', '"1"'],
    ['number', '1e999'],
    ['bool', '"true"'],
    ['list_string', '"a"'],
    ['list_string', '[1]'],
    ['list_string', '[null]'],
    ['list_number', '["1"]'],
    ['map_string', '{"a":1}'],
    ['map_string', '[]'],
    ['string', 'null'],
  ])('%s refuses %s', (type, default_json) => {
    expect(faultsOf({ name: 'x', type, default_json })).toEqual([
      'schema-default-type provider.acme.x',
    ]);
  });

  test.each([
    ['{"x":"a"}', []],
    ['{}', []],
    ['{"y":"a"}', ['schema-default-type provider.acme.o']],
    ['{"x":1}', ['schema-default-type provider.acme.o']],
    ['{"x":null}', ['schema-default-type provider.acme.o']],
    ['{"__proto__":"a"}', ['schema-default-type provider.acme.o']],
  ])('an object with one optional text has the default %s: %j', (default_json, expected) => {
    expect(faultsOf({ ...object(text), default_json })).toEqual(expected);
  });

  test('a default object lacks no required key', () => {
    const required = object({ ...text, required: true });

    expect(faultsOf({ ...required, default_json: '{}' })).toEqual([
      'schema-default-type provider.acme.o',
    ]);
  });
});

test.each<[string, ConfigAttribute, string]>([
  ['an empty name', { ...text, name: '' }, 'schema-bad-name provider.acme.(unnamed)'],
  ['a name with a blank', { ...text, name: 'a b' }, 'schema-bad-name provider.acme.a b'],
  ['a type nobody knows', { ...text, type: 'unspecified' }, 'schema-bad-type provider.acme.x'],
  [
    'an object without attributes',
    { name: 'o', type: 'object' },
    'schema-object-attributes provider.acme.o',
  ],
  [
    'attributes of a text',
    { ...text, object_attributes: [text] },
    'schema-object-attributes provider.acme.x',
  ],
  [
    'a default that is no JSON',
    { ...text, default_json: '{' },
    'schema-default-not-json provider.acme.x',
  ],
  [
    'a default of a secret',
    { ...text, sensitive: true, default_json: '"x"' },
    'schema-default-sensitive provider.acme.x',
  ],
  [
    'a default of an object with a secret',
    { ...object(object({ ...text, sensitive: true })), default_json: '{}' },
    'schema-default-sensitive provider.acme.o',
  ],
  [
    'a default of a required attribute',
    { ...text, required: true, default_json: '"x"' },
    'schema-default-required provider.acme.x',
  ],
  [
    'a secret that is no text',
    { name: 'x', type: 'number', sensitive: true },
    'schema-sensitive-type provider.acme.x',
  ],
  ['a nested fault', object(object({ ...text, name: '-' })), 'schema-bad-name provider.acme.o.o.-'],
])('%s is one fault', (_, attribute, expected) => {
  expect(faultsOf(attribute)).toEqual([expected]);
});

test('a name that is there twice is a fault of the second', () => {
  expect(faultsOf(text, { ...text, type: 'number' })).toEqual(['schema-bad-name provider.acme.x']);
});

test('names need to be unique among siblings only', () => {
  expect(faultsOf(text, object(text))).toEqual([]);
});

test('a fault is told at the header of the provider block', () => {
  const [fault] = checkSchema({ attributes: [{ ...text, name: '' }] }, owner);

  expect(fault?.range).toEqual(owner.range);
});
