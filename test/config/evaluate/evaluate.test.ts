// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
import { describe, expect, test } from 'vitest';
import { Budget } from '../../../src/config/evaluate/budget.ts';
import { evaluate } from '../../../src/config/evaluate/evaluate.ts';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../../src/config/syntax/parse.ts';
import { evaluateText } from '../../support/evaluate-text.ts';

const ENV = { A: 'x', B: '5', EMPTY: '' };

describe('values, construct by construct', () => {
  test.each<readonly [string, unknown]>([
    // literals
    ['"text"', 'text'],
    ['12', 12],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['007', 7],
    ['-0', 0],
    ['true', true],
    ['null', null],
    ['[1, "a", [true],]', [1, 'a', [true]]],
    ['{ a = 1, b : 2\n c = 3 }', { a: 1, b: 2, c: 3 }],
    ['[\n1,\n2\n]', [1, 2]],
    // object keys
    ['{ true = 1, null = 2, env = 3 }', { true: 1, null: 2, env: 3 }],
    ['{ 1 = 2 }', { 1: 2 }],
    ['{ ("a" == "a" ? "k" : "l") = 1 }', { k: 1 }],
    ['{ "a b" = 1, "${1 + 1}" = 2 }', { 'a b': 1, 2: 2 }],
    ['{ (true) = 1 }', { true: 1 }],
    ['{ (1.50) = 1 }', { '1.5': 1 }],
    // env
    ['env("A")', 'x'],
    ['env ( /* c */ "A", )', 'x'],
    ['env("EMPTY")', ''],
    ['"${env("A")}-${env("B")}"', 'x-5'],
    // templates
    ['"a${1}"', 'a1'],
    ['"a${true}"', 'atrue'],
    ['"${1.50}"', 1.5],
    ['"-${1.50}"', '-1.5'],
    ['"-${1e3}"', '-1000'],
    ['"-${123456789012345678901234567890}"', '-123456789012345678901234567890'],
    ['"${[1]}"', [1]],
    ['"${null}"', null],
    ['"${5}"', 5],
    ['""', ''],
    ['"%{if true}a%{else}b%{endif}"', 'a'],
    ['"%{if false}a%{endif}"', ''],
    ['"%{for x in ["a", "b"]}<${x}>%{endfor}"', '<a><b>'],
    ['"%{for i, x in ["a", "b"]}${i}${x}%{endfor}"', '0a1b'],
    ['"%{for k, v in {b = 2, a = 1}}${k}${v}%{endfor}"', 'a1b2'],
    ['" a ${~ "b" ~} c "', ' abc '],
    ['"a %{~ if true ~} b %{~ endif ~} c"', 'abc'],
    ['"$${x} %%{y}"', '${x} %{y}'],
    ['"\\u00e9\\U0001F600"', 'é😀'],
    ['"e\u0301"', '\u00e9'],
    // arithmetic
    ['1 + "2"', 3],
    ['-"5"', -5],
    ['7 / 2', 3.5],
    ['-5 % 3', -2],
    ['5 % -3', 2],
    ['0.1 + 0.2', 0.3],
    ['11 % 5.1', 0.8],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 2 - 3', 5],
    ['2 * -3', -6],
    ['1 / 3 * 3', 1],
    // equality
    ['1 == "1"', false],
    ['[1] == ["1"]', false],
    ['[1] == [1]', true],
    ['null == null', true],
    ['null == 1', false],
    ['{ a = 1 } == { a = 1 }', true],
    ['{ a = 1 } != { a = 2 }', true],
    ['1.0 == 1', true],
    ['[] == []', true],
    ['(true ? [] : [1]) == []', false],
    // relations
    ['1 < 2', true],
    ['"5" > 3', true],
    ['2 <= 2', true],
    ['1 >= 2', false],
    // logic
    ['true && "1"', true],
    ['"false" || 0 == 0', true],
    ['!"0"', true],
    ['1 < 2 && 3 < 4 || false', true],
    // conditional
    ['true ? 1 : "a"', '1'],
    ['false ? 1 : "a"', 'a'],
    ['"true" ? 1 : 2', 1],
    ['true ? null : 1', null],
    ['false ? null : 1', 1],
    ['true ? { a = 1 } : { b = 2 }', { a: 1 }],
    ['true ? { a = 1 } : { b = "x" }', { a: '1' }],
    ['true ? { a = 1 } : { a = "x" }', { a: '1' }],
    ['true ? { b = 3.5, k = "1" } : { x = null, k = {} }', { b: '3.5', k: '1' }],
    ['true ? [1] : ["x"]', ['1']],
    ['true ? [1, 2] : ["x"]', ['1', '2']],
    ['true ? [1, null] : [2]', [1, null]],
    ['false ? 1 : true ? 2 : 3', 2],
    ['true ? "a" : env("UNSET")', 'a'],
    ['true ? 1 : "${env("UNSET")}!"', '1'],
    // for
    ['[for x in ["a", "b"] : "${x}!"]', ['a!', 'b!']],
    ['[for i, x in ["a", "b"] : i]', [0, 1]],
    ['[for x in [1, 2, 3] : x if x != 2]', [1, 3]],
    ['[for k, v in { b = 2, a = 1 } : k]', ['a', 'b']],
    ['{ for x in ["a", "b"] : x => 1 }', { a: 1, b: 1 }],
    ['{ for x in ["a", "b", "a"] : x => 1... }', { a: [1, 1], b: [1] }],
    [
      '[for a in [1, 2] : [for b in [10, 20] : a + b]]',
      [
        [11, 21],
        [12, 22],
      ],
    ],
    // index, attribute, legacy index
    ['[1, 2][1]', 2],
    ['[1, 2]["0"]', 1],
    ['[1, 2].1', 2],
    ['{ a = { b = 3 } }.a.b', 3],
    ['{ a = 1 }["a"]', 1],
    ['{ "1" = 7 }[1]', 7],
    ['[[1, 2], [3]][0][1]', 2],
    // splat
    ['[{ a = 1 }, { a = 2 }][*].a', [1, 2]],
    ['[{ a = 1 }, { a = 2 }].*.a', [1, 2]],
    ['[[1], [2]][*][0]', [1, 2]],
    ['[[1], [2]].*.0', [1, 2]],
    ['"a"[*]', ['a']],
    ['null[*]', []],
    ['{ a = 1 }[*].a', [1]],
  ])('%s', (text, expected) => {
    const outcome = evaluateText(text, ENV);

    expect(outcome.errors).toEqual([]);
    expect(outcome.value).toEqual(expected);
  });
});

