/** One event of every kind and every shape, and the ways a run can end. */
import type { RunEnd, RunStart } from '../../src/output/printer.ts';
import type { TurnError, TurnEvent, TurnOutcome } from '../../src/turn/turn-event.ts';

const NOW = Date.UTC(2026, 0, 31, 10);
const model = { provider: 'acme', model: 'vendor/large' };

export const fullError: TurnError = {
  category: 'rate_limited',
  message: 'acme: too many requests',
  retryable: true,
  retryAfterMs: 17_500,
  provider: 'acme',
  httpStatus: 429,
  vendorCode: 'rate_limit_error',
  requestId: 'req_1',
  rawDetail: 'http_status=429\n{"error":"slow down"}',
};

const bareError: TurnError = {
  category: 'configuration',
  message: 'agent.hcl can not be loaded',
  retryable: false,
};

const fullLimit = {
  kind: 'input_tokens' as const,
  limitId: 'anthropic-ratelimit-input-tokens',
  limitName: 'Input tokens',
  windowRole: 'primary' as const,
  limit: 50_000,
  remaining: 0,
  usedPercent: 100,
  windowSeconds: 60,
  resetAtMs: NOW + 1_500,
  asOfMs: NOW,
};

const bareLimit = { kind: 'requests' as const, asOfMs: NOW };

export const sampleEvents: readonly TurnEvent[] = [
  { type: 'turn-start', turn: 1, attempt: 2, model, contextWindow: 200_000 },
  { type: 'stream-start', requestId: 'req_1' },
  { type: 'thinking-delta', text: 'hm' },
  { type: 'redacted-thinking' },
  { type: 'text-delta', text: 'Hello' },
  { type: 'tool-call', id: 'call_1', name: 'search', arguments: { q: ['cats', { b: null }] } },
  { type: 'tool-result', id: 'call_1', isError: true, content: 'not available' },
  {
    type: 'usage',
    usage: {
      inputTokens: 1,
      outputTokens: 2,
      cacheReadTokens: 3,
      cacheWriteTokens: 4,
      reasoningTokens: 5,
      vendorTotalTokens: 15,
    },
    costUsd: 0.0123,
    costIsEstimate: true,
    rateLimits: [fullLimit, bareLimit],
  },
  { type: 'usage', usage: { inputTokens: 1, outputTokens: 0 }, rateLimits: [] },
  {
    type: 'metadata',
    metadata: { actualModel: 'large-2', serviceTier: 'flex', rateLimits: [], attrs: {} },
    rateLimits: [bareLimit],
  },
  { type: 'metadata', metadata: { rateLimits: [], attrs: { x: 'y' } }, rateLimits: [] },
  {
    type: 'retry-scheduled',
    attempt: 2,
    maxAttempts: 6,
    delayMs: 17_000.4,
    category: 'rate_limited',
    message: 'acme: too many requests',
    budget: 'input_tokens',
    resetsAtMs: NOW,
    discardsOutput: true,
  },
  {
    type: 'retry-scheduled',
    attempt: 2,
    maxAttempts: 2,
    delayMs: 0,
    category: 'provider_crashed',
    message: 'acme: exit code 1',
    discardsOutput: false,
  },
  {
    type: 'fallback',
    from: { provider: 'a', model: 'x' },
    to: { provider: 'b', model: 'y' },
    reason: 'acme: overloaded',
    skipped: [{ candidate: { provider: 'c', model: 'z' }, reason: 'no vision' }],
    discardsOutput: false,
  },
  { type: 'warning', message: 'careful' },
  { type: 'error', error: fullError },
  { type: 'error', error: bareError },
];

export const sampleOutcome: TurnOutcome = {
  status: 'success',
  text: 'Hello',
  stopReason: 'end_turn',
  usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3 },
  costUsd: 0.0123,
  durationMs: 1234,
  model,
  requestId: 'req_1',
  rateLimits: [fullLimit],
  incomplete: false,
  turns: 1,
  contextSize: { messages: 3, tokens: 120, exact: false },
};

export const emptyOutcome: TurnOutcome = {
  status: 'error',
  text: '',
  durationMs: 0,
  rateLimits: [],
  incomplete: true,
  error: bareError,
};

export function endOf(outcome: TurnOutcome, exitCode = 0): RunEnd {
  return { outcome, exitCode, turns: 1, sessionId: 'session-1' };
}

export const sampleStart: RunStart = {
  sessionId: 'session-1',
  workingDirectory: '/project',
  profile: 'default',
  provider: 'acme',
  model: 'vendor/large',
  plugins: [{ name: 'acme', version: '1.2.3', pid: 42 }],
};
