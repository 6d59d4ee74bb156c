import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../src/protocol/stream-event.ts';
import { StreamGuard } from '../../src/sdk/stream-guard.ts';

const START: StreamEvent = { type: 'stream-start', requestId: 'r', correlationIds: {} };
const STOP: StreamEvent = { type: 'stop', reason: 'end_turn' };
const USED_TOOL: StreamEvent = { type: 'stop', reason: 'tool_use' };
const ERROR: StreamEvent = {
  type: 'error',
  error: { category: 'overloaded', message: 'busy', retryable: true },
};
const text = (words: string): StreamEvent => ({ type: 'text-delta', text: words });
const callStart = (id: string, name = 'clock'): StreamEvent => ({
  type: 'tool-call-start',
  id,
  name,
});
const callDelta = (id: string): StreamEvent => ({
  type: 'tool-call-delta',
  id,
  argumentsFragment: '{}',
});
const callDone = (id: string): StreamEvent => ({ type: 'tool-call-done', id });
const usage = (inputTokens: number): StreamEvent => ({
  type: 'usage',
  usage: { inputTokens, outputTokens: 0 },
  rateLimits: [],
});

function watch(events: readonly StreamEvent[]): StreamGuard {
  const guard = new StreamGuard();
  for (const event of events) guard.check(event);
  guard.checkEnd();
  return guard;
}

describe('a stream within the rules passes', () => {
  test.each<{ name: string; events: readonly StreamEvent[] }>([
    { name: 'text and a stop', events: [START, text('a'), usage(3), STOP] },
    { name: 'a lone error', events: [ERROR] },
    { name: 'an error while a tool call is open', events: [callStart('1'), ERROR] },
    {
      name: 'a tool call that the length limit cut',
      events: [callStart('1'), { type: 'stop', reason: 'max_tokens' }],
    },
    {
      name: 'usage before text, and again after it',
      events: [usage(3), text('a'), usage(4), STOP],
    },
    {
      name: 'two interleaved tool calls',
      events: [
        callStart('1'),
        callStart('2'),
        callDelta('2'),
        callDelta('1'),
        callDone('2'),
        callDone('1'),
        USED_TOOL,
      ],
    },
    { name: 'a tool call without arguments', events: [callStart('1'), callDone('1'), USED_TOOL] },
    {
      name: 'a matched stop sequence',
      events: [{ type: 'stop', reason: 'stop_sequence', matchedStopSequence: '' }],
    },
  ])('$name', ({ events }) => {
    expect(watch(events).isOver).toBe(true);
  });
});

describe('a stream that breaks a rule says which', () => {
  test.each<{ events: readonly StreamEvent[]; problem: string }>([
    { events: [], problem: 'the stream ended without a stop or an error' },
    { events: [text('a')], problem: 'the stream ended without a stop or an error' },
    { events: [START, START], problem: 'stream-start came twice' },
    { events: [callStart('')], problem: 'a tool call without an id or a name' },
    { events: [callStart('1', '')], problem: 'a tool call without an id or a name' },
    { events: [callStart('1'), callStart('1')], problem: 'two tool calls with the id "1"' },
    {
      events: [callStart('1'), callDone('1'), callStart('1')],
      problem: 'two tool calls with the id "1"',
    },
    { events: [callDelta('1')], problem: 'arguments for tool call "1", which is not open' },
    { events: [callDone('1')], problem: 'the end of tool call "1", which is not open' },
    {
      events: [callStart('1'), callDone('1'), callDone('1')],
      problem: 'the end of tool call "1", which is not open',
    },
    { events: [callStart('1'), USED_TOOL], problem: 'a stop while tool call "1" is open' },
    { events: [USED_TOOL], problem: 'a stop for tool use without a tool call' },
    {
      events: [{ type: 'stop', reason: 'stop_sequence' }],
      problem: 'a matched stop sequence belongs to the reason stop_sequence',
    },
    {
      events: [{ type: 'stop', reason: 'end_turn', matchedStopSequence: 'END' }],
      problem: 'a matched stop sequence belongs to the reason stop_sequence',
    },
    { events: [usage(-1)], problem: 'a token count of -1' },
    { events: [usage(1.5)], problem: 'a token count of 1.5' },
  ])('$problem', ({ events, problem }) => {
    expect(() => watch(events)).toThrow(`the provider broke the contract: ${problem}`);
  });
});