describe('errors, each at the part that fails', () => {
  test.each<readonly [string, readonly string[]]>([
    ['{ a.b = 1 }', ['invalid-expression "a.b" Ambiguous attribute key']],
    ['{ (null) = 1 }', ['invalid-expression "(null)" Null value as key']],
    ['{ ([]) = 1 }', ['invalid-expression "([])" Incorrect key type']],
    ['{ a = 1, a = 2 }', ['duplicate-object-key "a" Duplicate key in object']],
    ['{ a = 1, "a" = 2 }', ['duplicate-object-key "\\"a\\"" Duplicate key in object']],
    ['env("UNSET")', ['env-unset "env(\\"UNSET\\")" Environment variable not set']],
    ['enw("A")', ['unknown-function "enw" Call to unknown function']],
    ['Env("A")', ['unknown-function "Env" Call to unknown function']],
    ['core::env("A")', ['unknown-function "core::env" Call to unknown function']],
    ['foo', ['unknown-variable "foo" Variables not allowed']],
    ['foo.bar', ['unknown-variable "foo" Variables not allowed']],
    ['[for x in [1] : y]', ['unknown-variable "y" Unknown variable']],
    ['"x${null}"', ['invalid-expression "null" Invalid template interpolation value']],
    ['"x${[1]}"', ['invalid-expression "[1]" Invalid template interpolation value']],
    ['"a" + 1', ['invalid-expression "\\"a\\"" Invalid operand']],
    ['1 + [] * 2', ['invalid-expression "[]" Invalid operand']],
    [
      'true + "b"',
      ['invalid-expression "true" Invalid operand', 'invalid-expression "\\"b\\"" Invalid operand'],
    ],
    ['-"x"', ['invalid-expression "\\"x\\"" Invalid operand']],
    ['1 + null', ['invalid-expression "1 + null" Operation failed']],
    ['1 / 0', ['invalid-expression "1 / 0" Division by zero']],
    ['0 / 0', ['invalid-expression "0 / 0" Division by zero']],
    ['5 % 0', ['invalid-expression "5 % 0" Division by zero']],
    [
      '"a" > "b"',
      [
        'invalid-expression "\\"a\\"" Invalid operand',
        'invalid-expression "\\"b\\"" Invalid operand',
      ],
    ],
    ['null < 1', ['invalid-expression "null < 1" Operation failed']],
    ['!"yes"', ['invalid-expression "\\"yes\\"" Invalid operand']],
    ['true || foo', ['unknown-variable "foo" Variables not allowed']],
    ['true || env("UNSET")', ['env-unset "env(\\"UNSET\\")" Environment variable not set']],
    ['1 ? 2 : 3', ['invalid-expression "1" Incorrect condition type']],
    ['null ? 2 : 3', ['invalid-expression "null" Null condition']],
    ['true ? 1 : false', ['invalid-expression "1 : false" Inconsistent conditional result types']],
    [
      'true ? "a" : []',
      ['invalid-expression "\\"a\\" : []" Inconsistent conditional result types'],
    ],
    ['[for x in "abc" : x]', ['invalid-expression "\\"abc\\"" Iteration over non-iterable value']],
    ['[for x in null : x]', ['invalid-expression "null" Iteration over null value']],
    ['[for x in [1] : x if "no"]', ['invalid-expression "\\"no\\"" Invalid \'for\' condition']],
    ['[for x in [1] : x if null]', ['invalid-expression "null" Condition is null']],
    ['{ for x in ["a", "a"] : x => 1 }', ['invalid-expression "x" Duplicate object key']],
    ['{ for x in [null] : x => 1 }', ['invalid-expression "x" Invalid object key']],
    ['[1][-1]', ['invalid-expression "[-1]" Invalid index']],
    ['[1][0.5]', ['invalid-expression "[0.5]" Invalid index']],
    ['[1][1]', ['invalid-expression "[1]" Invalid index']],
    ['[1]["a"]', ['invalid-expression "[\\"a\\"]" Invalid index']],
    ['[1].2', ['invalid-expression ".2" Invalid index']],
    ['"a"[0]', ['invalid-expression "[0]" Invalid index']],
    ['{ a = 1 }.b', ['invalid-expression ".b" Unsupported attribute']],
    ['(true ? { a = 1 } : { b = 2 }).c', ['invalid-expression ".c" Missing map element']],
    ['"a".b', ['invalid-expression ".b" Unsupported attribute']],
    ['null.a', ['invalid-expression ".a" Attempt to get attribute from null value']],
    ['null[0]', ['invalid-expression "[0]" Attempt to index null value']],
    ['1e400', ['out-of-range "1e400" Number out of range']],
    ['1e999999999999999999', ['out-of-range "1e999999999999999999" Number out of range']],
    [
      '1e300 * 1e300 * 1e300 * 1e300',
      ['out-of-range "1e300 * 1e300 * 1e300 * 1e300" Number out of range'],
    ],
  ])('%s', (text, expected) => {
    const outcome = evaluateText(text, ENV);

    expect(outcome.errors).toEqual(expected);
    expect(outcome.value).toBeUndefined();
  });

  test('an error in every turn of a loop is told once', () => {
    const outcome = evaluateText('[for x in [1, 2, 3] : x + foo + "a"]');

    expect(outcome.errors).toEqual([
      'unknown-variable "foo" Unknown variable',
      'invalid-expression "\\"a\\"" Invalid operand',
    ]);
  });

  test('what follows from an error is no error of its own', () => {
    const outcome = evaluateText('"${[foo]}x" + -foo.a[0] + [for x in foo : x][9]');

    expect(new Set(outcome.errors)).toEqual(
      new Set(['unknown-variable "foo" Variables not allowed']),
    );
  });

  test('a name and its quotes are suggested for a bare word', () => {
    expect(evaluateText('hello').details[0]).toContain('"hello"');
  });

  test('a mistyped function is suggested', () => {
    expect(evaluateText('enw("A")').details[0]).toContain('Did you mean "env"?');
  });
});

