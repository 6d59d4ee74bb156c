import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { cellWidth } from '../../src/ui/cell-width.ts';
import type { ChatAction } from '../../src/ui/chat-state.ts';
import { composeFrame, type LiveView, rowsBelowCursor } from '../../src/ui/live-view.ts';
import { createPalette } from '../../src/ui/palette.ts';
import { initialState, reduce } from '../../src/ui/reduce.ts';
import { end, MODEL, start, text, thinking, USAGE } from '../support/chat-script.ts';
import { foreignControls, HOSTILE, HOSTILE_SHOWN } from '../support/hostile-text.ts';

const NOW = 1_000_000;
const plain = { palette: createPalette(false), hasColor: false, hasLinks: false };

function rowsOf(view: LiveView): readonly string[] {
  const notice = view.notice === undefined ? [] : [view.notice];
  return [
    ...view.thinking,
    ...view.answer,
    ...view.queue,
    ...notice,
    ...view.prompt.rows,
    ...view.status,
  ];
}

const usage: TurnEvent = {
  type: 'usage',
  usage: USAGE,
  costUsd: 1,
  rateLimits: [{ kind: 'requests', usedPercent: 50, resetAtMs: NOW + 60_000, asOfMs: NOW }],
};

const event = (value: TurnEvent): ChatAction => ({ type: 'turn-event', event: value });

const action: fc.Arbitrary<ChatAction> = fc.oneof(
  fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((value) => ({ type: 'text', text: value }) as const),
  fc.constantFrom<ChatAction>(
    { type: 'text', text: 'many\nlines\nof\ntext\n\nhere\n' },
    { type: 'prompt', text: 'go' },
    { type: 'key', action: { type: 'submit' } },
    { type: 'key', action: { type: 'toggle-thinking' } },
    { type: 'key', action: { type: 'up' } },
    { type: 'key', action: { type: 'interrupt' } },
    event(start),
    event(usage),
    event(thinking('a long thought\n'.repeat(20))),
    event(text('a long line of an answer '.repeat(30))),
    event(text('漢字'.repeat(100))),
    event(text('```\n')),
  ),
);

test('whatever is going on, the live region fits into half the window, and the cursor is in it', () => {
  fc.assert(
    fc.property(
      fc.array(action, { maxLength: 30 }),
      fc.integer({ min: 8, max: 100 }),
      fc.integer({ min: 1, max: 40 }),
      (actions, columns, rows) => {
        let state = initialState({ model: MODEL }, columns - 1);
        for (const next of actions) state = reduce(state, next, NOW).state;

        const { view } = composeFrame(state, { columns, rows }, NOW, plain);

        const shown = rowsOf(view);
        expect(shown.length).toBeLessThanOrEqual(Math.max(1, Math.floor(rows / 2)));
        for (const row of shown) expect(cellWidth(row)).toBeLessThan(columns + 1);
        expect(view.prompt.cursorRow).toBeGreaterThanOrEqual(0);
        expect(view.prompt.cursorRow).toBeLessThan(view.prompt.rows.length);
        expect(rowsBelowCursor(view)).toBeLessThan(shown.length);
      },
    ),
  );
});

test('in a window that is large enough everything has its place', () => {
  let state = initialState({ model: MODEL }, 79);
  const actions: ChatAction[] = [
    { type: 'prompt', text: 'go' },
    { type: 'text', text: 'next' },
    { type: 'key', action: { type: 'submit' } },
    { type: 'text', text: 'draft' },
    event(start),
    event(usage),
    event(text('The answer')),
  ];
  for (const next of actions) state = reduce(state, next, NOW).state;

  const { view } = composeFrame(state, { columns: 80, rows: 24 }, NOW, plain);

  expect(rowsOf(view).join('\n')).toMatchInlineSnapshot(`
    "The answer
    Queued: next
    Answering 0s | Esc stops
    > draft
    example/demo | context 15k of 200k (8%)
    tokens in 12.3k out 678 cached 2k reasoning 90 | $1.00
    requests 50% left, resets in 1m"
  `);
});

const key = (type: 'history-search' | 'complete' | 'up' | 'submit'): ChatAction => ({
  type: 'key',
  action: { type },
});

const odd = { provider: 'acme', model: `m-${HOSTILE}` };
const oddModels: ChatAction = {
  type: 'models',
  models: [
    {
      ref: odd,
      thinking: {
        supported: true,
        effort: { levels: [`level-${HOSTILE}`], default: 'low' },
        adaptiveByDefault: false,
        disable: 'always',
      },
    },
  ],
};

const retry: TurnEvent = {
  type: 'retry-scheduled',
  attempt: 2,
  maxAttempts: 6,
  delayMs: 60_000,
  category: 'rate_limited',
  message: 'm',
  budget: `budget-${HOSTILE}`,
  discardsOutput: false,
};

test.each<{
  readonly name: string;
  readonly actions: readonly ChatAction[];
  readonly shown: string;
}>([
  {
    name: 'pasted into a search',
    actions: [key('history-search'), { type: 'paste', text: `p-${HOSTILE}\nq` }],
    shown: `Search: p-${HOSTILE_SHOWN} q`,
  },
  { name: 'of an earlier chat', actions: [key('up')], shown: `> h-${HOSTILE_SHOWN}` },
  {
    name: 'of a file name',
    actions: [
      { type: 'text', text: '@f' },
      { type: 'paths', prefix: 'f', paths: [`f-${HOSTILE}`] },
    ],
    shown: '> @f\n',
  },
  {
    name: 'of a model name that is completed',
    actions: [oddModels, { type: 'text', text: '/model acme/m-' }, key('complete')],
    shown: '> /model acme/m-\n',
  },
  {
    name: 'of a budget',
    actions: [{ type: 'prompt', text: 'go' }, event(start), event(retry)],
    shown: `(budget-${HOSTILE_SHOWN})`,
  },
  {
    name: 'of a level of thinking',
    actions: [
      oddModels,
      event(start),
      { type: 'prompt', text: 'go' },
      event({ type: 'turn-start', turn: 1, attempt: 1, model: odd, contextWindow: 9 }),
      event(end({ model: odd })),
      { type: 'text', text: '/thinking' },
      key('submit'),
      { type: 'text', text: 'level' },
      key('submit'),
    ],
    shown: `(thinking level-${HOSTILE_SHOWN})`,
  },
])('text $name is harmless on screen', ({ actions, shown }) => {
  let state = initialState({ model: MODEL, history: [`h-${HOSTILE}`] }, 199);
  for (const next of actions) state = reduce(state, next, NOW).state;

  const rows = rowsOf(composeFrame(state, { columns: 200, rows: 40 }, NOW, plain).view).join('\n');

  expect(foreignControls(rows)).toEqual([]);
  expect(rows).toContain(shown);
});
