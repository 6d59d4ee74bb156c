import { describe, expect, test } from 'vitest';
import type { TurnEvent, TurnOutcome } from '../../src/turn/turn-event.ts';
import { keyEvent } from '../../src/ui/input-event.ts';
import { actionOf } from '../../src/ui/keymap.ts';
import { NOW, Player } from '../support/chat-player.ts';
import { end, MODEL, start, text, thinking } from '../support/chat-script.ts';

describe('a turn', () => {
  test('what is sent starts a turn and is shown', () => {
    const player = new Player().send('hello');

    expect(player.told).toEqual(['prompt: hello']);
    expect(player.effects).toEqual([{ type: 'start-turn', prompt: 'hello', typed: 'hello' }]);
    expect(player.state.editor.text).toBe('');
  });

  test('thinking folds when the answer starts, and never mixes with it', () => {
    const player = new Player()
      .send('hi')
      .events(
        start,
        thinking('a'),
        thinking('b'),
        text('one '),
        text('two'),
        thinking('c'),
        text('three'),
        end(),
      );

    expect(player.told.slice(1)).toEqual([
      'folded-thinking: ab',
      'gap',
      'answer: one two',
      'folded-thinking: c',
      'gap',
      'answer: three',
    ]);
    expect(player.state.thinking.folded).toBe('ab\n\nc');
  });

  test('empty lines in front of an answer are dropped', () => {
    const player = new Player().send('hi').events(start, text('\n'), text('\n\nx'), end());

    expect(player.told.slice(1)).toEqual(['gap', 'answer: x']);
  });

  test('a warning in the middle stands between the parts of the answer', () => {
    const player = new Player()
      .send('hi')
      .events(start, text('a'), { type: 'warning', message: 'careful' }, text('b'), end());

    expect(player.told.slice(1)).toEqual([
      'gap',
      'answer: a',
      'notice: careful',
      'gap',
      'answer: b',
    ]);
  });

  test('a retry counts down until the next attempt starts', () => {
    const retry: TurnEvent = {
      type: 'retry-scheduled',
      attempt: 2,
      maxAttempts: 6,
      delayMs: 17_000,
      category: 'overloaded',
      message: 'busy',
      requestId: 'req_9',
      discardsOutput: true,
    };
    const player = new Player().send('hi').events(start, text('lost'), retry);

    expect(player.state.turn?.retry).toMatchObject({
      attempt: 2,
      maxAttempts: 6,
      dueAtMs: NOW + 21_000,
    });
    expect(player.told.at(-1)).toBe(
      [
        'notice: Vendor unavailable: busy',
        'From example/demo, request req_9.',
        'Trying again in 17s, attempt 2 of 6. Enter tries now, Esc stops waiting.',
        'Try again later, or add a fallback model to the profile.',
        'The text above is not part of the answer.',
      ].join('\n'),
    );
    expect(player.events(start).state.turn?.retry).toBeUndefined();
  });

  test('a fallback names the model that goes on and those passed over', () => {
    const fallback: TurnEvent = {
      type: 'fallback',
      from: MODEL,
      to: { provider: 'b', model: 'y' },
      reason: 'overloaded',
      skipped: [{ candidate: { provider: 'c', model: 'z' }, reason: 'no vision' }],
      discardsOutput: false,
    };

    expect(new Player().send('hi').events(start, fallback).told.at(-1)).toBe(
      'notice: b/y answers instead of example/demo: overloaded\nPassed over c/z: no vision',
    );
  });

  const error = {
    category: 'auth_error',
    message: 'bad key',
    retryable: false,
    requestId: 'req_1',
  } as const;

  test('an error is shown once, with what to do and the request', () => {
    const shown =
      'notice: Credential refused: bad key\nCheck the key that agent.hcl gives this provider, and what the account may use.\nRequest req_1';
    const failed = end({ status: 'error', text: '', error });

    expect(
      new Player().send('hi').events(start, { type: 'error', error }, failed).told.slice(1),
    ).toEqual([shown]);
    expect(new Player().send('hi').events(start, failed).told.slice(1)).toEqual([shown]);
  });

  test.each<{ outcome: Partial<TurnOutcome>; told: readonly string[] }>([
    { outcome: {}, told: [] },
    {
      outcome: { status: 'cancelled' },
      told: ['notice: Stopped. The answer above is incomplete.'],
    },
    { outcome: { status: 'cancelled', text: '' }, told: ['notice: Stopped.'] },
    {
      outcome: { status: 'limited', limit: 'cost' },
      told: ['notice: The turn reached the limit on money.'],
    },
    {
      outcome: { stopReason: 'max_tokens' },
      told: ['notice: The answer was cut at the limit on output tokens.'],
    },
    { outcome: { text: '' }, told: ['notice: The model sent no text.'] },
  ])('ending with $outcome tells $told', ({ outcome, told }) => {
    expect(new Player().send('hi').events(start, end(outcome)).told.slice(1)).toEqual(told);
  });

  test('late events of a turn that is over change no text', () => {
    const player = new Player().send('hi').events(start, end(), text('late'));

    expect(player.told).toEqual(['prompt: hi']);
  });
});

