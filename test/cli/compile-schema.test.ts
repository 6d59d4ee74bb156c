import { expect, test } from 'vitest';
import { compileSchema } from '../../src/cli/compile-schema.ts';
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts';

/** What is wrong with a value; a schema that is none fails the test. */
function problemsOf(schema: JsonObject, value: JsonValue): readonly string[] {
  const compiled = compileSchema(schema);
  if (compiled.type === 'faulty') throw new Error(compiled.faults.join('\n'));
  return compiled.problems(value);
}

function faultsOf(schema: JsonObject): readonly string[] {
  const compiled = compileSchema(schema);
  return compiled.type === 'faulty' ? compiled.faults : [];
}

const PERSON: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    'a/b': { const: 1 },
  },
  required: ['name'],
  additionalProperties: false,
};

test.each<{ name: string; value: JsonValue; problems: readonly string[] }>([
  { name: 'nothing', value: { name: 'x', tags: ['a'] }, problems: [] },
  { name: 'the whole', value: [], problems: ['(root) must be object'] },
  {
    name: 'what is missing',
    value: {},
    problems: ["(root) must have required property 'name'"],
  },
  {
    name: 'every place, not only the first',
    value: { name: 1, tags: ['a', 'c'], more: true },
    problems: [
      '(root) must NOT have additional properties: "more"',
      '/name must be string',
      '/tags/1 must be equal to one of the allowed values: ["a","b"]',
    ],
  },
  {
    name: 'a name that has to be escaped in a pointer',
    value: { name: 'x', 'a/b': 2 },
    problems: ['/a~1b must be equal to constant: 1'],
  },
])('says what is wrong: $name', ({ value, problems }) => {
  expect(problemsOf(PERSON, value)).toEqual(problems);
});

test('of very many faults the first ones are told', () => {
  const problems = problemsOf(
    { items: { type: 'string' } },
    Array.from({ length: 100 }, (_, index) => index),
  );

  expect(problems).toHaveLength(11);
  expect(problems.at(-1)).toBe('and 90 more');
});

const PAIR = [{ type: 'string' }, { type: 'number' }];

test.each<{ name: string; schema: JsonObject; problems: readonly string[] }>([
  {
    name: 'without a word, 2020-12',
    schema: { prefixItems: PAIR },
    problems: ['/1 must be number'],
  },
  {
    name: '2020-12 by name',
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: PAIR },
    problems: ['/1 must be number'],
  },
  {
    name: 'draft-07, which has other words',
    schema: { $schema: 'http://json-schema.org/draft-07/schema#', items: PAIR },
    problems: ['/1 must be number'],
  },
  {
    name: 'draft-07, to which later words mean nothing',
    schema: { $schema: 'http://json-schema.org/draft-07/schema', prefixItems: PAIR },
    problems: [],
  },
])('reads the draft a schema names: $name', ({ schema, problems }) => {
  expect(problemsOf(schema, ['a', 'b'])).toEqual(problems);
});

test.each<{ name: string; schema: JsonObject; fault: string }>([
  {
    name: 'another draft',
    schema: { $schema: 'http://json-schema.org/draft-04/schema#' },
    fault: '/$schema must name draft 2020-12',
  },
  { name: 'a draft that is no text', schema: { $schema: 7 }, fault: '/$schema must name' },
  {
    name: 'a draft with the name of what every object has',
    schema: { $schema: 'constructor' },
    fault: '/$schema must name',
  },
  {
    name: 'a type there is not',
    schema: { properties: { n: { type: 'nummer' } } },
    fault: '/properties/n/type must be equal to one of the allowed values',
  },
  {
    name: 'a reference to nowhere',
    schema: { $ref: '#/$defs/n' },
    fault: "can't resolve reference #/$defs/n",
  },
  {
    name: 'a reference to another file',
    schema: { $ref: 'https://other.example/schema' },
    fault: "can't resolve reference https://other.example/schema",
  },
  { name: 'a pattern that is none', schema: { pattern: '(' }, fault: 'Invalid regular expression' },
  {
    name: 'a schema below that answers later',
    schema: { $defs: { a: { $async: true, type: 'string' } }, $ref: '#/$defs/a' },
    fault: 'async',
  },
])('refuses $name, and says where', ({ schema, fault }) => {
  expect(faultsOf(schema).join('\n')).toContain(fault);
});

test('a schema that would answer later answers now: a promise is no fault', () => {
  expect(problemsOf({ $async: true, type: 'string' }, 1)).toEqual(['(root) must be string']);
});

test('formats and words of vendors are annotations', () => {
  const schema = { type: 'string', format: 'email', propertyOrdering: ['a'] };

  expect(problemsOf(schema, 'no address')).toEqual([]);
});

test('what every object inherits is no property of an answer', () => {
  expect(problemsOf({ required: ['toString'] }, {})).toEqual([
    "(root) must have required property 'toString'",
  ]);
});

test('a value nested deeper than can be followed is wrong, not a crash', () => {
  let value: JsonValue = [];
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];

  expect(problemsOf({ items: { $ref: '#' } }, value)).toEqual([
    '(root) is nested too deep to be checked',
  ]);
});
