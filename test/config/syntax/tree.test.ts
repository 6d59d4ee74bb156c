// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
import { describe, expect, test } from 'vitest';
import type { Expression, TemplatePart } from '../../../src/config/syntax/ast.ts';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../../src/config/syntax/parse.ts';
import { walkExpression } from '../../../src/config/syntax/walk.ts';
import type { SourceRange } from '../../../src/diagnostics/source-range.ts';

function parse(text: string) {
  const { body, errors } = parseSource(hclText('agent.hcl', text));
  expect(errors).toEqual([]);
  return {
    body,
    /** The stretch of the text that a range covers. */
    at: ({ start, end }: SourceRange): string =>
      Buffer.from(text).subarray(start.byte, end.byte).toString(),
  };
}

test('a block knows the places of its type, labels, header, body and whole', () => {
  const { body, at } = parse('x = 1\nprovider "a" b {\n  c = [1] # d\n}\n');
  const [block] = body.blocks;
  const [attribute] = block?.body.attributes ?? [];

  expect(block?.labels.map(({ value }) => value)).toEqual(['a', 'b']);
  expect(block && at(block.typeRange)).toBe('provider');
  expect(block?.labels.map(({ range }) => at(range))).toEqual(['"a"', 'b']);
  expect(block && at(block.headerRange)).toBe('provider "a" b');
  expect(block && at(block.body.range)).toBe('{\n  c = [1] # d\n}');
  expect(block && at(block.range)).toBe('provider "a" b {\n  c = [1] # d\n}');
  expect(attribute && at(attribute.nameRange)).toBe('c');
  expect(attribute && at(attribute.expression.range)).toBe('[1]');
  expect(attribute && at(attribute.range)).toBe('c = [1]');
});

test('an attribute and a block of one name stand side by side', () => {
  const { body } = parse('a = 1\na {\n}\n');

  expect(body.attributes.map(({ name }) => name)).toEqual(['a']);
  expect(body.blocks.map(({ type }) => type)).toEqual(['a']);
});

test('names that JavaScript knows are names like others', () => {
  const { body } = parse('__proto__ = 1\nconstructor "__proto__" {\n  __proto__ {}\n}\n');

  expect(body.attributes[0]?.name).toBe('__proto__');
  expect(body.blocks[0]?.labels[0]?.value).toBe('__proto__');
  expect(body.blocks[0]?.body.blocks[0]?.type).toBe('__proto__');
});

test.each([
  'a.b[0].c',
  '(1 + 2) * -x',
  'f(a, "b", c...)',
  'n::f()',
  'a ? b : c ? d : e',
  '[for x in y : x if z]',
  '{ for k, v in y : k => v... }',
  '"a${b}c"',
  'x[*].y',
  'x.*.y.0',
  '{ a = 1, (b) : 2 }',
  '<<E\nb\nE',
  'größe["é"]',
])('every part of %j covers the text that makes it', (text) => {
  const { body, at } = parse(`a = ${text}\n`);
  const expression = body.attributes[0]?.expression;
  if (expression === undefined) throw new Error('no expression');

  expect(at(expression.range)).toBe(text);
  walkExpression(expression, (node) => {
    // What stands alone must parse to the same kind of node; a splat's element has no text.
    if (node.type === 'splat-item' || holdsSplatItem(node)) return;
    const again = parse(`a = ${at(node.range)}\n`).body.attributes[0]?.expression;
    const isKey = node.type === 'literal' && typeof node.value === 'string';
    expect(again?.type).toBe(isKey ? 'variable' : node.type);
  });
});

function holdsSplatItem(node: Expression): boolean {
  let found = false;
  walkExpression(node, (below) => {
    found ||= below.type === 'splat-item';
  });
  return found && node.type !== 'splat';
}

/** A template's parts, texts as strings, other parts by their type. */
function partsOf(text: string): readonly string[] {
  const expression = parse(`a = ${text}\n`).body.attributes[0]?.expression;
  if (expression?.type !== 'template') throw new Error('no template');
  return expression.parts.map((part: TemplatePart) =>
    part.type === 'text' ? part.text : `<${part.type}>`,
  );
}

