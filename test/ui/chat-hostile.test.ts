import { describe, expect, test } from 'vitest';
import type { TurnError } from '../../src/turn/turn-event.ts';
import { end, start, text, thinking } from '../support/chat-script.ts';
import { foreignControls, HOSTILE, HOSTILE_PARTS, HOSTILE_SHOWN } from '../support/hostile-text.ts';
import { ptyChats } from '../support/pty-chat.ts';

const chat = ptyChats();

const READY = 'Write a message';
const named = { provider: 'acme', model: `m-${HOSTILE}` };

const failure: TurnError = {
  category: 'rate_limited',
  message: `failed: ${HOSTILE}`,
  retryable: true,
  requestId: `r-${HOSTILE}`,
  rawDetail: `raw: ${HOSTILE}`,
};

test('nothing of an event reaches the terminal as a command, whatever it is part of', async () => {
  const view = chat(
    {
      initialPrompt: 'go',
      turns: [
        [
          { type: 'turn-start', turn: 1, attempt: 1, model: named, contextWindow: 9 },
          ...HOSTILE_PARTS.map(thinking),
          ...HOSTILE_PARTS.flatMap((part) => [text(part), { waitMs: 45 }]),
          { type: 'tool-call', id: '1', name: `tool-${HOSTILE}`, arguments: {} },
          { type: 'tool-result', id: '1', isError: true, content: `result-${HOSTILE}` },
          { type: 'warning', message: `warning-${HOSTILE}` },
          {
            type: 'metadata',
            metadata: { rateLimits: [], attrs: {} },
            rateLimits: [
              { kind: 'requests', limitName: `limit-${HOSTILE}`, usedPercent: 50, asOfMs: 1 },
            ],
          },
          {
            type: 'retry-scheduled',
            attempt: 2,
            maxAttempts: 6,
            delayMs: 50,
            category: 'rate_limited',
            message: failure.message,
            requestId: failure.requestId,
            budget: `budget-${HOSTILE}`,
            discardsOutput: true,
          },
          {
            type: 'fallback',
            from: named,
            to: named,
            reason: `reason-${HOSTILE}`,
            skipped: [{ candidate: named, reason: `skipped-${HOSTILE}` }],
            discardsOutput: false,
          },
          { type: 'error', error: failure },
          end({ status: 'error', text: '', model: named, error: failure }),
        ],
      ],
      models: [{ ref: named, aliases: [`alias-${HOSTILE}`] }],
      sessions: [
        { id: '01A', title: `title-${HOSTILE}`, turns: 1, lastUsedAt: HOSTILE, costUsd: undefined },
      ],
    },
    { columns: 200, rows: 50 },
  );
  await view.shows(`failed: ${HOSTILE_SHOWN}`);
  await view.shows(READY);

  view.type('\u000f');
  await view.shows(`Detail: raw: ${HOSTILE_SHOWN}`);
  view.type('/limits\r');
  await view.shows(`Limits of acme`);
  view.type('/model\r');
  await view.shows(`alias-${HOSTILE_SHOWN}`);
  view.type('\u001b');
  await view.shows(READY);
  view.type('/resume\r');
  await view.shows(`title-${HOSTILE_SHOWN}`);

  expect(foreignControls(view.bytes)).toEqual([]);
  const shown = view.lines().join('\n');
  for (const name of [
    ...['tool-', 'result-', 'warning-', 'limit-', 'r-', 'budget-', 'reason-', 'skipped-', 'm-'],
    'title-',
  ]) {
    expect(shown).toContain(name + HOSTILE_SHOWN);
  }
});

describe('what a person types or pastes', () => {
  test('is harmless in the editor, the queue and the transcript', async () => {
    const view = chat({
      initialPrompt: 'go',
      turns: [
        [start, { waitMs: 400 }, end()],
        [start, text('Second.'), end()],
      ],
    });
    await view.shows('> go');

    view.type(`\u001b[200~p-${HOSTILE.replace('\r', '')}\u001b[201~`);
    await view.shows(`> p-${HOSTILE_SHOWN}`);
    view.type('\r');
    await view.shows(`Queued: p-${HOSTILE_SHOWN}`);
    await view.shows('Second.');

    expect(foreignControls(view.bytes)).toEqual([]);
    expect(view.lines()).toContain(`> p-${HOSTILE_SHOWN}`);
  });
});
