import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import type { ChatModel } from '../../src/ui/chat-options.ts';
import type { ResumedSession, SessionSummary } from '../../src/ui/conversation-port.ts';
import { Player } from '../support/chat-player.ts';
import { end, MODEL, start, text, USAGE } from '../support/chat-script.ts';

const thinking = {
  supported: true,
  effort: { levels: ['low', 'high'], default: 'low' },
  adaptiveByDefault: false,
  disable: 'never',
} as const;

const models: readonly ChatModel[] = [
  { ref: MODEL, contextWindow: 200_000, thinking },
  { ref: { provider: 'acme', model: 'large' }, aliases: ['big'] },
  { ref: { provider: 'acme', model: 'mute' }, thinking: { ...thinking, supported: false } },
];

const withModels = (hasKeys = true) => new Player(hasKeys).do({ type: 'models', models });

const sessions: readonly SessionSummary[] = [
  { id: '01B', title: 'second', turns: 1, lastUsedAt: '2026-01-02T00:00:00Z', costUsd: undefined },
  { id: '01A', title: 'first', turns: 3, lastUsedAt: '2026-01-01T00:00:00Z', costUsd: 0.5 },
];

const resumed: ResumedSession = {
  id: '01A',
  title: 'first',
  turns: 3,
  lastUsedAt: '2026-01-01T00:00:00Z',
  costUsd: 0.5,
  messages: 6,
  usage: USAGE,
  cost: { usd: 0.5, isUnknown: false, isEstimate: false },
  systemPrompt: 'Be brief.',
  lastPrompt: 'What?',
  lastAnswer: 'That.',
  notes: ['It ended suddenly.'],
};

describe('a list', () => {
  test('/model begins at the model in force; arrows and Enter choose another', () => {
    const player = withModels().send('/model');
    expect(player.state.picker).toMatchObject({ title: 'Model', index: 0 });

    player.key('down').key('submit');

    expect(player.state.chosenModel).toEqual(models[1]?.ref);
    expect(player.state.picker).toBeUndefined();
    expect(player.told.at(-1)).toBe('notice: acme/large answers from now on.');
  });

  test('from the first entry Up goes to the last', () => {
    const player = withModels().send('/model').key('up').key('submit');

    expect(player.state.chosenModel).toEqual(models[2]?.ref);
  });

  test('what is typed narrows it; the draft stays, and Escape leaves', () => {
    const player = withModels().send('/model').type('BIG');
    expect(player.state.picker).toMatchObject({ filter: 'BIG', index: 0 });
    player.do({ type: 'paste', text: '\u001b[2Jx' });
    expect(player.state.picker?.filter).toBe('BIGx');

    player.key('submit');
    expect(player.state.picker?.filter).toBe('BIGx');
    player.key('stop');

    expect(player.state).toMatchObject({ picker: undefined, chosenModel: undefined });
    expect(player.state.editor.text).toBe('');
  });

  test('Ctrl+C closes it and leaves a running answer alone', () => {
    const player = withModels().send('hi').send('/model').key('interrupt');

    expect(player.state.picker).toBeUndefined();
    expect(player.effects).toEqual([{ type: 'start-turn', prompt: 'hi', typed: 'hi' }]);
  });

  test('/thinking lists what the model declares, and as it is configured', () => {
    const player = withModels().send('/thinking');
    expect(player.state.picker?.items.map(({ label }) => label)).toEqual([
      ...['as configured', 'low', 'high'],
    ]);

    player.type('high').key('submit').send('/thinking');
    expect(player.state).toMatchObject({ chosenThinking: 'high', picker: { index: 2 } });
    player.key('up').key('up').key('submit');

    expect(player.state.chosenThinking).toBeUndefined();
    expect(player.told.at(-1)).toBe('notice: Thinking is as configured.');
  });

  test('a model that declares no thinking is told so instead', () => {
    const player = withModels().send('/model acme/mute').send('/thinking');

    expect(player.state.picker).toBeUndefined();
    expect(player.blocks.at(-1)).toEqual({
      type: 'panel',
      lines: ['Thinking: as configured', 'acme/mute does not think.'],
    });
  });

  test('where keys do not reach the chat it is lines', () => {
    const player = withModels(false).send('/model');

    expect(player.state.picker).toBeUndefined();
    expect(player.blocks.at(-1)?.type).toBe('panel');
  });
});

describe('/system', () => {
  test('shows, sets and removes it', () => {
    const player = new Player().send('/system').send('/system Be brief.').send('/system');
    player.send('/system -').send('/system');

    expect(player.told.filter((line) => line.startsWith('notice'))).toEqual([
      'notice: There is no system prompt.',
      'notice: This is the system prompt from now on.',
      'notice: Be brief.',
      'notice: No system prompt from now on.',
      'notice: There is no system prompt.',
    ]);
    expect(player.effects).toEqual([
      { type: 'set-system-prompt', text: 'Be brief.' },
      { type: 'set-system-prompt', text: undefined },
    ]);
  });
});

