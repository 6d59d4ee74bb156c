import { describe, expect, test } from 'vitest';
import { convert, primitiveText } from '../../src/config/convert.ts';
import { evaluate } from '../../src/config/evaluate/evaluate.ts';
import { BOOL, NUMBER, STRING, type Type } from '../../src/config/evaluate/type.ts';
import type { Value } from '../../src/config/evaluate/value.ts';
import { hclText } from '../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../src/config/syntax/parse.ts';
import { plain } from '../support/evaluate-text.ts';

function evaluated(text: string): Value {
  const { body } = parseSource(hclText('agent.hcl', `a = ${text}\n`));
  const expression = body.attributes[0]?.expression;
  const value = expression && evaluate(expression, { type: 'unknown' }).value;
  if (value === undefined) throw new Error(`${text} has no value`);
  return value;
}

const LIST: Type = { kind: 'list', element: STRING };
const MAP: Type = { kind: 'map', element: STRING };
const ANY_LIST: Type = { kind: 'list', element: { kind: 'dynamic' } };

describe('what converts', () => {
  test.each<readonly [string, Type, unknown]>([
    ['"a"', STRING, 'a'],
    ['12', STRING, '12'],
    ['5.00', STRING, '5'],
    ['1e3', STRING, '1000'],
    ['0.5', STRING, '0.5'],
    ['true', STRING, 'true'],
    ['"12"', NUMBER, 12],
    ['"-0.5"', NUMBER, -0.5],
    ['"1e3"', NUMBER, 1000],
    ['"true"', BOOL, true],
    ['"1"', BOOL, true],
    ['"false"', BOOL, false],
    ['"0"', BOOL, false],
    ['null', STRING, null],
    ['["a", 1, true]', LIST, ['a', '1', 'true']],
    ['[]', LIST, []],
    ['[1, "a"]', ANY_LIST, ['1', 'a']],
    ['{ a = 1, b = "c" }', MAP, { a: '1', b: 'c' }],
    ['[1, "2"]', { kind: 'tuple', items: [STRING, NUMBER] }, ['1', 2]],
    ['{ a = 1, b = 2 }', { kind: 'object', attributes: new Map([['a', STRING]]) }, { a: '1' }],
  ])('%s', (text, type, expected) => {
    const converted = convert(evaluated(text), type);

    expect(converted.ok && plain(converted.value)).toEqual(expected);
  });

  test('what is unknown gets the type', () => {
    expect(convert(evaluated('env("A")'), NUMBER)).toEqual({
      ok: true,
      value: { type: 'unknown', of: NUMBER },
    });
  });
});

describe('what does not, and why', () => {
  test.each<readonly [string, Type, string]>([
    ['"abc"', NUMBER, 'a number is required'],
    ['""', NUMBER, 'a number is required'],
    ['" 1"', NUMBER, 'a number is required'],
    ['"1e400"', NUMBER, 'the number is too large or too small'],
    ['true', NUMBER, 'number required'],
    ['1', BOOL, 'bool required'],
    ['"yes"', BOOL, 'a bool is required'],
    ['"True"', BOOL, 'a bool is required; to convert from string, use lowercase "true"'],
    ['[]', STRING, 'string required'],
    ['{}', STRING, 'string required'],
    ['"a"', LIST, 'list of string required'],
    ['[[]]', LIST, 'list of string required'],
    ['[]', MAP, 'map of string required'],
    ['[1, []]', ANY_LIST, 'list of any type required'],
    ['[1]', { kind: 'tuple', items: [STRING, NUMBER] }, 'tuple required'],
    ['{}', { kind: 'object', attributes: new Map([['a', STRING]]) }, 'object required'],
  ])('%s', (text, type, reason) => {
    expect(convert(evaluated(text), type)).toEqual({ ok: false, reason });
  });
});

test.each<readonly [string, string | undefined]>([
  ['"a"', 'a'],
  ['1.50', '1.5'],
  ['false', 'false'],
  ['null', undefined],
  ['[]', undefined],
  ['env("A")', undefined],
])('the text of %s', (text, expected) => {
  expect(primitiveText(evaluated(text))).toBe(expected);
});
