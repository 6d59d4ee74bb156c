import { describe, expect, test } from 'vitest';
import { revealObject, Secret } from '../../src/config/secret.ts';
import type { ConfigAttribute, ConfigSchema } from '../../src/protocol/config-schema.ts';
import { configFrom, knownProviders } from '../support/config-from.ts';

async function decode(
  schema: ConfigSchema,
  body: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const { values, diagnostics } = await configFrom(`provider "acme" {\n${body}\n}\n`, {
    environment,
    builtIns: knownProviders({ acme: schema }),
  });
  const config = values.get('acme')?.config;
  return {
    config,
    plain: config && revealObject(config),
    faults: diagnostics.map(({ code, range }) => `${code}:${range?.start.line ?? 0}`),
    paths: diagnostics.map(({ detail }) => detail.split('Path: ')[1]),
  };
}

const one = (attribute: Partial<ConfigAttribute>): ConfigSchema => ({
  attributes: [{ name: 'x', type: 'string', ...attribute }],
});

describe('conversions', () => {
  test.each<[ConfigAttribute['type'], string, unknown]>([
    ['string', '"a"', 'a'],
    ['string', '12', '12'],
    ['string', '5.00', '5'],
    ['string', '1e3', '1000'],
    ['string', '0.5', '0.5'],
    ['string', '-0.0000001', '-0.0000001'],
    ['string', 'true', 'true'],
    ['number', '12', 12],
    ['number', '"12"', 12],
    ['number', '"-0.5"', -0.5],
    ['number', '"1e3"', 1000],
    ['number', '9007199254740991', 9007199254740991],
    ['number', '0.1 + 0.2', 0.3],
    ['bool', 'true', true],
    ['bool', '"true"', true],
    ['bool', '"1"', true],
    ['bool', '"false"', false],
    ['bool', '"0"', false],
    ['list_string', '["a", 1, true]', ['a', '1', 'true']],
    ['list_string', '([ "a" ])', ['a']],
    ['list_string', '[for x in ["a"] : x]', ['a']],
    ['list_number', '["1", 2.5]', [1, 2.5]],
    ['map_string', '{ a = 1, "b c" = true, (1 + 1) = "x" }', { a: '1', 'b c': 'true', 2: 'x' }],
  ])('%s accepts %s', async (type, written, expected) => {
    const { plain, faults } = await decode(one({ type }), `x = ${written}`);

    expect(faults).toEqual([]);
    expect(plain).toEqual({ x: expected });
  });

  test('a key named like a part of every object is just a key', async () => {
    const { plain } = await decode(
      one({ type: 'map_string' }),
      'x = { __proto__ = "a", constructor = "b" }',
    );

    expect(Object.entries(plain?.['x'] ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  test.each<[ConfigAttribute['type'], string, string]>([
    ['string', '[]', 'wrong-type'],
    ['string', '{}', 'wrong-type'],
    ['number', 'true', 'wrong-type'],
    ['number', '"0x10"', 'wrong-type'],
    ['number', '" 1"', 'wrong-type'],
    ['number', '""', 'wrong-type'],
    ['number', '[1]', 'wrong-type'],
    ['number', '9007199254740992', 'out-of-range'],
    ['number', '"9007199254740993"', 'out-of-range'],
    ['number', '1e400', 'out-of-range'],
    ['string', '9007199254740993', 'out-of-range'],
    ['bool', '1', 'wrong-type'],
    ['bool', '"True"', 'wrong-type'],
    ['bool', '"yes"', 'wrong-type'],
    ['bool', '""', 'wrong-type'],
    ['list_string', '"a"', 'wrong-type'],
    ['list_string', '{}', 'wrong-type'],
    ['list_string', '[["a"]]', 'wrong-type'],
    ['list_string', '["a", null]', 'null-value'],
    ['map_string', '[]', 'wrong-type'],
    ['map_string', '{ a = {} }', 'wrong-type'],
    ['map_string', '{ a = null }', 'null-value'],
    ['map_string', '{ a = "1", a = "2" }', 'duplicate-object-key'],
    ['map_string', '{ for k in ["a"] : k => [k] }', 'wrong-type'],
    ['map_string', '{ (null) = "x" }', 'invalid-expression'],
    ['map_string', '{ ([1]) = "x" }', 'invalid-expression'],
    ['object', '"none"', 'wrong-type'],
  ])('%s refuses %s: %s', async (type, written, code) => {
    const nested =
      type === 'object' ? { object_attributes: [{ name: 'y', type: 'string' }] as const } : {};
    const { config, faults } = await decode(one({ type, ...nested }), `x = ${written}`);

    expect(faults).toEqual([`${code}:2`]);
    expect(config).toBeUndefined();
  });
});

const deep: ConfigSchema = {
  attributes: [
    {
      name: 'limits',
      type: 'object',
      object_attributes: [
        { name: 'max', type: 'number', default_json: '7' },
        { name: 'tags', type: 'list_string' },
        { name: 'needed', type: 'string', required: true },
        { name: 'inner', type: 'object', object_attributes: [{ name: 'on', type: 'bool' }] },
      ],
    },
    {
      name: 'preset',
      type: 'object',
      default_json: '{"a":"x"}',
      object_attributes: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'number', default_json: '3' },
      ],
    },
  ],
};

describe('what is left out', () => {
  test.each<[ConfigAttribute['type'], unknown]>([
    ['string', ''],
    ['number', 0],
    ['bool', false],
    ['list_string', []],
    ['list_number', []],
    ['map_string', {}],
  ])('%s takes its zero value', async (type, zero) => {
    expect((await decode(one({ type }), '')).plain).toEqual({ x: zero });
    expect((await decode(one({ type }), 'x = null')).plain).toEqual({ x: zero });
  });

  test('an object has every nested key, with defaults and zero values', async () => {
    expect((await decode(deep, '')).plain).toEqual({
      limits: { max: 7, tags: [], needed: '', inner: { on: false } },
      preset: { a: 'x', b: 3 },
    });
  });

  test('what a nested object requires is required once the object is written', async () => {
    const { faults, paths } = await decode(deep, 'limits = { tags = ["x"] }');

    expect(faults).toEqual(['missing-attribute:2']);
    expect(paths).toEqual(['provider.acme.limits.needed']);
  });
});

test('paths lead to the innermost fault', async () => {
  const { paths } = await decode(
    deep,
    'limits = {\n  needed = "x"\n  tags = ["a", ["b"]]\n  inner = { on = "yes", off = 1 }\n  extra = 1\n}',
  );

  expect(paths).toEqual([
    'provider.acme.limits.tags[1]',
    'provider.acme.limits.inner.off',
    'provider.acme.limits.inner.on',
    'provider.acme.limits.extra',
  ]);
});

const vault: ConfigSchema = {
  attributes: [
    { name: 'key', type: 'string', sensitive: true },
    {
      name: 'login',
      type: 'object',
      object_attributes: [
        { name: 'pin', type: 'string', sensitive: true },
        { name: 'user', type: 'string' },
      ],
    },
  ],
};

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: HCL's own interpolation */
describe('secrets', () => {
  test('are secrets at every depth, and plain only when revealed', async () => {
    const { config, plain } = await decode(
      vault,
      'key = env("A")\nlogin = { pin = env("B"), user = env("A") }',
      { A: 'aaaa', B: 'bbbb' },
    );

    expect(config?.['key']).toBeInstanceOf(Secret);
    expect(JSON.stringify(config)).toBe('{"key":"***","login":{"pin":"***","user":"aaaa"}}');
    expect(plain).toEqual({ key: 'aaaa', login: { pin: 'bbbb', user: 'aaaa' } });
  });

  test.each([
    'env("A")',
    'env ( "A" /* why */ )',
    'env("A",)',
    'env(\n    "A"\n  )',
    'env("\\u0041")',
  ])('are accepted as %s', async (written) => {
    const { plain, faults } = await decode(vault, `key = ${written}`, { A: 'aaaa' });

    expect(faults).toEqual([]);
    expect(plain?.['key']).toBe('aaaa');
  });

  test.each([
    '"x"',
    '"${env("A")}"',
    '"$${env(\\"A\\")}"',
    '"Bearer ${env("A")}"',
    '(env("A"))',
    'env(A)',
    'env("A${"B"}")',
    'env(("A"))',
    'env("A", "B")',
    'env()',
    'env(["A"]...)',
    'env(<<E\nA\nE\n)',
    'env(1)',
    'env(null)',
    'Env("A")',
    'core::env("A")',
    'coalesce(env("A"), "x")',
    'env("A")[0]',
    'env("A") == "" ? "x" : env("A")',
    '[env("A")]',
    '{ a = env("A") }',
    'null',
    '5',
    'true',
    '<<E\nx\nE',
  ])('are refused as %j, whatever the environment', async (written) => {
    expect((await decode(vault, `key = ${written}`, { A: 'aaaa' })).faults).toEqual([
      'secret-not-env:2',
    ]);
    expect((await decode(vault, `key = ${written}`)).faults).toEqual(['secret-not-env:2']);
    expect((await decode(vault, `login = {\n  pin = ${written}\n}`)).faults).toEqual([
      'secret-not-env:3',
    ]);
  });

  test.each([
    ['an object that is computed', 'login = true ? { pin = env("A") } : {}'],
    ['an object in parentheses', 'login = ({ pin = env("A") })'],
    ['a key that is computed', 'login = { ("p${"in"}") = env("A") }'],
    ['an object made by for', 'login = { for k in ["pin"] : k => "x" }'],
  ])('must be visible, not in %s', async (_, body) => {
    expect((await decode(vault, body, { A: 'aaaa' })).faults).toEqual(['secret-not-env:2']);
  });

  test.each([
    ['login = null', []],
    ['login = "x"', ['wrong-type:2']],
    ['login = ["x"]', ['wrong-type:2']],
  ])('%s is judged by its type', async (body, faults) => {
    expect((await decode(vault, body)).faults).toEqual(faults);
  });

  test.each([
    ['key = env("")', ['env-bad-call:2']],
    ['key = env("A=B")', ['env-bad-call:2']],
    ['key = env("UNSET")', ['env-unset:2']],
  ])('%s has the right shape and fails when it is looked up', async (body, faults) => {
    expect((await decode(vault, body)).faults).toEqual(faults);
  });

  test('an unset variable is named, unless its name may be a secret', async () => {
    const named = await configFrom('provider "anthropic" { api_key = env("UNSET_KEY") }\n');
    const masked = await configFrom('provider "anthropic" { api_key = env("sk-oops") }\n');

    expect(named.diagnostics[0]?.detail).toContain('UNSET_KEY');
    expect(masked.diagnostics[0]?.detail).toContain('***');
    expect(masked.diagnostics[0]?.detail).not.toContain('sk-oops');
  });
});

test.each([
  [
    '"${env("ANTHROPIC_KEY")}"',
    'Write env("ANTHROPIC_KEY") without the surrounding quotes and ${ }.',
  ],
  ['(env("ANTHROPIC_KEY"))', 'Write env("ANTHROPIC_KEY") without the parentheses.'],
  ['"literal"', 'write api_key = env("ANTHROPIC_API_KEY").'],
])('the advice on %s says what to write instead', async (written, advice) => {
  const { diagnostics } = await configFrom(`provider "anthropic" {\n  api_key = ${written}\n}\n`);

  expect(diagnostics[0]?.detail).toContain(advice);
});
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: HCL's own interpolation */
