import { isDeepStrictEqual } from 'node:util';
import type { ProviderEvent } from '../../src/protocol/model-provider.ts';
import type { RateLimitSnapshot } from '../../src/protocol/rate-limit.ts';
import type { ExpectedLimit, ExpectedOutcome, UsageCounter } from './fixture-cases.ts';

/** When the response was asked for and when all of it had arrived, milliseconds since the epoch. */
export interface Moments {
  readonly askedMs: number;
  readonly doneMs: number;
}

type EventOf<Type extends ProviderEvent['type']> = Extract<ProviderEvent, { readonly type: Type }>;

/** Where a completion differs from what it must be; empty when it is right. */
export function differences(
  events: readonly ProviderEvent[],
  expected: ExpectedOutcome,
  moments: Moments,
): readonly string[] {
  return [
    ...terminalFaults(events),
    ...textFaults(events, expected),
    ...thoughtFaults(events, expected),
    ...toolFaults(events, expected),
    ...usageFaults(events, expected),
    ...endFaults(events, expected),
    ...identityFaults(events, expected),
    ...limitFaults(events, expected, moments),
  ];
}

function of<Type extends ProviderEvent['type']>(events: readonly ProviderEvent[], type: Type) {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

function fault(what: string, found: unknown, wanted: unknown): readonly string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  return [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
}

/** Exactly one, and the last. */
function terminalFaults(events: readonly ProviderEvent[]): readonly string[] {
  const terminals = events.filter(({ type }) => ['stop', 'error', 'crash'].includes(type));
  return fault('terminal events', terminals.length, 1).concat(
    fault('the last event is terminal', terminals.at(-1) === events.at(-1), true),
  );
}

/** Separators between parts are free, so white space is not compared. */
function textFaults(
  events: readonly ProviderEvent[],
  expected: ExpectedOutcome,
): readonly string[] {
  const joined = (type: 'text-delta' | 'thinking-delta') =>
    bare(
      of(events, type)
        .map(({ text }) => text)
        .join(''),
    );
  return [
    ...fault('text', joined('text-delta'), bare(expected.text)),
    ...fault('thinking', joined('thinking-delta'), bare(expected.thinking)),
  ];
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function thoughtFaults(
  events: readonly ProviderEvent[],
  { thinking_blocks, opaque_reasoning_blocks, signatures }: ExpectedOutcome,
): readonly string[] {
  const tokens = events.flatMap((event) => {
    if (event.type === 'thinking-signature') return [utf8(event.signature)];
    return event.type === 'redacted-thinking' ? [utf8(event.data)] : [];
  });
  const wanted = thinking_blocks?.map((block) => block['signature'] ?? block['data']);
  const lengths = signatures?.map(({ chars }) => chars);
  return [
    ...(wanted === undefined ? [] : fault('opaque tokens', tokens, wanted)),
    ...(opaque_reasoning_blocks === undefined
      ? []
      : fault('number of opaque tokens', tokens.length, opaque_reasoning_blocks)),
    ...(lengths === undefined
      ? []
      : fault(
          'lengths of opaque tokens',
          tokens.map(({ length }) => length),
          lengths,
        )),
  ];
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function toolFaults(
  events: readonly ProviderEvent[],
  { tool_calls }: ExpectedOutcome,
): readonly string[] {
  const done = new Set(of(events, 'tool-call-done').map(({ id }) => id));
  const begun = of(events, 'tool-call-start');
  // What a failure cut off is no call.
  const starts = begun.filter(({ id }) => done.has(id));
  const isWhole = of(events, 'stop').length > 0;
  const calls = starts.map(({ id, name }, index) => {
    const fragments = of(events, 'tool-call-delta').filter((delta) => delta.id === id);
    const text = fragments.map(({ argumentsFragment }) => argumentsFragment).join('');
    // An id the case does not name is the provider's own.
    const named = tool_calls[index]?.id === undefined ? {} : { id };
    return { ...named, name, arguments: JSON.parse(text === '' ? '{}' : text) };
  });
  const ids = starts.map(({ id }) => id);
  const wanted = tool_calls.map(({ id, name, arguments: input }) => ({
    ...(id === undefined ? {} : { id }),
    name,
    arguments: input,
  }));
  return [
    ...fault('tool calls', calls, wanted),
    ...(isWhole ? fault('calls completed', starts.length, begun.length) : []),
    ...fault('different call ids', new Set(ids).size, ids.length),
  ];
}

function usageFaults(
  events: readonly ProviderEvent[],
  expected: ExpectedOutcome,
): readonly string[] {
  const last = of(events, 'usage').at(-1)?.usage;
  if (expected.usage === null) return fault('usage', last, undefined);
  const found: Record<UsageCounter, number | undefined> = {
    input: last?.inputTokens,
    output: last?.outputTokens,
    cache_read: last?.cacheReadTokens ?? 0,
    cache_write: last?.cacheWriteTokens ?? 0,
    reasoning: last?.reasoningTokens ?? 0,
  };
  const wanted = Object.entries(expected.usage).map(([name, value]) => [name, value ?? 0]);
  const isNegative = Object.values(found).some((value) => (value ?? 0) < 0);
  return [
    ...fault('usage', found, { ...found, ...Object.fromEntries(wanted) }),
    ...fault('a counter below zero', isNegative, false),
  ];
}

function endFaults(events: readonly ProviderEvent[], expected: ExpectedOutcome): readonly string[] {
  const reason = of(events, 'stop').at(-1)?.reason ?? null;
  const error = of(events, 'error').at(-1)?.error;
  if (error !== undefined && error.category === expected.accept_error_category) return [];
  const reasons = expected.stop_any_of ?? [expected.stop];
  const wait = expected.retry_after_ms ?? secondsToMs(expected.retry_after_seconds);
  const isWaitJudged = 'retry_after_ms' in expected || 'retry_after_seconds' in expected;
  return [
    ...(reason !== null && reasons.includes(reason) ? [] : fault('stop', reason, expected.stop)),
    ...fault('error category', error?.category ?? null, expected.error_category),
    ...(expected.retryable === undefined
      ? []
      : fault('retryable', error?.retryable, expected.retryable)),
    ...(isWaitJudged ? fault('retry after', error?.retryAfterMs, wait ?? undefined) : []),
  ];
}

function secondsToMs(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : Math.round(seconds * 1000);
}

function identityFaults(
  events: readonly ProviderEvent[],
  { request_id, response_id, model }: ExpectedOutcome,
): readonly string[] {
  const [start] = of(events, 'stream-start');
  const metadata = of(events, 'metadata').map((event) => event.metadata);
  const known = [
    start?.requestId,
    ...Object.values(start?.correlationIds ?? {}),
    ...metadata.flatMap(({ attrs }) => Object.values(attrs)),
  ];
  const models = metadata.flatMap(({ actualModel }) => actualModel ?? []);
  return [
    ...(request_id === undefined ? [] : fault('request id', start?.requestId, request_id)),
    ...(response_id ? fault(`response id ${response_id}`, known.includes(response_id), true) : []),
    ...(model ? fault('model', models.at(-1), model) : []),
    ...(start === undefined ? [] : fault('first event', events[0]?.type, 'stream-start')),
  ];
}

function limitFaults(
  events: readonly ProviderEvent[],
  { rate_limits }: ExpectedOutcome,
  moments: Moments,
): readonly string[] {
  if (rate_limits === undefined) return [];
  const found = of(events, 'metadata').flatMap(({ metadata }) => metadata.rateLimits);
  const names = (limits: readonly (string | undefined)[]) => [...limits].sort();
  return [
    ...fault(
      'rate limits',
      names(found.map(({ limitId }) => limitId)),
      names(rate_limits.map(({ name }) => name)),
    ),
    ...rate_limits.flatMap((limit) => {
      const snapshot = found.find(({ limitId }) => limitId === limit.name);
      return snapshot === undefined ? [] : snapshotFaults(snapshot, limit, moments);
    }),
  ];
}

function snapshotFaults(
  { limit, remaining, resetAtMs }: RateLimitSnapshot,
  wanted: ExpectedLimit,
  { askedMs, doneMs }: Moments,
): readonly string[] {
  const after = wanted.reset_after_ms ?? undefined;
  const isInTime =
    after === undefined ||
    (resetAtMs !== undefined && resetAtMs >= askedMs + after && resetAtMs <= doneMs + after);
  return [
    ...fault(`${wanted.name} limit`, limit, wanted.limit ?? undefined),
    ...fault(`${wanted.name} remaining`, remaining, wanted.remaining ?? undefined),
    ...(wanted.reset_at === undefined
      ? []
      : fault(`${wanted.name} reset`, resetAtMs, Date.parse(wanted.reset_at))),
    ...fault(`${wanted.name} resets ${after} ms after the response`, isInTime, true),
  ];
}
