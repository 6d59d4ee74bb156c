// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Judge, Verdict } from '../../src/config/hcl.ts';
import type { VerdictCache } from '../../src/config/verdict-cache.ts';
import { forbiddenJudge, parseWithJudge } from '../support/judge.ts';
import { sharedFolder, sharedNote } from '../support/shared.ts';

/** Each diagnostic as `code line:column`, or the code alone. */
async function found(...input: Parameters<typeof parseWithJudge>): Promise<readonly string[]> {
  const { diagnostics } = await parseWithJudge(...input);
  return diagnostics.map(({ code, range }) =>
    range === undefined ? code : `${code} ${range.start.line}:${range.start.column}`,
  );
}

function recordingCache(accepted: readonly string[] = []): VerdictCache & { remembered: string[] } {
  const remembered: string[] = [];
  return {
    remembered,
    isAccepted: async (bytes) => accepted.includes(new TextDecoder().decode(bytes)),
    remember: async (bytes) => {
      remembered.push(new TextDecoder().decode(bytes));
    },
  };
}

const judgeThat =
  (verdict: Verdict, isPlain = true) =>
  async (): Promise<Judge> => ({
    judge: () => verdict,
    isPlainEnvCall: () => isPlain,
  });

test('an empty file is a good file', async () => {
  const { value, diagnostics } = await parseWithJudge('');

  expect(diagnostics).toEqual([]);
  expect(value?.body.blocks).toEqual([]);
});