describe('the queue', () => {
  test('messages follow each other after good ends', () => {
    const player = new Player().send('one').send('two').send('three');
    expect(player.state.queue).toEqual(['two', 'three']);

    player.events(start, end(), start, end());

    expect(player.effects.map((effect) => 'prompt' in effect && effect.prompt)).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(player.state.queue).toEqual([]);
  });

  test.each(['cancelled', 'error', 'limited'] as const)(
    'after %s they come back into the editor',
    (status) => {
      const player = new Player().send('one').send('two').send('three').type('draft');

      player.events(start, end({ status }));

      expect(player.state.editor.text).toBe('two\nthree\ndraft');
      expect(player.state.hint?.text).toBe('What was queued is back in the prompt');
      expect(player.effects).toHaveLength(1);
    },
  );

  test('Alt+Up takes the last one back', () => {
    const player = new Player().send('one').send('two').send('three').key('take-back');

    expect(player.state.queue).toEqual(['two']);
    expect(player.state.editor.text).toBe('three');
  });
});

describe('stopping and leaving', () => {
  test('Escape stops a turn once, and does nothing without one', () => {
    expect(new Player().key('stop').effects).toEqual([]);
    expect(new Player().send('hi').key('stop').key('stop').effects.slice(1)).toEqual([
      { type: 'abort-turn' },
    ]);
  });

  test('Ctrl+C stops, then clears, then asks, then leaves', () => {
    const player = new Player().send('hi').type('draft').key('interrupt');
    expect(player.effects.at(-1)).toEqual({ type: 'abort-turn' });

    player.key('interrupt');
    expect(player.state.editor.text).toBe('');
    player.key('interrupt');
    expect(player.state.hint?.text).toBe('Press Ctrl+C again to exit');
    player.key('interrupt');

    expect(player.effects.at(-1)).toEqual({ type: 'exit', code: 0 });
  });

  test('two seconds later Ctrl+C asks again', () => {
    const player = new Player()
      .key('interrupt')
      .do({ type: 'models', models: [] }, { type: 'models', models: [] });

    expect(player.key('interrupt').effects).toEqual([]);
  });

  test('anything typed in between makes Ctrl+C ask again', () => {
    const player = new Player()
      .key('interrupt')
      .type('x')
      .do({ type: 'key', action: { type: 'edit', command: 'backspace' } });

    expect(player.key('interrupt').effects).toEqual([]);
  });
});

describe('thinking', () => {
  test('that its vendor hides is told where it stood', () => {
    const redacted = { type: 'redacted-thinking' } as const;
    const player = new Player()
      .send('hi')
      .events(start, thinking('deep'), redacted, text('x'), end());

    expect(player.told.slice(-4)).toEqual([
      'folded-thinking: deep',
      'notice: Redacted thinking: its vendor shows none of it',
      'gap',
      'answer: x',
    ]);
  });

  const thought = () => new Player().send('hi').events(start, thinking('deep'), text('x'), end());

  test('Ctrl+T shows what was folded, once', () => {
    const player = thought().key('toggle-thinking');

    expect(player.told.at(-1)).toBe('thinking: deep');
    expect(
      player
        .key('toggle-thinking')
        .key('toggle-thinking')
        .told.filter((line) => line.startsWith('thinking')),
    ).toHaveLength(1);
  });

  test('opened while the answer runs, it follows behind the answer', () => {
    const player = new Player()
      .send('hi')
      .events(start, thinking('deep'), text('x'))
      .key('toggle-thinking');
    expect(player.told.at(-1)).toBe('gap');

    player.events(text('y'), end());

    expect(player.told.slice(-2)).toEqual(['answer: xy', 'thinking: deep']);
  });

  test('kept open, the next thinking stays whole in the scrollback', () => {
    const player = thought()
      .key('toggle-thinking')
      .send('again')
      .events(start, thinking('more'), text('z'), end());

    expect(player.told.slice(-3)).toEqual(['thinking: more', 'gap', 'answer: z']);
  });

  test('while it streams, Ctrl+T folds it', () => {
    const player = new Player().send('hi').events(start, thinking('deep')).key('toggle-thinking');

    expect(player.state.thinking.mode).toBe('folded');
  });
});

