// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
/**
 * Our own front end against HCL's own parser: random texts and mutated files must get the same
 * verdict from both, and every error the same words at the same place.
 *
 * `AGENT_FUZZ_RUNS` sets the number of texts (default 1,500), `AGENT_FUZZ_SEED` the seed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalToNumber } from '../../src/config/convert.ts';
import { findDifference } from '../../src/config/cross-check.ts';
import { evaluate } from '../../src/config/evaluate/evaluate.ts';
import type { Judge } from '../../src/config/hcl.ts';
import { judgeFaults } from '../../src/config/hcl-error.ts';
import { isTooHeavyForJudge } from '../../src/config/judge-load.ts';
import { hclText } from '../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../src/config/syntax/parse.ts';
import type { SyntaxFault } from '../../src/config/syntax/token-cursor.ts';
import { parseWithJudge, realJudge } from '../support/judge.ts';
import { root, sharedFolder } from '../support/shared.ts';

const RUNS = Number(process.env['AGENT_FUZZ_RUNS'] ?? 1500);
const SEED = Number(process.env['AGENT_FUZZ_SEED'] ?? 20_260_131);

/** A file with every construct of the language. */
const EVERYTHING = `# all of it
provider "log" bare {
  text   = "a \${b.c[0]} $\${d} %%{e} \\u00e9 \\"q\\" é 👩‍👩‍👧"
  number = -1.5e3 + 2 * (3 - x) % 4 /* c */
  test   = !a && b || c == d && e != f ? g > h : i <= j
  list   = [1, "two", [3,], true, null,] // d
  object = { a = 1, "b" : 2, (c) = 3
    d = { e = 4 } }
  call   = env("A") == n::f(1, x...)
  loops  = [for i, x in ["a"] : "\${i}-\${x}" if x != "b"]
  maps   = { for k, v in { a = 1 } : k => v... }
  splats = [x.*.y.0.z, x[*].y[0].z["a"], x.1]
  drawn  = "%{ if a ~} x %{ else } y %{ endif }%{ for k, v in l }\${k}%{ endfor }"
  here   = <<EOT
first \${a}
  $\${b} \\n "q"
EOT
  flush  = <<-EOT
    a
      b \${ <<IN
inner
IN
}
  EOT
  inner "l" {
    x = 1
  }
  one { y = 2 }
  none {}
}
`;

function baseTexts(): readonly string[] {
  const folders = [join(root, 'test', 'fixtures', 'config')];
  if (sharedFolder !== undefined) {
    folders.push(
      join(sharedFolder, 'spec', 'cases'),
      join(sharedFolder, 'fixtures', 'hcl-bugs'),
      join(sharedFolder, 'fixtures', 'hcl-specsuite'),
    );
  }
  const files = folders.flatMap((folder) => hclFiles(folder));
  return [EVERYTHING, EVERYTHING.replaceAll('\n', '\r\n'), ...files];
}

function hclFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.hcl'));
    return names.map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return []; // not every clone has every folder
  }
}

const PIECES = [
  ...['a', 'b = ', 'x = ', ' ', '\t', '\n', '\n', '\r\n', '\r', '"', '"', '\\', '\\n', '\\u00e9'],
  ...['\\ud800', '\\U0001F600', '$', '%', '{', '{', '}', '}', '~', '~}', '${', '%{', '%{ if a }'],
  ...['%{ else }', '%{ endif }', '%{ for x in y }', '%{ endfor }', '<<E\n', '<<-E\n', '\nE\n'],
  ...[' E \n', 'E', '/*', '*/', '//', '#', '1', '1.5', '1..2', '1e5', '.', '..', '...', '=', '=='],
  ...['=>', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '!', '&', '&&', '|', '||', '^', '?'],
  ...[':', '::', ';', ',', '[', ']', '(', ')', '[*]', '.*', '.0', '.a', "'", '`', 'for ', 'in '],
  ...['if ', 'null', 'true', 'env("A")', 'f(', 'é', 'e\u0301', '\u0301', '😀', '日本', '\u00A0'],
  ...['“', '”', '\uFEFF', '\u2028', 'क्ष'],
];

const piece = fc.constantFrom(...PIECES);

/** One change of a text, at a place given in thousandths. */
type Change = (text: string) => string;

const at = (text: string, place: number): number => Math.floor((text.length * place) / 1000);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(1000), piece).map(
    ([place, added]): Change =>
      (text) => {
        const offset = at(text, place);
        return text.slice(0, offset) + added + text.slice(offset);
      },
  ),
  fc.tuple(fc.nat(1000), fc.nat(4)).map(
    ([place, length]): Change =>
      (text) => {
        const offset = at(text, place);
        return text.slice(0, offset) + text.slice(offset + length);
      },
  ),
  fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(40)).map(
    ([place, from, length]): Change =>
      (text) => {
        const offset = at(text, place);
        const start = at(text, from);
        return text.slice(0, offset) + text.slice(start, start + length) + text.slice(offset);
      },
  ),
  fc.nat(1000).map(
    (place): Change =>
      (text) =>
        text.slice(0, at(text, place)),
  ),
);