describe('numbers', () => {
  test.each([
    [
      '3.14159265358979323846264338327950288419716939937510582097494459 + 1',
      '4.14159265358979323846264338327950288419716939937510582097494459',
    ],
    ['1 / 3', '0.3333333333333333'],
    ['2 / 3', '0.6666666666666666'],
    ['1 / 8', '0.125'],
    ['10 / 4 * 2', '5'],
    ['1e300 * 10', `1${'0'.repeat(301)}`],
    ['0.000001 * 0.000001', '0.000000000001'],
    ['5.00', '5'],
    ['9007199254740993', '9007199254740993'],
  ])('%s is %s in text', (text, expected) => {
    expect(evaluateText(text).text).toBe(expected);
  });
});

describe('env', () => {
  test.each([
    'env()',
    'env("A", "B")',
    'env(A)',
    'env(1)',
    'env(null)',
    'env(["A"]...)',
    'env("${"A"}")',
    'env("A${"B"}")',
    'env(("A"))',
    'env("")',
    'env("A=B")',
    'env("A\\u0000")',
    'env(<<E\nA\nE\n)',
    'true ? 1 : env()',
  ])('%s is no call that can be made', (text) => {
    const { errors } = evaluateText(text, { A: 'x', B: 'y' });

    expect(errors.filter((error) => error.startsWith('env-bad-call'))).toHaveLength(1);
  });

  test('it is refused where it may not stand, even in a branch not taken', () => {
    const outcome = evaluateText('true ? "a" : env("A")', { type: 'forbidden' });

    expect(outcome.errors).toEqual([
      'env-not-allowed "env(\\"A\\")" Environment variables not allowed here',
    ]);
  });

  test('a name that may be a secret is not shown', () => {
    const [detail] = evaluateText('env("sk-do-not-print")').details;

    expect(detail).toContain('***');
    expect(detail).not.toContain('sk-do-not-print');
  });

  test('its value is never changed, though other text is brought to NFC', () => {
    const decomposed = 'e\u0301';

    expect(evaluateText('"${env("A")}"', { A: decomposed }).value).toBe(decomposed);
    expect(evaluateText('"a${env("A")}"', { A: decomposed }).value).toBe(`a${decomposed}`);
  });

  test('no message quotes a value that came from it', () => {
    const canary = 'canary-0001';
    const texts = [
      '{ for x in [1, 2] : env("A") => x }',
      '{ (env("A")) = 1, (env("A")) = 2 }',
      'true ? { (env("A")) = 1 } : [env("A")]',
      'true ? { (env("A")) = [] } : { a = 1 }',
      'env("A") + 1',
      '!env("A")',
      '[1][env("A")]',
      '{ a = 1 }[env("A")]',
      '"${[env("A")]}x"',
      'env("A") ? 1 : 2',
    ];
    for (const text of texts) {
      const outcome = evaluateText(text, { A: canary });

      expect(outcome.errors.length, text).toBeGreaterThan(0);
      expect(JSON.stringify(outcome), text).not.toContain(canary);
    }
  });

  test('a variable is not looked up on the prototype', () => {
    expect(evaluateText('env("constructor")').errors).toHaveLength(1);
  });
});