describe('pastes', () => {
  const large = 'x\n'.repeat(20);

  test('a large one is a marker until it is sent', () => {
    const player = new Player().type('see ').do({ type: 'paste', text: large });
    expect(player.state.editor.text).toBe('see [Pasted text 1, 21 lines]');

    player.key('submit');

    expect(player.remembered).toEqual([`see ${large}`]);
    expect(player.effects).toMatchObject([{ type: 'start-turn', prompt: `see ${large}` }]);
    expect(player.effects).toMatchObject([{ typed: expect.stringContaining('[Pasted text') }]);
    expect(player.told).toEqual(['prompt: see [Pasted text 1, 21 lines]']);
  });

  test('each marker stands for its paste, also twice, and a paste that holds one for itself', () => {
    const player = new Player().do({ type: 'paste', text: large });
    const quoting = `[Pasted text 1, 21 lines]\n[Pasted text 2, 22 lines]\n${large}`;
    const marker = '[Pasted text 2, 23 lines]';
    player.do({ type: 'paste', text: quoting }).type(marker).key('submit');

    expect(player.remembered).toEqual([large + quoting + quoting]);
  });

  test('Backspace takes the marker whole', () => {
    const player = new Player().type('a').do({ type: 'paste', text: large });

    player.do({ type: 'key', action: { type: 'edit', command: 'backspace' } });

    expect(player.state.editor.text).toBe('a');
  });

  test('what is pasted is harmless and never sent by itself', () => {
    const player = new Player().do({ type: 'paste', text: 'a\u001b[2Jb\n' });

    expect(player.state.editor.text).toBe('ab\n');
    expect(player.effects).toEqual([]);
  });
});

describe('commands', () => {
  test('they run at once, also while an answer is running', () => {
    const player = new Player().send('hi').send('/cost');

    expect(player.blocks.at(-1)).toEqual({
      type: 'panel',
      lines: ['Cost of this conversation: $0'],
    });
    expect(player.state.queue).toEqual([]);
  });

  test('/clear forgets the conversation, but not while an answer is running', () => {
    const player = new Player().send('hi').send('/clear');
    expect(player.effects.at(-1)).toMatchObject({ type: 'start-turn', prompt: 'hi' });

    player.events(start, end()).send('/clear');

    expect(player.effects.at(-1)).toEqual({ type: 'clear-conversation' });
    expect(player.state.figures.context.usedTokens).toBeUndefined();
  });

  test('Tab completes, and lists what could be meant', () => {
    const player = new Player().type('/he').key('complete');
    expect(player.state.editor.text).toBe('/help ');

    const several = new Player().type('/co').key('complete');
    expect(several.state.hint?.text).toBe('/cost  /context  /compact');
  });

  test('Tab behind an @ asks for paths, and goes on as far as they agree', () => {
    const player = new Player().type('see @no').key('complete');
    expect(player.effects).toEqual([{ type: 'complete-path', prefix: 'no' }]);

    player.do({ type: 'paths', prefix: 'no', paths: ['notes/', 'notes.txt'] });
    expect(player.state.editor.text).toBe('see @notes');

    player.do({ type: 'paths', prefix: 'notes', paths: ['notes/', 'notes.txt'] });
    expect(player.state.hint?.text).toBe('notes/  notes.txt');

    player.do({ type: 'paths', prefix: 'notes', paths: ['notes/'] });
    expect(player.state.editor.text).toBe('see @notes/');

    player.do({ type: 'paths', prefix: 'notes/', paths: ['notes/a.txt'] });
    expect(player.state.editor.text).toBe('see @notes/a.txt ');
  });

  test('paths that come too late change nothing', () => {
    const player = new Player().type('@a').key('complete').type('b');

    player.do({ type: 'paths', prefix: 'a', paths: ['abc'] });

    expect(player.state.editor.text).toBe('@ab');
  });
});

describe('history', () => {
  test('Ctrl+R finds an earlier prompt while it is typed; Escape gives the draft back', () => {
    const player = new Player()
      .send('fix the bug')
      .events(start, end())
      .send('other')
      .events(start, end());
    player.type('draft').key('history-search').type('BUG');
    expect(player.state.editor.text).toBe('fix the bug');

    expect(player.type('?').state.search?.isExhausted).toBe(true);
    expect(player.key('stop').state.editor.text).toBe('draft');
  });

  test('Enter sends what was found', () => {
    const player = new Player().send('fix the bug').events(start, end());

    player.key('history-search').type('fix').key('submit');

    expect(player.effects.at(-1)).toMatchObject({ type: 'start-turn', prompt: 'fix the bug' });
  });

  test('Up on the first row recalls, within the text it moves', () => {
    const player = new Player().send('one').events(start, end()).type('a\nb').key('up');
    expect(player.state.editor.text).toBe('a\nb');

    expect(player.key('up').state.editor.text).toBe('one');
    expect(player.key('down').state.editor.text).toBe('a\nb');
  });
});

test.each([
  { key: keyEvent('enter'), action: 'submit' },
  { key: keyEvent('enter', { ctrl: false, alt: false, shift: true }), action: 'newline' },
  { key: keyEvent('c', { ctrl: true, alt: false, shift: false }), action: 'interrupt' },
  { key: keyEvent('c', { ctrl: true, alt: false, shift: true }), action: 'interrupt' },
  { key: keyEvent('up', { ctrl: false, alt: true, shift: false }), action: 'take-back' },
  { key: keyEvent('q', { ctrl: true, alt: false, shift: false }), action: undefined },
])('$key.name with its modifiers is $action', ({ key, action }) => {
  expect(actionOf(key)?.type).toBe(action);
});