const mutated = fc
  .tuple(fc.constantFrom(...baseTexts()), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => changes.reduce((changed, apply) => apply(changed), text));

const random = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

/**
 * Cutting can halve a surrogate pair, which no file can hold. What decoders put there instead,
 * U+FFFD, is left out: the judge takes it for a broken character and counts its columns oddly.
 */
const texts = fc
  .oneof({ weight: 2, arbitrary: mutated }, { weight: 1, arbitrary: random })
  .map((text) => text.toWellFormed().replaceAll('\uFFFD', '?'));

function show({ summary, detail, range: { start, end } }: SyntaxFault): string {
  // An escape ends within a token, where the judge's column does not tell the byte for sure.
  const endByte = summary === 'Invalid escape sequence' ? '' : `@${end.byte}`;
  const range = `${start.line}:${start.column}@${start.byte}-${end.line}:${end.column}${endByte}`;
  // Suggestions are our own.
  return `${range} ${summary}; ${detail.replace(/ Did you mean .*/, '')}`;
}

function compareParsers(judge: Judge, text: string): void {
  const source = hclText('agent.hcl', text);
  const tree = parseSource(source);
  if (tree.tooDeep !== undefined || isTooHeavyForJudge(tree)) return;
  const verdict = judge.judge(text);
  const ours = tree.errors.map(show);
  if (verdict.type === 'rejected') {
    expect(ours).toEqual(judgeFaults(verdict.message, source, tree.tokens).map(show));
    return;
  }
  expect(verdict.type).toBe('accepted');
  expect(ours).toEqual([]);
  if (verdict.type !== 'accepted' || verdict.json === undefined) return;
  expect(findDifference(tree.body, verdict.json)).toBeUndefined();
}

test('every base file gets the same answer from both', async () => {
  const judge = await realJudge();

  for (const text of baseTexts()) compareParsers(judge, text);
});

test(
  'mutated files and random texts get the same answer from both',
  async () => {
    const judge = await realJudge();
    let accepted = 0;

    fc.assert(
      fc.property(texts, (text) => {
        compareParsers(judge, text);
        if (judge.judge(text).type === 'accepted') accepted += 1;
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: false },
    );

    // Both sides of the verdict must be met, or this test shows little.
    expect(accepted).toBeGreaterThan(RUNS / 50);
    expect(accepted).toBeLessThan(RUNS / 1.2);
  },
  60_000 + RUNS * 100,
);

describe('what we refuse although HCL accepts it', () => {
  test.each<readonly [string, string, string]>([
    ['size', `a = 1\n${' '.repeat(1024 * 1024)}`, 'config-too-large'],
    ['nesting', `a = ${'['.repeat(201)}${']'.repeat(201)}\n`, 'nesting-too-deep'],
    ['rows of operators', `a = ${'1 + '.repeat(1001)}1\n`, 'nesting-too-deep'],
    ['NUL', 'a = "\0"\n', 'config-not-utf8'],
  ])('%s, in the text', async (_, text, code) => {
    const judge = await realJudge();
    const { diagnostics } = await parseWithJudge(text);

    expect(judge.judge(text).type).toBe('accepted');
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  test.each<readonly [string, string, string]>([
    ['duplicate keys', '{ a = 1, a = 2 }', 'duplicate-object-key'],
    ['infinite numbers', '1e400', 'out-of-range'],
    ['division by zero', '1 / 0', 'invalid-expression'],
  ])('%s, in a value', async (_, text, code) => {
    const judge = await realJudge();
    const { value } = await parseWithJudge(`a = ${text}\n`);
    const expression = value?.body.attributes[0]?.expression;
    if (expression === undefined) throw new Error('the text should have parsed');

    expect(judge.judge(`a = ${text}\n`).type).toBe('accepted');
    expect(evaluate(expression, { type: 'forbidden' }).diagnostics.map((d) => d.code)).toEqual([
      code,
    ]);
  });

  test('integers that a double can not hold, as numbers', async () => {
    const { value } = await parseWithJudge('a = 9007199254740993\n');
    const expression = value?.body.attributes[0]?.expression;
    if (expression === undefined) throw new Error('the text should have parsed');
    const number = evaluate(expression, { type: 'forbidden' }).value;

    expect(number?.type === 'number' && decimalToNumber(number.value)).toBeUndefined();
  });
});
