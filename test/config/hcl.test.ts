// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
import { cachedDataVersionTag } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { loadJudge } from '../../src/config/hcl.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { realJudge } from '../support/judge.ts';

test('a good file is accepted, with its JSON', async () => {
  const judge = await realJudge();

  expect(judge.judge('a "b" {\n  c = 1\n}\n')).toEqual({
    type: 'accepted',
    json: { a: { b: [{ c: 1 }] } },
  });
});

test("a bad file is rejected, in the parser's words and with a mark for its name", async () => {
  const judge = await realJudge();

  expect(judge.judge('a = 1\na = 2\n')).toEqual({
    type: 'rejected',
    message:
      '[\u0001:2,1-2: Attribute redefined; The argument "a" was already set at \u0001:1,1-2. Each argument may be set only once.]',
  });
});

test('blocks whose labels differ are accepted, though there is no JSON of them', async () => {
  const judge = await realJudge();

  expect(judge.judge('a {}\na "x" {}\n')).toEqual({ type: 'accepted', json: undefined });
});

test('a parser that dies is told of and replaced', async () => {
  const judge = await realJudge();
  const deep = `a = ${'('.repeat(200_000)}`;

  expect(judge.judge(deep).type).toBe('failed');
  expect(judge.judge('a = 1\n')).toEqual({ type: 'accepted', json: { a: 1 } });
});

test('a missing module is an error that names it', async () => {
  const files = {
    ...nodeFiles,
    read: (path: string) => Promise.reject(new Error(`no such file: ${path}`)),
  };

  await expect(loadJudge(files)).rejects.toThrow(/no such file: .*main\.wasm\.gz/);
});

test('a damaged module is an error', async () => {
  const files = { ...nodeFiles, read: () => Promise.resolve(new Uint8Array([1, 2, 3])) };

  await expect(loadJudge(files)).rejects.toThrow();
});

test('V8 is left as it was set, so that the code caches of what is loaded next are valid', async () => {
  const before = cachedDataVersionTag();

  const judge = await loadJudge(nodeFiles);
  judge.judge('a = 1\n');

  expect(cachedDataVersionTag()).toBe(before);
});

test('the global scope is left as it was', async () => {
  const judge = await realJudge();
  judge.judge('a = 1\n');

  for (const name of ['Go', 'fs', '__parse_terraform_config_wasm__']) {
    expect(Object.keys(globalThis)).not.toContain(name);
  }
});

describe('what is a plain call of env', () => {
  test.each([
    'env("X")',
    'env ( "X" )',
    'env("X",)',
    'env(/* c */ "X")',
    'env(\n"X"\n)',
    'env("A\\u0042")',
    'env("$${X}")',
    'env("a$b")',
    'env("日本")',
    'env("")',
  ])('%j', async (text) => {
    expect((await realJudge()).isPlainEnvCall(text)).toBe(true);
  });
});

describe('what is none', () => {
  test.each([
    '"${env("X")}"',
    '(env("X"))',
    'env(("X"))',
    'env("${"X"}")',
    'env("A${"B"}")',
    'env(["X"]...)',
    'env("X", "Y")',
    'env()',
    'env(X)',
    'env(1)',
    'env(null)',
    'std::env("X")',
    'ENV("X")',
    'env("A")[0]',
    'true ? env("A") : "b"',
    '"X"',
    '"$${env(\\"X\\")}"',
    'a${env("X")}',
    '[env("X")]',
    '{ a = env("X") }',
    'env("X") env("Y")',
    '"never closed',
    '',
  ])('%j', async (text) => {
    expect((await realJudge()).isPlainEnvCall(text)).toBe(false);
  });
});