describe('/compact', () => {
  const talked = () => new Player().send('hi').events(start, text('Hello.'), end());

  test('asks for a summary, which is what the context holds afterwards', () => {
    const player = talked().send('/compact');
    expect(player.effects.at(-1)).toEqual({ type: 'compact' });
    expect(player.state.turn?.job).toBe('summary');

    player.events(start, text('We said hello.'), end({ text: 'We said hello.' }));

    expect(player.told.slice(-2)).toEqual([
      'answer: We said hello.',
      'notice: From now on the model is sent this summary in place of what was said before.',
    ]);
    expect(player.state.figures.context.usedTokens).toBe(USAGE.outputTokens);
  });

  test.each([
    { name: 'stopped', outcome: { status: 'cancelled', text: 'We' } },
    { name: 'cut', outcome: { status: 'success', incomplete: true, stopReason: 'max_tokens' } },
    { name: 'empty', outcome: { status: 'success', text: '' } },
  ] as const)('one that is $name changes nothing', ({ outcome }) => {
    const player = talked().send('/compact').events(start, end(outcome));

    expect(player.told.at(-1)).toBe('notice: The conversation is as it was.');
    expect(player.state.turn).toBeUndefined();
  });

  test('there is nothing to sum up before the first answer, nor after /clear', () => {
    const player = new Player().send('/compact');
    const cleared = talked().send('/clear').send('/compact');

    for (const { told, effects } of [player, cleared]) {
      expect(told.at(-1)).toBe('notice: There is nothing to sum up yet.');
      expect(effects).not.toContainEqual({ type: 'compact' });
    }
  });
});

describe('/resume', () => {
  test('lists the others; what is chosen is opened, and what is sent meanwhile waits', () => {
    const player = new Player().send('/resume');
    expect(player.effects).toEqual([{ type: 'list-sessions' }]);
    player.do({ type: 'sessions', list: { type: 'listed', sessions } });
    expect(player.state.picker?.items.map(({ label }) => label)).toEqual(['second', 'first']);

    player.key('down').key('submit').send('and now?');
    expect(player.effects.slice(1)).toEqual([{ type: 'resume-session', id: '01A' }]);
    expect(player.state.queue).toEqual(['and now?']);
    player.do({ type: 'resume-result', result: { type: 'resumed', session: resumed } });

    expect(player.told.slice(-6)).toEqual([
      expect.stringMatching(
        /^notice: Resumed "first": 3 turns, last used .*, \$0\.50, 6 messages\.$/,
      ),
      'notice: It ended suddenly.',
      'prompt: What?',
      'gap',
      'answer: That.',
      'prompt: and now?',
    ]);
    expect(player.effects.at(-1)).toEqual({
      type: 'start-turn',
      prompt: 'and now?',
      typed: 'and now?',
    });
  });

  test('its figures and its system prompt are those of the chat from then on', () => {
    const player = new Player().send('hi').events(start, end()).send('/resume 01a');
    player.do({ type: 'resume-result', result: { type: 'resumed', session: resumed } });

    expect(player.state.figures).toMatchObject({ tokens: USAGE, cost: { usd: 0.5 } });
    expect(player.state).toMatchObject({ systemPrompt: 'Be brief.', isEmpty: false });
  });

  test('one that can not be opened leaves everything as it was', () => {
    const player = new Player().send('hi').events(start, end()).send('/resume 01a');
    const before = player.state.figures;
    player.do({ type: 'resume-result', result: { type: 'refused', message: 'In use.' } });

    expect(player.told.at(-1)).toBe('notice: In use.');
    expect(player.state).toMatchObject({ figures: before, isResuming: false });
  });

  test('an answer that runs is not left', () => {
    const player = new Player().send('hi').send('/resume');

    expect(player.told.at(-1)).toBe(
      'notice: An answer is running. Stop it with Esc before /resume.',
    );
  });
});

describe('a wait for the next attempt', () => {
  const retry: TurnEvent = {
    type: 'retry-scheduled',
    attempt: 2,
    maxAttempts: 6,
    delayMs: 17_000,
    category: 'overloaded',
    message: 'busy',
    discardsOutput: false,
  };

  test('Enter on an empty prompt ends it; with text it queues', () => {
    const player = new Player().send('hi').events(start, retry).send('more');
    expect(player.state.queue).toEqual(['more']);

    player.key('submit');

    expect(player.effects.at(-1)).toEqual({ type: 'retry-now' });
  });

  test('without one, Enter on an empty prompt does nothing', () => {
    const player = new Player().send('hi').events(start, retry, start).key('submit');

    expect(player.effects).toEqual([{ type: 'start-turn', prompt: 'hi', typed: 'hi' }]);
  });
});

test('a command of a provider is sent as the message it stands for', () => {
  const expansions = [{ name: 'review', description: 'reviews', template: 'Review {arg}.' }];
  const player = new Player().do({ type: 'expansions', expansions }).type('/rev').key('complete');
  player.send('a.ts').send('/review b.ts');

  expect(player.state.queue).toEqual(['/review b.ts']);
  player.events(start, end());

  // Only what the person typed may name files.
  expect(player.effects).toEqual([
    { type: 'start-turn', prompt: 'Review a.ts.', typed: '/review a.ts' },
    { type: 'start-turn', prompt: 'Review b.ts.', typed: '/review b.ts' },
  ]);
  expect(player.told).toEqual(['prompt: Review a.ts.', 'prompt: Review b.ts.']);
});