describe('without the environment', () => {
  const unknown = { type: 'unknown' } as const;

  test.each([
    'env("A")',
    '"a${env("A")}"',
    'env("A") + 1',
    'env("A") == "x"',
    'env("A") == null',
    'true ? env("A") : 1',
    'env("A") == "" ? 1 : 2',
    '[1, 2][env("A")]',
    '{ a = 1 }[env("A")]',
    '{ (env("A")) = 1 }',
    '{ for x in [1] : env("A") => x }',
    '[for x in [1] : x if env("A") == "x"]',
    '"%{if env("A") == ""}a%{else}b%{endif}"',
    'env("A")[*]',
    '[env("A")] == ["x"]',
  ])('%s is unknown', (text) => {
    const outcome = evaluateText(text, unknown);

    expect(outcome.errors).toEqual([]);
    expect(outcome.value).toBeUndefined();
  });

  test('what does not depend on it is known', () => {
    expect(evaluateText('[env("A"), 1]', unknown).value).toEqual([undefined, 1]);
    expect(evaluateText('env("A") == 1', unknown).value).toBe(false);
    expect(evaluateText('[env("A")] == [1, 2]', unknown).value).toBe(false);
  });

  test('errors that do not depend on it are found', () => {
    expect(evaluateText('env("A")[0]', unknown).errors).toHaveLength(1);
    expect(evaluateText('[for x in env("A") : x]', unknown).errors).toHaveLength(1);
    expect(evaluateText('env("A") + []', unknown).errors).toHaveLength(1);
  });
});

