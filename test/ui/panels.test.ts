import { expect, test } from 'vitest';
import { formatLocalTime } from '../../src/format/quantities.ts';
import type { ChatAction, ChatState } from '../../src/ui/chat-state.ts';
import { detailLines } from '../../src/ui/notice-text.ts';
import { panelLines } from '../../src/ui/panels.ts';
import { initialState, reduce } from '../../src/ui/reduce.ts';
import type { Panel } from '../../src/ui/slash-result.ts';
import { end, MODEL, start, USAGE } from '../support/chat-script.ts';

const NOW = 1_000_000;
const AS_OF = `(as of ${formatLocalTime(NOW)})`;

const fresh = initialState({}, 79);

const used: ChatState = [
  {
    type: 'models',
    models: [
      {
        ref: MODEL,
        aliases: ['d'],
        contextWindow: 200_000,
        thinking: {
          supported: true,
          effort: { levels: ['low', 'high'], default: 'low' },
          adaptiveByDefault: false,
          disable: 'always',
        },
      },
      { ref: { provider: 'acme', model: 'x' } },
    ],
  },
  { type: 'prompt', text: 'hi' },
  { type: 'turn-event', event: start },
  {
    type: 'turn-event',
    event: {
      type: 'usage',
      usage: USAGE,
      costUsd: 0.0042,
      rateLimits: [
        { kind: 'requests', remaining: 5, limit: 10, resetAtMs: NOW + 40_000, asOfMs: NOW },
        { kind: 'credits', remaining: 3, asOfMs: NOW },
      ],
    },
  } satisfies ChatAction,
].reduce((state, action) => reduce(state, action as ChatAction, NOW).state, initialState({}, 79));

const shown = (panel: Panel, state: ChatState) => panelLines(panel, state, NOW).join('\n');

test.each<{ panel: Panel; text: string }>([
  { panel: 'usage', text: 'No tokens were used yet.' },
  { panel: 'limits', text: 'No vendor has reported a limit yet.' },
  { panel: 'cost', text: 'Cost of this conversation: $0' },
  { panel: 'context', text: 'Nothing of the context window is used yet.' },
  { panel: 'model', text: 'The models are still being asked for.' },
  { panel: 'thinking', text: 'Thinking: as configured' },
])('before anything happened, /$panel says so', ({ panel, text }) => {
  expect(shown(panel, fresh)).toBe(text);
});

test.each<{ panel: Panel; text: string }>([
  {
    panel: 'usage',
    text: [
      'Tokens of this conversation',
      '  [####################] 12.3k in',
      '  [#...................] 678 out',
      '  [###.................] 2k read from cache',
      '  [....................] 90 reasoning',
    ].join('\n'),
  },
  {
    panel: 'limits',
    text: `Limits of example\n  requests 50% left, resets in 40s ${AS_OF}\n  credits 3 left ${AS_OF}`,
  },
  { panel: 'cost', text: 'Cost of this conversation: $0.0042' },
  { panel: 'context', text: 'Context used: [##..................] 8%, 15k of 200k tokens' },
  { panel: 'model', text: 'Models\n* example/demo (d), context 200k\n  acme/x' },
  {
    panel: 'thinking',
    text: 'Thinking: as configured\nexample/demo takes: low (default), high, off',
  },
])('/$panel shows what is known', ({ panel, text }) => {
  expect(shown(panel, used)).toBe(text);
});

test('/limits shows every budget of every provider that was used, each with its time', () => {
  const later = NOW + 5_000;
  const limit = { kind: 'tokens', limitName: 'Tokens', usedPercent: 25, asOfMs: later } as const;
  const fallen = [
    { ...start, attempt: 2, model: { provider: 'acme', model: 'x' } },
    { type: 'usage', usage: USAGE, rateLimits: [limit] } as const,
  ].reduce((state, event) => reduce(state, { type: 'turn-event', event }, later).state, used);

  expect(panelLines('limits', fallen, later)).toEqual([
    'Limits of example',
    `  requests 50% left, resets in 35s ${AS_OF}`,
    `  credits 3 left ${AS_OF}`,
    'Limits of acme',
    `  tokens (Tokens) 75% left (as of ${formatLocalTime(later)})`,
  ]);
});

test('/cost shows the part of the last answer', () => {
  const costs = [0.0012, 0.0036].map((costUsd) => end({ costUsd }));
  const paid = costs.reduce((state, event) => {
    const asked = reduce(state, { type: 'prompt', text: 'hi' }, NOW).state;
    return reduce(asked, { type: 'turn-event', event }, NOW).state;
  }, fresh);

  expect(shown('cost', paid)).toBe(
    'Cost of this conversation: $0.0048\n  [###############.....] 75% for the last answer, $0.0036',
  );
});

test('a price that is unknown is n/a', () => {
  const unknown = reduce(
    used,
    { type: 'turn-event', event: { type: 'usage', usage: USAGE, rateLimits: [] } },
    NOW,
  ).state;

  expect(shown('cost', unknown)).toBe('Cost of this conversation: n/a');
});

test('/help lists every command and key', () => {
  expect(shown('help', fresh)).toMatchInlineSnapshot(`
    "Commands
      /help                  list commands and keys
      /model [ID]            list models, or choose the one that answers next
      /thinking [LEVEL|off]  show or choose how much the model thinks
      /usage                 tokens of this conversation
      /limits                every rate limit that a vendor reported
      /cost                  what this conversation cost
      /context               how full the model's context window is
      /system [TEXT|-]       show the system prompt, set or remove it
      /compact               let a summary by the model stand for what was said
      /resume [ID]           go on with another conversation of this configuration
      /export FILE           write the conversation as Markdown, or as .json
      /clear                 forget the conversation and start anew
      /exit                  leave

    Keys
      Enter                                    send; while an answer runs: send after it
      Shift+Enter, Alt+Enter, Ctrl+J, \\ Enter  new line
      Esc, Ctrl+C                              stop the answer; what came so far stays
      Enter on an empty prompt                 while a call waits to be tried again: try now
      Ctrl+C                                   clear the prompt; twice on an empty one: leave
      Ctrl+D                                   leave, on an empty prompt
      Up, Down, Ctrl+P, Ctrl+N                 earlier prompts
      Ctrl+R                                   search in earlier prompts
      Alt+Up                                   take the last queued message back
      Tab                                      complete a command, a model, or a file behind @
      Ctrl+T                                   show or fold thinking
      Ctrl+O                                   details of the last answer
      Ctrl+G                                   write the prompt in $VISUAL or $EDITOR
      Ctrl+L, Ctrl+Z                           repaint; suspend"
  `);
});

test('where the terminal edits lines, /help names no other keys', () => {
  const text = shown('help', initialState({}, 79, false));

  expect(text).toContain('\\ Enter');
  expect(text).not.toContain('Ctrl+T');
});

test('details name everything that is known of the last answer', () => {
  const lines = detailLines({
    status: 'error',
    text: '',
    usage: USAGE,
    durationMs: 72_000,
    model: MODEL,
    requestId: 'req_1',
    rateLimits: [],
    incomplete: true,
    error: {
      category: 'overloaded',
      message: 'busy',
      retryable: true,
      rawDetail: 'http_status=529',
    },
    failures: [
      {
        attempt: 1,
        model: MODEL,
        error: { category: 'overloaded', message: 'first', retryable: true },
      },
    ],
  });

  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "Details of the last answer
      Model: example/demo
      Ended: error
      Took: 1m 12s
      Tokens: 12.3k in, 678 out
      Cost: n/a
      Request: req_1
      Attempt 1: first
      Error: busy
      Detail: http_status=529"
  `);
});
