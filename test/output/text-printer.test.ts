import { expect, test } from 'vitest';
import { createTextPrinter, type TextPrinterOptions } from '../../src/output/text-printer.ts';
import type { TurnEvent, TurnOutcome } from '../../src/turn/turn-event.ts';
import { MemoryOutput } from '../support/fake-host.ts';
import { printerOptions } from '../support/printer-options.ts';
import { emptyOutcome, endOf, fullError, sampleOutcome } from '../support/sample-events.ts';

interface Shown {
  readonly stdout: string;
  readonly stderr: string;
}

async function show(
  events: readonly TurnEvent[],
  outcome: TurnOutcome = sampleOutcome,
  options: Partial<TextPrinterOptions> & { secrets?: readonly string[] } = {},
): Promise<Shown> {
  const outputs = printerOptions(options.secrets);
  const { stdout, stderr } = { ...outputs, ...options };
  const printer = createTextPrinter({ ...outputs, ...options });
  await printer.begin({ workingDirectory: '/', profile: 'default', plugins: [] });
  for (const event of events) await printer.event(event);
  await printer.end(endOf(outcome));
  return {
    stdout: stdout instanceof MemoryOutput ? stdout.text : '',
    stderr: stderr instanceof MemoryOutput ? stderr.text : '',
  };
}

const text = (value: string): TurnEvent => ({ type: 'text-delta', text: value });
const thinking = (value: string): TurnEvent => ({ type: 'thinking-delta', text: value });
const retry = (discardsOutput: boolean): TurnEvent => ({
  type: 'retry-scheduled',
  attempt: 2,
  maxAttempts: 6,
  delayMs: 17_000,
  category: 'rate_limited',
  message: 'acme: slow down',
  budget: 'input_tokens',
  discardsOutput,
});

test('the answer and one newline are on stdout, nothing on stderr', async () => {
  expect(await show([thinking('hm'), text('Hel'), text('lo')])).toEqual({
    stdout: 'Hello\n',
    stderr: '',
  });
});

test('an answer is neither trimmed nor completed', async () => {
  expect((await show([text(' {"a":1}\n')])).stdout).toBe(' {"a":1}\n\n');
});

test('an empty answer is one newline', async () => {
  expect((await show([], { ...sampleOutcome, text: '' })).stdout).toBe('\n');
});

test('an error without text leaves stdout empty', async () => {
  const shown = await show([], { ...emptyOutcome, error: fullError });

  expect(shown.stdout).toBe('');
  expect(shown.stderr).toBe(
    [
      'Error: Rate limit reached (rate_limited)',
      '  acme: too many requests',
      '  The vendor asks to wait 18s.',
      '  Request id: req_1',
      '  Wait until the limit resets, or add a fallback model to the profile.',
      '',
    ].join('\n'),
  );
});

test('an error after text keeps the text, ends its line and says that it is incomplete', async () => {
  const shown = await show([text('half')], { ...emptyOutcome, text: 'half', error: fullError });

  expect(shown.stdout).toBe('half\n');
  expect(shown.stderr).toContain('The answer is incomplete.');
});

test('a retry is told, and text that does not count is set apart', async () => {
  const quietly = await show([retry(false), text('Hello')]);
  const visibly = await show([text('wro'), retry(true), text('Hello')]);

  expect(quietly.stdout).toBe('Hello\n');
  expect(quietly.stderr).toBe(
    'Rate limit reached (input_tokens): trying again in 17s, attempt 2 of 6. acme: slow down\n',
  );
  expect(visibly.stdout).toBe('wro\nHello\n');
  expect(visibly.stderr).toContain('The text so far is not part of the answer.');
});

test('a fallback names both models and who was passed over', async () => {
  const fallback: TurnEvent = {
    type: 'fallback',
    from: { provider: 'a', model: 'x' },
    to: { provider: 'b', model: 'y' },
    reason: 'a: overloaded',
    skipped: [{ candidate: { provider: 'c', model: 'z' }, reason: 'no vision' }],
    discardsOutput: false,
  };

  expect((await show([fallback, text('Hello')])).stderr).toBe(
    'Going on with b/y instead of a/x: a: overloaded\nPassed over: c/z (no vision).\n',
  );
});

