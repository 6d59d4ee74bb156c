import { describe, expect, test } from 'vitest';
import { end, start, text, thinking, USAGE } from '../support/chat-script.ts';
import { ptyChats } from '../support/pty-chat.ts';

const chat = ptyChats();

const ESC = '\u001b';
const READY = 'Write a message';

describe('a turn', () => {
  test('streams, its thinking folds, and the footer shows tokens, cost and a limit', async () => {
    const view = chat({
      turns: [
        [
          start,
          thinking('First I look around.'),
          { waitMs: 300 },
          text('The answer '),
          { waitMs: 150 },
          text('is 42.'),
          {
            type: 'usage',
            usage: USAGE,
            costUsd: 0.0042,
            rateLimits: [
              {
                kind: 'input_tokens',
                limit: 100,
                remaining: 45,
                resetAtMs: Date.now() + 60_000,
                asOfMs: Date.now(),
              },
            ],
          },
          end(),
        ],
      ],
    });
    await view.shows(READY);

    view.type('hello\r');

    await view.shows('| First I look around.');
    await view.shows('Thinking');
    await view.shows('Thought for');
    await view.shows('The answer is 42.');
    expect(view.count('First I look')).toBe(0);
    await view.shows('context 15k of 200k (8%)');
    await view.shows('tokens in 12.3k out 678 cached 2k reasoning 90');
    await view.shows('$0.0042');
    await view.until(() =>
      view.lines().some((line) => /input tokens 45% left, resets in \d/.test(line)),
    );
    expect(view.count('> hello')).toBe(1);
  });

  test('Ctrl+T shows what was thought, behind the answer', async () => {
    const view = chat({
      initialPrompt: 'hi',
      turns: [[start, thinking('Deep thought.'), text('Done.'), end()]],
    });
    await view.shows('Done.');
    await view.shows(READY);

    view.type('\u0014');

    await view.shows('| Deep thought.');
    const lines = view.lines();
    expect(lines.indexOf('Done.')).toBeLessThan(lines.indexOf('| Deep thought.'));
  });

  test('waiting to retry shows why, how long and which attempt, and can be stopped', async () => {
    const view = chat({
      initialPrompt: 'hi',
      turns: [
        [
          start,
          {
            type: 'retry-scheduled',
            attempt: 2,
            maxAttempts: 6,
            delayMs: 17_000,
            category: 'rate_limited',
            message: 'example: too many requests',
            budget: 'input_tokens',
            discardsOutput: false,
          },
          { untilAborted: true },
          end({ status: 'cancelled', text: '' }),
        ],
      ],
    });

    await view.shows('! Rate limit reached (input tokens): example: too many requests');
    await view.until(() =>
      view
        .lines()
        .some((line) => /Rate limit reached \(input tokens\): attempt 2 of 6 in 1\ds/.test(line)),
    );
    view.type('\u0003');

    await view.shows('! Stopped.');
  });

  test('events that break off are reported and the chat goes on', async () => {
    const view = chat({
      initialPrompt: 'one',
      turns: [
        [start, text('Half'), { throw: 'engine broke' }],
        [start, text('Whole'), end()],
      ],
    });
    await view.shows('! engine broke');

    view.type('two\r');

    await view.shows('Whole');
  });
});

describe('pastes', () => {
  test('a large paste is folded and sent whole', async () => {
    const view = chat({ echoesPrompt: true, turns: [[start, end()]] });
    await view.shows(READY);
    const pasted = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\r');

    view.type(`${ESC}[200~${pasted}${ESC}[201~`);
    await view.shows('[Pasted text 1, 12 lines]');
    view.type('\r');

    await view.shows('line 0\\nline 1');
    await view.shows('line 11');
  });
});

describe('the editor', () => {
  test('the real cursor stands behind wide and combining characters', async () => {
    const view = chat({});
    await view.shows(READY);

    view.type('a漢字e\u0301\u001b[D');
    await view.shows('> a漢字e\u0301');

    await view.until(() => view.terminal.buffer.active.cursorX === 2 + 1 + 4);
    const { cursorY, baseY } = view.terminal.buffer.active;
    expect(view.lines()[baseY + cursorY]).toBe('> a漢字e\u0301');
  });

  test('Ctrl+D leaves on an empty prompt only', async () => {
    const view = chat({});
    await view.shows(READY);

    view.type('x\u0004');
    await view.shows('> x');
    view.type('\u007f');
    await view.shows(READY);
    view.type('\u0004');

    expect(await view.exited).toBe(0);
  });
});

test('commands choose model and thinking for the next turn', async () => {
  const view = chat({
    echoesPrompt: true,
    models: [
      { ref: { provider: 'example', model: 'demo' } },
      {
        ref: { provider: 'acme', model: 'large' },
        contextWindow: 1_000,
        thinking: {
          supported: true,
          effort: { levels: ['low', 'high'], default: 'low' },
          adaptiveByDefault: false,
          disable: 'always',
        },
      },
    ],
    turns: [[start, end()]],
  });
  await view.shows(READY);

  view.type('/modle\r');
  await view.shows('There is no command /modle. Did you mean /model?');
  view.type('/model large\r');
  await view.shows('acme/large answers from now on.');
  view.type('/thinking max\r');
  await view.shows('acme/large has no level "max". It has: low, high.');
  view.type('/thinking high\r');
  await view.shows('Thinking: high.');
  await view.shows('acme/large (thinking high)');
  view.type('go\r');

  await view.shows('"model":{"provider":"acme","model":"large"},"thinking":"high"');
});