describe('ids of syntax errors', () => {
  test.each<readonly [string, readonly string[]]>([
    ['a { b = 1, c = 2 }\n', ['single-line-block 1:10']],
    ['a = 1\na = 2\n', ['duplicate-attribute 2:1']],
    ['a {\n  "b" = 1\n}\n', ['quoted-argument-name 2:3']],
    ['a = \n', ['syntax-error 1:5']],
    ['a {\n  b = 1\n', ['syntax-error 1:3']],
    ['a = "\\q"\n', ['syntax-error 1:6']],
    ['a = 1; b = 2\n', ['syntax-error 1:6']],
    ['a = "b\nc = 1\nd = "\n', ['syntax-error 1:7']],
    ['a = 1\rb = 2\n', ['syntax-error 1:6']],
    ['x y\na = "b\nc = 1\n', ['syntax-error 1:4', 'syntax-error 2:7']],
    ['a = <<E \nb\nE\n', ['syntax-error 1:5', 'syntax-error 2:1', 'syntax-error 3:1']],
    ['\uFEFFa = \n', ['syntax-error 1:5']],
    ['\uFEFF\uFEFFa = 1\n', ['syntax-error 1:1']],
  ])('%j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });
});

describe('hints', () => {
  test.each([
    ['a = <<EOT \nb\nEOT\n', 'blank behind the heredoc marker EOT'],
    ['a = 1\n/* never closed', 'never closed'],
    ['a = /* never closed', 'never closed'],
    ['a = foo bar\n', 'double quotes'],
    ['a: 1\n', 'Write a = …'],
    ['a { b = 1\n}\n', 'a line of its own'],
    ['a = <<E\nb\nE', 'add a line end'],
    ['a = \u00A01\n', 'ordinary space'],
    ['a = „b“\n', 'double quotes'],
    ['a\r= 1\n', 'carriage return'],
    ['a "b" 3\n', 'equals sign'],
  ])('%j', async (text, hint) => {
    const { diagnostics } = await parseWithJudge(text);

    expect(diagnostics.map(({ detail }) => detail).join('\n')).toContain(hint);
  });

  test('the words of a wrong directive are not shown: they may be part of a secret', async () => {
    const { diagnostics } = await parseWithJudge('a = "%{sk-do-not-print}"\n');

    expect(JSON.stringify(diagnostics)).not.toContain('sk-do-not-print');
  });
});

test('the first of two errors on one line is told, and the first definition is named', async () => {
  const { diagnostics } = await parseWithJudge('a = 1\na = 2 ; b = 3\n');

  expect(diagnostics.map(({ summary }) => summary)).toEqual(['Invalid character']);
});

describe('the cache', () => {
  test('a text known to be accepted is parsed without loading the judge', async () => {
    const { value, diagnostics } = await parseWithJudge('a = 1\n', {
      judge: forbiddenJudge,
      verdicts: recordingCache(['a = 1\n']),
    });

    expect(diagnostics).toEqual([]);
    expect(value?.body.attributes[0]?.name).toBe('a');
  });

  test('an accepted text is remembered, a rejected one is not', async () => {
    const verdicts = recordingCache();
    await parseWithJudge('a = 1\n', { verdicts });
    await parseWithJudge('a =\n', { verdicts });

    expect(verdicts.remembered).toEqual(['a = 1\n']);
  });

  test('a text that our own front end refuses goes to the judge, cached or not', async () => {
    expect(await found('a =\n', { verdicts: recordingCache(['a =\n']) })).toEqual([
      'syntax-error 1:4',
    ]);
  });
});

describe('when the two parsers disagree, no line is guessed', () => {
  const accepted = (json: unknown): Verdict => ({ type: 'accepted', json });

  test.each<readonly [string, string, Verdict, string]>([
    ['the judge accepts what we refuse', 'a =\n', accepted({}), 'internal-error 1:4'],
    ['a name is missing', 'a = 1\n', accepted({}), 'internal-error 1:1'],
    ['a name is too many', 'a = 1\n', accepted({ a: 1, b: 2 }), 'internal-error 1:1'],
    ['a label differs', 'a "b" {}\n', accepted({ a: { c: [{}] } }), 'internal-error 1:1'],
    ['a block is too many', 'a {}\n', accepted({ a: [{}, {}] }), 'internal-error 1:1'],
    [
      'a label is too many',
      'a "b" {}\n',
      accepted({ a: { b: [{}], c: [{}] } }),
      'internal-error 1:1',
    ],
    ['a count differs', 'a {}\na {}\n', accepted({ a: [{}] }), 'internal-error 1:1'],
    ['an inner name differs', 'a {\nb = 1\n}\n', accepted({ a: [{ c: 1 }] }), 'internal-error 1:1'],
    ['the judge fails', 'a = 1\n', { type: 'failed', reason: 'it died' }, 'internal-error 1:1'],
    ['its words are strange', 'a = 1\n', { type: 'rejected', message: 'hm' }, 'internal-error 1:1'],
  ])('%s', async (_, text, verdict, expected) => {
    const verdicts = recordingCache();
    const diagnostics = await found(text, { judge: judgeThat(verdict), verdicts });

    expect(diagnostics).toEqual([expected]);
    expect(verdicts.remembered).toEqual([]);
  });

  test('a call that only we take for a plain env call is refused at its place', async () => {
    const judge = judgeThat(accepted({ a: '${env("X")}' }), false);

    expect(await found('a = env("X")\n', { judge })).toEqual(['internal-error 1:5']);
  });

  test('a judge that can not be loaded is told of', async () => {
    const judge = () => Promise.reject(new Error('no such file: main.wasm'));
    const { diagnostics } = await parseWithJudge('a = 1\n', { judge });

    expect(diagnostics.map(({ code }) => code)).toEqual(['internal-error']);
    expect(diagnostics[0]?.detail).toContain('main.wasm');
  });
});

describe('what would hang or kill the judge never reaches it', () => {
  const settings = { judge: forbiddenJudge };

  test.each<readonly [string, string, readonly string[]]>([
    ['5,000 nested blocks', 'a {\n'.repeat(5000) + '}\n'.repeat(5000), ['nesting-too-deep 201:3']],
    ['10,000 brackets', `a = ${'['.repeat(10_000)}`, ['nesting-too-deep 1:205']],
    ['a million negations', `a = ${'!'.repeat(1_000_000)}true\n`, ['nesting-too-deep 1:205']],
    ['10,000 conditionals', `a = ${'b ? c : '.repeat(10_000)}d\n`, ['nesting-too-deep 1:1607']],
    ['5 MB', `a = "${'x'.repeat(5_000_000)}"\n`, ['config-too-large']],
    ['a heredoc of 10 MB', `a = <<E\n${'x\n'.repeat(5_000_000)}E\n`, ['config-too-large']],
    ['a heredoc of many lines', `a = <<E\n${'x\n'.repeat(100_000)}E\n`, []],
    ['a heredoc of 2,000 lines', `a = <<E\n${'x\n'.repeat(2000)}E\n`, []],
    ['2,000 interpolations', `a = "${'${b}'.repeat(2000)}"\n`, []],
    ['2,000 signs in a text', `a = "${'$x'.repeat(2000)}"\n`, []],
    ['many interpolations', `a = "${'${b}'.repeat(20_000)}"\n`, []],
    ['many signs in a text', `a = "${'$x'.repeat(100_000)}"\n`, []],
    ['a large exponent', 'a = 1e100000\n', []],
    ['a small exponent', 'a = 1e-100000\n', []],
    ['an exponent of many digits', `a = 1e${'9'.repeat(50)}\n`, []],
    ['a number of many digits', `a = ${'1'.repeat(100_000)}\n`, []],
    ['a list of many numbers', `a = [${'1, '.repeat(50_000)}]\n`, []],
    [
      'a file of many arguments',
      Array.from({ length: 30_000 }, (_, i) => `a${i} = b\n`).join(''),
      [],
    ],
    ['a long text', `a = "${'x'.repeat(400_000)}"\n`, []],
    ['a long comment', `/*${'x'.repeat(400_000)}*/\n`, []],
    [
      'many errors',
      'a = 1\n'.repeat(3000),
      Array.from({ length: 2999 }, (_, i) => `duplicate-attribute ${i + 2}:1`),
    ],
  ])('%s', async (_, text, expected) => {
    expect(await found(text, settings)).toEqual(expected);
  });

  test('what is just below those limits does reach it, and is answered', async () => {
    const texts = [
      `a = <<E\n${'x\n'.repeat(1400)}E\n`,
      `a = "${'${b}'.repeat(1400)}"\n`,
      'a {\n'.repeat(200) + '}\n'.repeat(200),
      `a = ${'!'.repeat(200)}true\n`,
      `a = ${'['.repeat(200)}${']'.repeat(200)}\n`,
      'a = [1e308, 1e-308]\n',
      `a = ${'b ? c : '.repeat(200)}d\n`,
      `a = ${'1 + '.repeat(900)}1\n`,
      `a = "${'x'.repeat(200_000)}"\n`,
    ];
    for (const text of texts) {
      const verdicts = recordingCache();

      expect(await found(text, { verdicts })).toEqual([]);
      expect(verdicts.remembered).toHaveLength(1);
    }
  });
});

describe.skipIf(sharedFolder === undefined)(`shared cases${sharedNote}`, () => {
  const cases = (sharedFolder === undefined ? [] : readdirSync(join(sharedFolder, 'spec', 'cases')))
    .filter((name) => name.endsWith('.hcl'))
    .map((name) => join(sharedFolder ?? '', 'spec', 'cases', name));

  test.each(cases)('%s', async (path) => {
    const expected = JSON.parse(readFileSync(path.replace(/hcl$/, 'json'), 'utf8'));
    const { value, diagnostics } = await parseWithJudge(readFileSync(path));

    if (!path.includes('/syntax-')) {
      expect(diagnostics).toEqual([]);
      expect(value).toBeDefined();
      return;
    }
    const lines = diagnostics.map(({ code, range }) => ({ id: code, line: range?.start.line }));
    expect(lines).toEqual(expected.errors);
  });
});
