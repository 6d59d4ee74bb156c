import { expect, test } from 'vitest';
import { createStructuredPrinter, valueText } from '../../src/output/structured-printer.ts';
import type { TurnEvent, TurnOutcome } from '../../src/turn/turn-event.ts';
import { MemoryOutput } from '../support/fake-host.ts';
import { printerOptions } from '../support/printer-options.ts';
import { endOf, sampleOutcome } from '../support/sample-events.ts';

const text = (value: string): TurnEvent => ({ type: 'text-delta', text: value });
const THOUGHT: TurnEvent = { type: 'thinking-delta', text: 'hm' };
const SENT_BACK: TurnEvent = { type: 'warning', message: 'It is sent back once.' };

async function show(
  events: readonly TurnEvent[],
  outcome: Partial<TurnOutcome>,
  { secrets = [], stdout = new MemoryOutput() }: { secrets?: string[]; stdout?: MemoryOutput } = {},
) {
  const options = printerOptions(secrets, { stdout });
  const printer = createStructuredPrinter({ ...options, showThinking: true });
  await printer.begin({ workingDirectory: '/', profile: 'default', plugins: [] });
  for (const event of events) await printer.event(event);
  await printer.end(endOf({ ...sampleOutcome, ...outcome }));
  return { stdout: options.stdout.text, stderr: options.stderr.text };
}

test('the value is on stdout once, whatever text led to it; the rest is on stderr', async () => {
  const events = [text('wrong'), SENT_BACK, THOUGHT, text('{"n":[1'), text(',2]}')];

  const shown = await show(events, { text: '{"n":[1,2]}', structured: { n: [1, 2] } });

  expect(shown).toEqual({
    stdout: '{\n  "n": [\n    1,\n    2\n  ]\n}\n',
    stderr: 'Warning: It is sent back once.\nhm\n',
  });
});

test.each([
  { value: null, stdout: 'null\n' },
  { value: false, stdout: 'false\n' },
  { value: '', stdout: '""\n' },
])('$value is a value too', async ({ value, stdout }) => {
  expect((await show([], { structured: value })).stdout).toBe(stdout);
});

test('an answer that is not taken leaves stdout empty and is shown on stderr', async () => {
  const error = {
    category: 'unknown' as const,
    message: 'The answer has another shape.',
    retryable: false,
    advice: 'Ask otherwise.',
  };

  const shown = await show([text('one\u001b[2J')], {
    status: 'error',
    text: 'one\u001b[2J',
    error,
  });

  expect(shown).toEqual({
    stdout: '',
    stderr:
      'The answer, which was not taken:\none\nError: Call failed (unknown)\n  The answer has another shape.\n  Ask otherwise.\n',
  });
});

test('a secret is removed from names and values, also one that JSON escapes', async () => {
  const secret = 'top"secret\\key';

  const { stdout } = await show([], { structured: { [secret]: [secret] } }, { secrets: [secret] });

  expect(stdout).not.toContain('secret');
  expect(JSON.parse(stdout)).toBeTypeOf('object');
});

test('a value is harmless on a terminal, and still the same value', () => {
  const value = { n: '\u202eabc\u009b2J\u001b[2J' };

  const written = valueText(value, (each) => each);

  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(JSON.parse(written)).toEqual(value);
});
