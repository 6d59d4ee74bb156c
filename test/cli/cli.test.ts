import { describe, expect, test } from 'vitest';
import type { CommandArguments, CommandLine } from '../../src/cli/arguments.ts';
import { parseCommandLine } from '../../src/cli/cli.ts';

function argumentsOf(line: CommandLine): CommandArguments {
  if (line.type !== 'command') throw new Error(`no command: ${JSON.stringify(line)}`);
  return line.arguments;
}

describe('a command line that can be read', () => {
  test.each([
    {
      name: 'words are a chat prompt',
      argv: ['hello', 'world'],
      expected: { command: 'chat', prompt: ['hello', 'world'] },
    },
    { name: '-p is run', argv: ['-p', 'hi'], expected: { command: 'run', prompt: ['hi'] } },
    {
      name: '--print after other flags is run',
      argv: ['-q', 'hi', '--print'],
      expected: { command: 'run', quiet: true, prompt: ['hi'] },
    },
    {
      name: 'words keep their spelling',
      argv: ['run', '007', '1.0', '-'],
      expected: { prompt: ['007', '1.0', '-'] },
    },
    {
      name: 'what follows -- is words',
      argv: ['run', '--', '--modle', '-p'],
      expected: { command: 'run', prompt: ['--modle', '-p'] },
    },
    {
      name: 'a prompt may begin like a command',
      argv: ['run', 'run', 'fast'],
      expected: { prompt: ['run', 'fast'] },
    },
    {
      name: 'one dash may stand before a long option',
      argv: ['validate', '-json', '-chdir=/x'],
      expected: { format: 'json', chdir: '/x' },
    },
    {
      name: 'the last of two wins',
      argv: ['run', '-m', 'a/b', '-m', 'c/d', 'x'],
      expected: { model: 'c/d' },
    },
    {
      name: 'repeatable flags keep all',
      argv: ['run', '--stop', 'a', '--stop', 'b', 'x'],
      expected: { stop: ['a', 'b'], prompt: ['x'] },
    },
    {
      name: 'numbers are numbers',
      argv: ['run', '--thinking-budget', '2048', '--max-cost-usd', '0.5', 'x'],
      expected: { thinkingBudget: 2048, maxCostUsd: 0.5 },
    },
    {
      name: 'a timeout is read',
      argv: ['run', '--timeout', '1h30m', 'x'],
      expected: { timeoutMs: 5_400_000 },
    },
    {
      name: '--no-color is a colour choice',
      argv: ['run', '--no-color', 'x'],
      expected: { color: 'never' },
    },
    {
      name: 'provider list',
      argv: ['provider', 'list', '--json'],
      expected: { command: 'provider-list', json: true },
    },
  ])('$name', async ({ argv, expected }) => {
    const parsed = argumentsOf(await parseCommandLine(argv));

    expect(parsed).toMatchObject(expected);
  });
});

describe('a command line that can not be read', () => {
  test.each([
    {
      name: 'unknown option, with the nearest',
      argv: ['run', '--modle', 'x'],
      expected: 'Did you mean "model"?',
    },
    { name: 'unknown value', argv: ['run', '-o', 'xml', 'x'], expected: 'stream-json' },
    {
      name: 'fraction for a whole number',
      argv: ['run', '--thinking-budget', '1.5', 'x'],
      expected: 'whole number',
    },
    { name: 'no number', argv: ['run', '--temperature', 'hot', 'x'], expected: 'not "hot"' },
    { name: 'no duration', argv: ['run', '--timeout', '5 minutes', 'x'], expected: '90s, 5m' },
    { name: 'zero money', argv: ['run', '--max-cost-usd', '0', 'x'], expected: 'above 0' },
    { name: 'missing value', argv: ['run', '-m'], expected: '-m needs a value' },
    {
      name: 'flags that exclude each other',
      argv: ['validate', '--static', '--live'],
      expected: 'mutually exclusive',
    },
    { name: 'two paths', argv: ['validate', 'a', 'b'], expected: 'checks one path' },
    {
      name: 'a property of every object',
      argv: ['run', '--toString', 'x'],
      expected: 'Unknown argument',
    },
    { name: 'provider without what', argv: ['provider'], expected: 'list' },
  ])('$name', async ({ argv, expected }) => {
    const line = await parseCommandLine(argv);

    expect(line).toMatchObject({ type: 'usage-error', message: expect.stringContaining(expected) });
  });
});

test('"help" as a word is a prompt', async () => {
  expect(argumentsOf(await parseCommandLine(['run', 'help']))).toMatchObject({ prompt: ['help'] });
});

test('help is text that names the flags of its command', async () => {
  const line = await parseCommandLine(['run', '--help']);

  expect(line).toMatchObject({ type: 'text', text: expect.stringContaining('--thinking-effort') });
});