describe('names that JavaScript knows', () => {
  test('__proto__ and constructor are keys like others', () => {
    const outcome = evaluateText('{ constructor = 1, toString = 2 }.constructor');

    expect(outcome.value).toBe(1);
    expect(evaluateText('{}.constructor').errors).toHaveLength(1);
    expect(evaluateText('{ __proto__ = 5 }["__proto__"]').value).toBe(5);
    expect(evaluateText('[for __proto__ in [7] : __proto__]').value).toEqual([7]);
  });
});

describe('what would never end', () => {
  test('nested loops over ten elements', () => {
    const list = '[0,1,2,3,4,5,6,7,8,9]';
    const loops = Array.from({ length: 9 }, (_, depth) => `[for v${depth} in ${list} : `).join('');

    const outcome = evaluateText(`${loops}1${']'.repeat(9)}`);

    expect(outcome.errors).toEqual([expect.stringContaining('Expression too large')]);
  });

  test.each([
    ['a text that doubles', (name: string) => `"\${${name}}\${${name}}"`, '"x"'],
    ['a tuple that doubles', (name: string) => `[${name}, ${name}]`, '1'],
    ['a number that is squared', (name: string) => `${name} * ${name}`, '9'],
  ])('%s in every level', (_, grow, start) => {
    let text = '[for a0 in [START] : '.replace('START', start);
    for (let depth = 1; depth < 60; depth += 1) {
      text += `[for a${depth} in [${grow(`a${depth - 1}`)}] : `;
    }

    const outcome = evaluateText(`${text}a59 == a59${']'.repeat(60)}`);

    expect(outcome.errors).toHaveLength(1);
  });

  test('many expressions that share a budget', () => {
    const budget = new Budget();
    const loops = '[for a in L : [for b in L : [for c in L : [for d in L : [for e in L : 1]]]]]';
    const text = loops.replaceAll('L', '[0,1,2,3,4,5,6,7,8,9]');
    const { body } = parseSource(hclText('agent.hcl', `x = ${text}\n`));
    const expression = body.attributes[0]?.expression;
    if (expression === undefined) throw new Error('no expression');
    const run = () => evaluate(expression, { type: 'forbidden' }, budget).diagnostics.length;

    const found = Array.from({ length: 12 }, run);

    expect(found[0]).toBe(0);
    expect(found.at(-1)).toBe(1);
  });
});