describe('texts', () => {
  test.each<readonly [string, readonly string[]]>([
    ['""', ['']],
    ['"a"', ['a']],
    ['"a\\n\\t\\"\\\\\\u00e9\\U0001F600"', ['a\n\t"\\é😀']],
    ['"e\u0301"', ['\u00e9']],
    ['"$${a} %%{b} $ % $$ 5%"', ['${a} %{b} $ % $$ 5%']],
    ['"$$${a}"', ['$${a}']],
    ['"${a}"', ['<interpolation>']],
    ['" ${a}"', [' ', '<interpolation>']],
    ['" \t${~ a ~}\t b"', ['', '<interpolation>', 'b']],
    ['"a %{ if b ~} c %{ else } d %{ endif } e"', ['a ', '<if>', ' e']],
    ['"%{ for a in b }c%{ endfor }"', ['<for>']],
  ])('%j', (text, expected) => {
    expect(partsOf(text)).toEqual(expected);
  });
});

describe('heredocs', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['keep their lines', '<<E\na\n  b\nE', ['a\n  b\n']],
    ['may be empty', '<<E\nE', ['']],
    ['have no escapes', '<<E\n\\n "a" $${b} %%{c}\nE', ['\\n "a" ${b} %{c}\n']],
    ['end with a marker between blanks', '<<E\na\n\t E ', ['a\n']],
    ['do not end where the marker is part of a line', '<<E\nE a\naE\nE', ['E a\naE\n']],
    ['take CRLF for a line end', '<<E\r\na\r\nb\r\nE', ['a\nb\n']],
    ['are brought to NFC', '<<E\ne\u0301\nE', ['\u00e9\n']],
    ['lose the smallest indentation', '<<-E\n    a\n      b\n   c\n  E', [' a\n   b\nc\n']],
    ['do not count blank lines', '<<-E\n    a\n\n  \n    b\n  E', ['a\n\n  \nb\n']],
    ['count a tab as one blank', '<<-E\n\ta\n  b\nE', ['a\n b\n']],
    ['count wide blanks as one', '<<-E\n \u2003\u2003a\n  b\nE', ['\u2003a\nb\n']],
    [
      'do not look into interpolation',
      '<<-E\n    ${a}\n  ${b}\nE',
      ['  ', '<interpolation>', '\n', '<interpolation>', '\n'],
    ],
    [
      'keep all when interpolation begins a line',
      '<<-E\n  a\n${b}\nE',
      ['  a\n', '<interpolation>', '\n'],
    ],
    ['take CRLF apart from indentation', '<<-E\r\n  a\r\n\r\n    b\r\n  E', ['a\n\n  b\n']],
  ])('%s', (_, text, expected) => {
    expect(partsOf(text)).toEqual(expected);
  });
});

test('object keys: a bare word is its name, all else is an expression', () => {
  const { body } = parse('a = { b = 1, true = 2, "c" = 3, (d) = 4, 5 = 6, e.f = 7 }\n');
  const expression = body.attributes[0]?.expression;
  if (expression?.type !== 'object') throw new Error('no object');

  const keys = expression.items.map(({ key }) => (key.type === 'literal' ? key.value : key.type));
  expect(keys).toEqual(['b', 'true', 'template', 'parentheses', 'number', 'attribute-access']);
});

test.each([
  ['1 + 2 * 3 - 4', '((1 + (2 * 3)) - 4)'],
  ['a || b && c == d < e + f * g', '(a || (b && (c == (d < (e + (f * g))))))'],
  ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
  ['-a.b + !c', '((- a.b) + (! c))'],
  ['- -1', '(- (- 1))'],
  ['a == b == c', '((a == b) == c)'],
])('%s groups as %s', (text, expected) => {
  const expression = parse(`a = ${text}\n`).body.attributes[0]?.expression;

  expect(expression && grouped(expression)).toBe(expected);
});

function grouped(expression: Expression): string {
  switch (expression.type) {
    case 'number':
      return expression.text;
    case 'variable':
      return expression.name;
    case 'attribute-access':
      return `${grouped(expression.target)}.${expression.name}`;
    case 'unary':
      return `(${expression.operator} ${grouped(expression.operand)})`;
    case 'binary':
      return `(${grouped(expression.left)} ${expression.operator} ${grouped(expression.right)})`;
    case 'conditional':
      return `(${grouped(expression.condition)} ? ${grouped(expression.whenTrue)} : ${grouped(expression.whenFalse)})`;
    default:
      return expression.type;
  }
}

