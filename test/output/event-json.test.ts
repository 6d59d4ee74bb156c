import { expect, test } from 'vitest';
import { eventJson, initJson, resultJson } from '../../src/output/event-json.ts';
import { createRedactor, createValueRedactor } from '../../src/protocol/redact.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { schemaFaults } from '../support/json-schema.ts';
import {
  emptyOutcome,
  endOf,
  fullError,
  sampleEvents,
  sampleOutcome,
  sampleStart,
} from '../support/sample-events.ts';

const same = (text: string) => text;
const asIs = { redact: same, redactAll: same };
const eventFaults = schemaFaults('turn-event');
const resultFaults = schemaFaults('result');

test.each([...sampleEvents.map((event, index) => ({ name: `${index} ${event.type}`, event }))])(
  'the JSON of event $name follows the published schema',
  ({ event }) => {
    const json = eventJson(event, asIs);

    if (json !== undefined) expect(eventFaults(json)).toEqual([]);
  },
);

test('every kind of event is among the samples', () => {
  // The literal is the contract: a kind that is added must be sampled and published.
  const kinds: Record<TurnEvent['type'], true> = {
    'turn-start': true,
    'stream-start': true,
    'text-delta': true,
    'thinking-delta': true,
    'redacted-thinking': true,
    'tool-call': true,
    'tool-result': true,
    usage: true,
    metadata: true,
    'retry-scheduled': true,
    fallback: true,
    warning: true,
    error: true,
    'turn-end': true,
  };

  const sampled = new Set<string>(['turn-end', ...sampleEvents.map((event) => event.type)]);

  expect([...sampled].sort()).toEqual(Object.keys(kinds).sort());
});

test.each([
  { name: 'success', outcome: sampleOutcome },
  { name: 'nothing at all', outcome: emptyOutcome },
  { name: 'a full error', outcome: { ...emptyOutcome, error: fullError } },
  {
    name: 'a limit',
    outcome: { ...sampleOutcome, status: 'limited' as const, limit: 'cost' as const },
  },
])('the result of $name follows both published schemas', ({ outcome }) => {
  const json = resultJson(endOf(outcome), asIs);

  expect(resultFaults(json)).toEqual([]);
  expect(eventFaults(json)).toEqual([]);
});

test.each([{ value: { n: [1, { deep: 'text' }] } }, { value: null }])(
  'the result holds the value of a structured answer: $value',
  ({ value }) => {
    const json = resultJson(endOf({ ...sampleOutcome, structured: value }), asIs);

    expect(json).toHaveProperty('structured_output', value);
    expect(resultFaults(json)).toEqual([]);
  },
);

test('without a schema there is no structured output', () => {
  expect(resultJson(endOf(sampleOutcome), asIs)).not.toHaveProperty('structured_output');
});

test('no secret stays in a structured answer, also one that JSON escapes', () => {
  const secret = 'top"secret';
  const redact = (text: string) => text.replaceAll(secret, '[redacted]');
  const structured = { [secret]: [secret] };

  const json = resultJson(endOf({ ...sampleOutcome, structured }), { redact, redactAll: redact });

  expect(JSON.stringify(json)).not.toContain('secret');
});

test('the result tells how much of the conversation was sent', () => {
  expect(resultJson(endOf(sampleOutcome), asIs)).toMatchObject({
    context: { messages: 3, tokens: 120, exact: false },
  });
});

test.each([
  { name: 'all', run: sampleStart },
  { name: 'little', run: { workingDirectory: '/', profile: 'default', plugins: [] } },
])('the first line with $name known follows the published schema', ({ run }) => {
  expect(eventFaults(initJson(run, same))).toEqual([]);
});

test('the schema refuses what is no event', () => {
  expect(eventFaults({ type: 'text_delta' })).not.toEqual([]);
  expect(eventFaults({ type: 'text-delta', text: 'x' })).not.toEqual([]);
  expect(eventFaults({ type: 'warning', message: 'x', extra: 1 })).not.toEqual([]);
});