test.each<{ name: string; outcome: Partial<TurnOutcome>; expected: string }>([
  {
    name: 'the output limit',
    outcome: { stopReason: 'max_tokens', incomplete: true },
    expected: 'Note: the answer was cut at the output limit (max_tokens).\n',
  },
  {
    name: 'a cancellation',
    outcome: { status: 'cancelled', incomplete: true },
    expected: 'Cancelled; the answer is incomplete.\n',
  },
  {
    name: 'the time limit',
    outcome: { status: 'limited', limit: 'time', incomplete: true },
    expected: 'Ended by the time limit; the answer is incomplete.\n',
  },
  {
    name: 'a cost limit passed by a whole answer',
    outcome: { status: 'limited', limit: 'cost' },
    expected: 'Ended by the cost limit.\n',
  },
])('$name is told on stderr', async ({ outcome, expected }) => {
  expect((await show([text('Hello')], { ...sampleOutcome, ...outcome })).stderr).toBe(expected);
});

test('thinking is shown on stderr when asked for, apart from all else', async () => {
  const warning: TurnEvent = { type: 'warning', message: 'careful' };
  const events = [thinking('let me '), thinking('see'), text('Hello'), thinking('more'), warning];

  expect(await show(events, sampleOutcome, { showThinking: true })).toEqual({
    stdout: 'Hello\n',
    stderr: 'let me see\nmore\nWarning: careful\n',
  });
});

test('thinking that its vendor hides is shown as such, when thinking is asked for', async () => {
  const events = [thinking('hm'), { type: 'redacted-thinking' } as const, text('Hello')];

  expect((await show(events, sampleOutcome, { showThinking: true })).stderr).toBe(
    'hm\n[redacted thinking]\n',
  );
  expect(await show(events)).toEqual({ stdout: 'Hello\n', stderr: '' });
});

test('quiet keeps errors only', async () => {
  const events = [retry(false), text('half')];

  const shown = await show(events, { ...emptyOutcome, text: 'half' }, { quiet: true });

  expect(shown.stderr).toMatch(/^Error: Configuration not usable \(configuration\)\n/);
});

test('a terminal gets no control sequence, a pipe the text as it is', async () => {
  const events = [text('\u001b[31mred\u202e'), text('\u001b]0;title\u0007!')];
  const terminal = new MemoryOutput({ isTerminal: true });

  const piped = await show(events);
  const seen = await show(events, sampleOutcome, { stdout: terminal });

  expect(piped.stdout).toBe('\u001b[31mred\u202e\u001b]0;title\u0007!\n');
  expect(seen.stdout).toBe('red!\n');
});

test('on one screen a notice begins a line of its own', async () => {
  const shown = await show([text('Hel'), { type: 'warning', message: 'careful' }], sampleOutcome, {
    stdout: new MemoryOutput({ isTerminal: true }),
    stderr: new MemoryOutput({ isTerminal: true }),
  });

  expect(shown.stderr).toBe('\nWarning: careful\n');
});

test('no secret leaves, cut over deltas, joined by a removed control, or in a notice', async () => {
  const secret = 'sk-canary-0123';
  const events = [
    text('sk-ca'),
    text('nary-0123.'),
    text('sk-can\u001b[0mary-0123.'),
    { type: 'warning' as const, message: `key ${secret} and sk-canary\u001b[1m-0123` },
  ];
  const screens = {
    secrets: [secret],
    stdout: new MemoryOutput({ isTerminal: true }),
    stderr: new MemoryOutput({ isTerminal: true }),
  };

  const shown = await show(events, sampleOutcome, screens);

  expect(shown.stdout).toBe('***.***.\n');
  expect(shown.stderr).toBe('\nWarning: key *** and ***\n');
});

test('writing waits for a slow reader', async () => {
  const options = printerOptions();
  const printer = createTextPrinter(options);
  const release = options.stdout.block();
  let isTaken = false;

  const writing = printer.event(text('a')).then(() => {
    isTaken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  const before = isTaken;
  release();
  await writing;

  expect({ before, after: isTaken }).toEqual({ before: false, after: true });
});
