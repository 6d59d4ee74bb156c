import { describe, expect, test } from 'vitest';
import type { ThinkingSpec } from '../../src/protocol/model-spec.ts';
import type { ChatModel } from '../../src/ui/chat-options.ts';
import {
  completeCommand,
  expandPrompt,
  parseSlashCommand,
  SLASH_COMMANDS,
} from '../../src/ui/slash-command.ts';

const thinking: ThinkingSpec = {
  supported: true,
  effort: { levels: ['low', 'high'], default: 'low' },
  adaptiveByDefault: false,
  disable: 'never',
};

const models: readonly ChatModel[] = [
  { ref: { provider: 'acme', model: 'large' }, aliases: ['big'], thinking },
  {
    ref: { provider: 'acme', model: 'a/b' },
    thinking: { ...thinking, effort: undefined, disable: 'always' },
  },
  { ref: { provider: 'other', model: 'large' }, thinking: { ...thinking, supported: false } },
];

const context = { models, model: { provider: 'acme', model: 'large' }, expansions: [] };

test.each([
  { line: '/help', expected: { type: 'panel', panel: 'help' } },
  { line: '/COST ', expected: { type: 'panel', panel: 'cost' } },
  { line: '/model', expected: { type: 'panel', panel: 'model' } },
  { line: '/model other/large', expected: { type: 'model', model: models[2]?.ref } },
  { line: '/model big', expected: { type: 'model', model: models[0]?.ref } },
  { line: '/model a/b', expected: { type: 'model', model: models[1]?.ref } },
  { line: '/thinking high', expected: { type: 'thinking', level: 'high' } },
  { line: '/thinking', expected: { type: 'panel', panel: 'thinking' } },
  { line: '/system', expected: { type: 'system', text: undefined } },
  { line: '/system Be\n  brief.', expected: { type: 'system', text: 'Be\n  brief.' } },
  { line: '/resume', expected: { type: 'resume', id: undefined } },
  { line: '/resume 01ab', expected: { type: 'resume', id: '01ab' } },
  { line: '/export a file.md', expected: { type: 'export', path: 'a file.md' } },
  { line: '/compact', expected: { type: 'compact' } },
  { line: '/clear', expected: { type: 'clear' } },
  { line: '/exit', expected: { type: 'exit' } },
])('$line is understood', ({ line, expected }) => {
  expect(parseSlashCommand(line, context)).toEqual(expected);
});

test.each([
  {
    line: '/hlep',
    message: 'There is no command /hlep. Did you mean /help? /help lists them all.',
  },
  { line: '/zzzzzz', message: 'There is no command /zzzzzz. /help lists them all.' },
  { line: '/export', message: '/export needs the name of a file behind it.' },
  { line: '/compact now', message: '/compact takes nothing behind it.' },
  { line: '/exit now', message: '/exit takes nothing behind it.' },
  {
    line: '/model large',
    message: '"large" names more than one model: acme/large, other/large. Give provider and model.',
  },
  {
    line: '/model acme/larg',
    message: 'No provider has a model "acme/larg". Did you mean "acme/large"? /model lists them.',
  },
  {
    line: '/thinking hihg',
    message: 'acme/large has no level "hihg". Did you mean "high"? It has: low, high.',
  },
  { line: '/thinking off', message: 'The thinking of acme/large can not be turned off.' },
])('$line is refused with the reason', ({ line, message }) => {
  expect(parseSlashCommand(line, context)).toEqual({ type: 'refused', message });
});

test.each([
  { model: 'a/b', level: 'off', refused: false },
  { model: 'a/b', level: 'high', refused: true },
  { model: 'unlisted', level: 'high', refused: false },
])('/thinking $level on acme/$model', ({ model, level, refused }) => {
  const result = parseSlashCommand(`/thinking ${level}`, {
    models,
    model: { provider: 'acme', model },
  });

  expect(result?.type).toBe(refused ? 'refused' : 'thinking');
});

test('a model that does not think takes only off', () => {
  const other = { models, model: { provider: 'other', model: 'large' } };

  expect(parseSlashCommand('/thinking high', other)?.type).toBe('refused');
  expect(parseSlashCommand('/thinking off', other)?.type).toBe('thinking');
});

test('models that are still being asked for can not be chosen', () => {
  expect(parseSlashCommand('/model x', { models: undefined, model: undefined })?.type).toBe(
    'refused',
  );
});

test('while commands of providers are not known, an unknown one may be theirs', () => {
  expect(parseSlashCommand('/review', { ...context, expansions: undefined })).toEqual({
    type: 'refused',
    message:
      'There is no command /review. Those of providers are still being asked for; try again soon.',
  });
});

test.each(['/usr/bin/env fails', 'no command', '/', '/1st', 'say /help', '/clear\nthis'])(
  '"%s" is a message',
  (line) => {
    expect(parseSlashCommand(line, context)).toBeUndefined();
  },
);

test('every listed command is understood, and completed', () => {
  for (const { name, argument = '' } of SLASH_COMMANDS) {
    const line = `/${name} ${argument.startsWith('[') ? '' : argument}`;
    expect(parseSlashCommand(line, context)?.type).not.toBe('refused');
  }
  expect(completeCommand('/c')).toEqual(['/cost', '/context', '/compact', '/clear']);
});

describe('commands of providers', () => {
  const expansions = [
    { name: 'review', description: 'reviews', template: 'Review {arg} and only {arg}.' },
    { name: 'Haiku_5', description: 'writes', template: 'Write a haiku.' },
    { name: 'clear', description: 'takes ours', template: 'Never.' },
  ];

  test.each([
    { line: '/review a $& file', expected: 'Review a $& file and only a $& file.' },
    { line: '/review two\nlines', expected: 'Review two\nlines and only two\nlines.' },
    { line: '/Haiku_5', expected: 'Write a haiku.' },
    { line: '/Haiku_5 about rain', expected: 'Write a haiku.\n\nabout rain' },
    { line: '/clear', expected: undefined },
    { line: '/other', expected: undefined },
    { line: 'review', expected: undefined },
  ])('$line stands for a message', ({ line, expected }) => {
    expect(expandPrompt(line, expansions)).toBe(expected);
  });

  test('are completed and suggested as well', () => {
    expect(completeCommand('/re', expansions)).toEqual(['/resume', '/review']);
    expect(parseSlashCommand('/reveiw', { ...context, expansions })).toMatchObject({
      message: 'There is no command /reveiw. Did you mean /review? /help lists them all.',
    });
  });
});