test('events have the names and forms of the command line contract', () => {
  const lines = sampleEvents.map((event) => eventJson(event, asIs));

  expect(lines).toEqual([
    { type: 'turn_start', turn: 1, attempt: 2, provider: 'acme', model: 'vendor/large' },
    { type: 'stream_start', request_id: 'req_1' },
    { type: 'thinking_delta', text: 'hm' },
    // Hidden thinking is content of the message alone.
    undefined,
    { type: 'text_delta', text: 'Hello' },
    { type: 'tool_call', id: 'call_1', name: 'search', arguments: { q: ['cats', { b: null }] } },
    { type: 'tool_result', id: 'call_1', is_error: true, content: 'not available' },
    {
      type: 'usage',
      usage: {
        input_tokens: 1,
        output_tokens: 2,
        cache_read_tokens: 3,
        cache_write_tokens: 4,
        reasoning_tokens: 5,
      },
      cost_usd: 0.0123,
      rate_limits: [
        {
          kind: 'input_tokens',
          limit_id: 'anthropic-ratelimit-input-tokens',
          limit_name: 'Input tokens',
          window_role: 'primary',
          limit: 50_000,
          remaining: 0,
          used_percent: 100,
          window_seconds: 60,
          reset_at: '2026-01-31T10:00:01.5Z',
          as_of: '2026-01-31T10:00:00Z',
        },
        { kind: 'requests', as_of: '2026-01-31T10:00:00Z' },
      ],
    },
    {
      type: 'usage',
      usage: { input_tokens: 1, output_tokens: 0 },
      cost_usd: null,
      rate_limits: [],
    },
    {
      type: 'metadata',
      actual_model: 'large-2',
      service_tier: 'flex',
      rate_limits: [{ kind: 'requests', as_of: '2026-01-31T10:00:00Z' }],
    },
    undefined,
    {
      type: 'retry',
      attempt: 2,
      max_attempts: 6,
      delay_ms: 17_000,
      category: 'rate_limited',
      message: 'acme: too many requests',
      budget: 'input_tokens',
      resets_at: '2026-01-31T10:00:00Z',
      discards_output: true,
    },
    {
      type: 'retry',
      attempt: 2,
      max_attempts: 2,
      delay_ms: 0,
      category: 'provider_crashed',
      message: 'acme: exit code 1',
      discards_output: false,
    },
    {
      type: 'fallback',
      from: 'a/x',
      to: 'b/y',
      reason: 'acme: overloaded',
      skipped: [{ candidate: 'c/z', reason: 'no vision' }],
      discards_output: false,
    },
    { type: 'warning', message: 'careful' },
    {
      type: 'error',
      category: 'rate_limited',
      message: 'acme: too many requests',
      retryable: true,
      retry_after_seconds: 17.5,
      provider: 'acme',
      status: 429,
      vendor_code: 'rate_limit_error',
      request_id: 'req_1',
      raw_detail: 'http_status=429\n{"error":"slow down"}',
    },
    {
      type: 'error',
      category: 'configuration',
      message: 'agent.hcl can not be loaded',
      retryable: false,
      retry_after_seconds: null,
      provider: null,
      status: null,
      vendor_code: null,
      request_id: null,
      raw_detail: null,
    },
  ]);
});

test('a result without anything known says null and leaves counters out', () => {
  expect(resultJson({ ...endOf(emptyOutcome, 3), turns: 0, sessionId: undefined }, asIs)).toEqual({
    type: 'result',
    schema_version: '1.0',
    status: 'error',
    exit_code: 3,
    result: '',
    stop_reason: null,
    turns: 0,
    usage: {},
    cost_usd: null,
    duration_ms: 0,
    session_id: null,
    provider: null,
    model: null,
    request_id: null,
    rate_limits: [],
    incomplete: true,
    limit: null,
    error: {
      category: 'configuration',
      message: 'agent.hcl can not be loaded',
      retryable: false,
      retry_after_seconds: null,
      provider: null,
      status: null,
      vendor_code: null,
      request_id: null,
    },
  });
});

test('no text of others keeps a secret, in whichever field it stands', () => {
  const secret = 'sk-canary-0123';
  const redact = createValueRedactor([secret]);
  const redactors = { redact, redactAll: createRedactor([secret]) };
  const replaced = new Set(['hm', 'Hello', 'req_1', 'call_1', 'search', 'cats', 'not available']);
  const planted = JSON.parse(
    JSON.stringify({ events: sampleEvents, outcome: sampleOutcome, error: fullError }),
    (key, value) => (isForeign(key, value, replaced) ? `${value} ${secret}` : value),
  );

  const lines = [
    ...planted.events.map((event: TurnEvent) => eventJson(event, redactors)),
    resultJson(endOf({ ...planted.outcome, error: planted.error }), redactors),
    initJson({ ...sampleStart, workingDirectory: `/${secret}` }, redact),
  ];

  expect(JSON.stringify(planted)).toContain(secret);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test('an answer may speak of keys, an error may not carry one', () => {
  const spoken = 'Authorization: Bearer abc.def';
  const redactors = { redact: createValueRedactor([]), redactAll: createRedactor([]) };
  const error = { ...fullError, message: spoken, rawDetail: spoken };

  const lines = [
    eventJson({ type: 'text-delta', text: spoken }, redactors),
    eventJson({ type: 'warning', message: spoken }, redactors),
    eventJson({ type: 'error', error }, redactors),
    resultJson(endOf({ ...sampleOutcome, text: spoken, error }), redactors),
  ];

  expect(lines).toMatchObject([
    { text: spoken },
    { message: 'Authorization: ***' },
    { message: 'Authorization: ***', raw_detail: 'Authorization: ***' },
    { result: spoken, error: { message: 'Authorization: ***' } },
  ]);
});

/** Text that a model, a vendor or a provider wrote. */
function isForeign(key: string, value: unknown, known: ReadonlySet<string>): boolean {
  const names = [
    'text',
    'message',
    'reason',
    'content',
    'requestId',
    'rawDetail',
    'vendorCode',
    'limitId',
    'limitName',
    'actualModel',
    'serviceTier',
  ];
  return typeof value === 'string' && (names.includes(key) || known.has(value));
}