describe('nesting', () => {
  const openers: readonly (readonly [string, string, string])[] = [
    ['blocks', 'a {\n', '}\n'],
    ['brackets', '[', ']'],
    ['parentheses', '(', ')'],
    ['objects', '{ a = ', '}'],
    ['calls', 'f(', ')'],
    ['indexes', 'a[', ']'],
    ['interpolations', '"${', '}"'],
    ['negations', '!', ''],
    ['minus signs', '-', ''],
    ['conditionals', 'a ? b : ', ''],
    ['directives', '%{if a}', '%{endif}'],
  ];

  const nested = ([name, open, close]: (typeof openers)[number], levels: number): string => {
    if (name === 'blocks') return open.repeat(levels) + close.repeat(levels);
    const inner = name === 'directives' ? '' : '1';
    const text = open.repeat(levels) + inner + close.repeat(levels);
    return name === 'directives' ? `x = "${text}"\n` : `x = ${text}\n`;
  };

  test.each(openers)('200 levels of %s are fine, 201 are not', (...opener) => {
    expect(parseSource(hclText('agent.hcl', nested(opener, 200))).tooDeep).toBeUndefined();
    expect(parseSource(hclText('agent.hcl', nested(opener, 201))).tooDeep).toBeDefined();
  });

  test('the first level too many is where it is reported', () => {
    const { tooDeep } = parseSource(hclText('agent.hcl', 'a {\n'.repeat(5000)));

    expect(tooDeep?.start).toEqual({ line: 201, column: 3, byte: 802 });
  });

  test('levels of all kinds are counted together', () => {
    const text = `x = ${'[('.repeat(100)}${')]'.repeat(100)}\n`;
    const deeper = text.replace('[(', '{ a = [(').replace(')]\n', ')] }\n');

    expect(parseSource(hclText('agent.hcl', text.replace('()', '(1)'))).tooDeep).toBeUndefined();
    expect(parseSource(hclText('agent.hcl', deeper)).tooDeep).toBeDefined();
  });

  test.each([
    ['operators in a row', `x = ${'1 + '.repeat(900)}1\n`, `x = ${'1 + '.repeat(200_000)}1\n`],
    ['steps in a row', `x = a${'.b'.repeat(900)}\n`, `x = a${'.b'.repeat(200_000)}\n`],
    ['indexes in a row', `x = a${'[0]'.repeat(900)}\n`, `x = a${'[0]'.repeat(200_000)}\n`],
  ])(
    'some hundred %s are fine, so many that the tree would be too high are not',
    (_, few, many) => {
      expect(parseSource(hclText('agent.hcl', few)).tooDeep).toBeUndefined();
      expect(parseSource(hclText('agent.hcl', many)).tooDeep).toBeDefined();
    },
  );
});

test.each([
  ['a million negations', `a = ${'!'.repeat(1_000_000)}true\n`],
  ['5,000 nested blocks', 'a {\n'.repeat(5000) + '}\n'.repeat(5000)],
  ['a heredoc of ten megabytes', `a = <<E\n${`${'x'.repeat(49)}\n`.repeat(200_000)}E\n`],
  ['a string of ten megabytes', `a = "${'x'.repeat(10_000_000)}"\n`],
  ['a string of a million escapes', `a = "${'\\n'.repeat(1_000_000)}"\n`],
  ['a string of half a million signs', `a = "${'$a'.repeat(500_000)}"\n`],
  ['a number of a million digits', `a = ${'1'.repeat(1_000_000)}\n`],
  ['a name of a million letters', `${'é'.repeat(1_000_000)} = 1\n`],
  ['half a million comments never closed', '/* '.repeat(500_000)],
  ['a string of families', `a = "${'👩‍👩‍👧'.repeat(40_000)}"\n`],
  ['one letter under a hundred thousand marks', `a = "e${'\u0301'.repeat(100_000)}"\n`],
  ['a million blanks before a tilde', `a = "${' '.repeat(1_000_000)}\${~ b}"\n`],
])('%s: parsed to its end or refused, without exhausting the stack', (_, text) => {
  const { tokens } = parseSource(hclText('agent.hcl', text));

  expect(tokens.at(-1)?.kind).toBe('end-of-file');
});
