// What a run does when its vendor fails: how often it asks, how long it waits, what it says and with
// which code it ends. The command, the provider's process and the server are real; waits that are
// announced pass at once.
import { describe, expect, onTestFinished, test } from 'vitest';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { runAnnounced } from '../support/run-announced.ts';
import { testCertificate } from '../support/tls-vendor.ts';
import { type PlayedResponse, startWireServer } from '../support/wire-server.ts';

const KEY = 'sk-failing-key-value';
const MODEL = 'anthropic/claude-haiku-4-5';

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

const BEGIN = event('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [],
    usage: { input_tokens: 4, output_tokens: 1 },
  },
});
const WORDS = [
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Half' } }),
].join('');
const END = [
  event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } }),
  event('message_stop', {}),
].join('');

const streamed = (body: string, more: Partial<PlayedResponse> = {}): PlayedResponse => ({
  headers: { 'content-type': 'text/event-stream' },
  body,
  ...more,
});
const answer = streamed(BEGIN + WORDS + END);

function refusal(
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
  message = 'no',
): PlayedResponse {
  const body = JSON.stringify({ type: 'error', error: { type, message } });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
const throttled = (headers: Readonly<Record<string, string>>) =>
  refusal(429, 'rate_limit_error', headers);

interface FailureCase {
  readonly name: string;
  /** In order; the last one for ever. */
  readonly answers: readonly PlayedResponse[];
  /** Attributes of the provider. */
  readonly more?: string;
  readonly isTls?: boolean;
  /** Nobody listens. */
  readonly isRefused?: boolean;
  readonly requests: number;
  readonly waits: readonly number[];
  readonly code: number;
  /** `null`: no error. */
  readonly category: string | null;
  readonly stdout: string;
  readonly stderr: RegExp;
  /** Of the last line as JSON, besides code and category. */
  readonly result?: object;
  /** Of its error. */
  readonly error?: object;
  /** Where JSON differs, since a reader of it can be told to forget what was streamed. */
  readonly json?: Partial<Pick<FailureCase, 'requests' | 'waits' | 'code' | 'category'>>;
}

/** Half of 500 ms, doubled each time. */
const BACKOFF = [250, 500, 1_000, 2_000, 4_000];
const fivefold = (waitMs: number) => Array<number>(5).fill(waitMs);

const cases: readonly FailureCase[] = [
  {
    name: '429 with retry-after: 2 twice, then an answer',
    answers: [throttled({ 'retry-after': '2' }), throttled({ 'retry-after': '2' }), answer],
    requests: 3,
    waits: [2_000, 2_000],
    code: 0,
    category: null,
    stdout: 'Half\n',
    stderr:
      /^Rate limit reached: trying again in 2s, attempt 2 of 6\. .*\n.* attempt 3 of 6\. .*\n$/,
  },
  {
    name: '429 with retry-after: 17 always',
    answers: [throttled({ 'retry-after': '17' })],
    requests: 6,
    waits: fivefold(17_000),
    code: 5,
    category: 'rate_limited',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(rate_limited\)\n.*\n.*asks to wait 17s\.\n/,
    error: { status: 429, retry_after_seconds: 17, retryable: true },
  },
  {
    name: '429 with a wait of 5 h',
    answers: [
      throttled({
        'retry-after': '18000',
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2099-01-01T05:00:00Z',
      }),
    ],
    requests: 1,
    waits: [],
    code: 5,
    category: 'rate_limited',
    stdout: '',
    stderr:
      /^Error: .*\(rate_limited\)\n.*\n.*asks to wait 5h.*\.\n {2}Used up: requests, resets at .*\n/,
    error: { retry_after_seconds: 18_000 },
  },
  {
    name: '429 with retry-after-ms, then an answer',
    answers: [throttled({ 'retry-after-ms': '1234', 'retry-after': '9' }), answer],
    requests: 2,
    waits: [1_234],
    code: 0,
    category: null,
    stdout: 'Half\n',
    stderr: /^Rate limit reached: trying again in /,
  },
  {
    name: '400 for a conversation that is too long',
    answers: [
      refusal(
        400,
        'invalid_request_error',
        {},
        'prompt is too long: 210000 tokens > 200000 maximum',
      ),
    ],
    requests: 1,
    waits: [],
    code: 6,
    category: 'context_length_exceeded',
    stdout: '',
    stderr:
      /^Error: .*\(context_length_exceeded\)\n.*210000.*\n {2}The conversation: 1 message, ~1 tokens\.\n/,
    result: { context: { messages: 1, tokens: 1, exact: false } },
    error: { status: 400, retryable: false },
  },
  {
    name: '400 for a spent budget',
    answers: [
      refusal(
        400,
        'invalid_request_error',
        {},
        'Your credit balance is too low to access the API.',
      ),
    ],
    requests: 1,
    waits: [],
    code: 4,
    category: 'auth_error',
    stdout: '',
    stderr: /^Error: .*\(auth_error\)\n.*credit balance/,
  },
  {
    name: '401 that echoes the key',
    answers: [refusal(401, 'authentication_error', {}, `invalid x-api-key ${KEY}`)],
    requests: 1,
    waits: [],
    code: 4,
    category: 'auth_error',
    stdout: '',
    stderr: /^Error: .*\(auth_error\)\n/,
    error: { status: 401, vendor_code: 'authentication_error' },
  },
  {
    name: '403',
    answers: [refusal(403, 'permission_error', { 'retry-after': '1' })],
    requests: 1,
    waits: [],
    code: 4,
    category: 'auth_error',
    stdout: '',
    stderr: /^Error: .*\(auth_error\)\n/,
    error: { status: 403, retry_after_seconds: null },
  },
  {
    name: '413',
    answers: [refusal(413, 'request_too_large')],
    requests: 1,
    waits: [],
    code: 6,
    category: 'context_length_exceeded',
    stdout: '',
    stderr: /^Error: .*\(context_length_exceeded\)\n/,
    error: { status: 413 },
  },
  {
    name: '529',
    answers: [refusal(529, 'overloaded_error')],
    requests: 6,
    waits: BACKOFF,
    code: 5,
    category: 'overloaded',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(overloaded\)\n/,
    error: { status: 529, vendor_code: 'overloaded_error' },
  },
  {
    name: '500 with a page of HTML',
    answers: [
      { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Internal Error</h1>' },
    ],
    requests: 6,
    waits: BACKOFF,
    code: 5,
    category: 'overloaded',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(overloaded\)\n/,
    error: { status: 500, vendor_code: null },
  },
  {
    name: 'a certificate that nobody signed',
    answers: [answer],
    isTls: true,
    requests: 0,
    waits: [],
    code: 1,
    category: 'unknown',
    stdout: '',
    stderr: /^Error: .*\(unknown\)\n.*certificate.*localhost/,
    error: { status: null, retryable: false },
  },
  {
    name: 'a connection that is refused',
    answers: [],
    isRefused: true,
    requests: 0,
    waits: BACKOFF,
    code: 5,
    category: 'overloaded',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(overloaded\)\n/,
    error: { status: null },
  },
  {
    name: 'a reset in mid-stream',
    answers: [streamed(BEGIN + WORDS, { ending: 'reset' })],
    requests: 1,
    waits: [],
    code: 1,
    category: 'unknown',
    stdout: 'Half\n',
    stderr: /^Error: .*\(unknown\)\n(.*\n)* {2}The answer is incomplete\.\n/,
    result: { result: 'Half', incomplete: true },
    json: { requests: 6, waits: BACKOFF },
  },
  {
    name: 'an end without a terminal event',
    answers: [streamed(BEGIN + WORDS)],
    requests: 1,
    waits: [],
    code: 1,
    category: 'unknown',
    stdout: 'Half\n',
    stderr: /^Error: .*\(unknown\)\n(.*\n)* {2}The answer is incomplete\.\n/,
    result: { result: 'Half', incomplete: true },
    json: { requests: 6, waits: BACKOFF },
  },
  {
    name: 'a 200 with an empty body',
    answers: [streamed('')],
    requests: 6,
    waits: BACKOFF,
    code: 1,
    category: 'unknown',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(unknown\)\n/,
  },
  {
    name: 'an error event inside a 200, before any text',
    answers: [
      streamed(
        BEGIN + event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
      ),
    ],
    requests: 6,
    waits: BACKOFF,
    code: 5,
    category: 'overloaded',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(overloaded\)\n/,
    error: { vendor_code: 'overloaded_error' },
  },
  {
    name: 'an error event inside a 200, behind some text',
    answers: [
      streamed(
        BEGIN +
          WORDS +
          event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
      ),
      answer,
    ],
    requests: 1,
    waits: [],
    code: 5,
    category: 'overloaded',
    stdout: 'Half\n',
    stderr: /^Error: .*\(overloaded\)\n(.*\n)* {2}The answer is incomplete\.\n/,
    json: { requests: 2, waits: [250], code: 0, category: null },
  },
  {
    name: 'silence',
    answers: [{ instead: 'hang' }],
    more: '  timeout_ms = 100\n',
    requests: 6,
    waits: BACKOFF,
    code: 5,
    category: 'overloaded',
    stdout: '',
    stderr: /attempt 6 of 6\. .*\nError: .*\(overloaded\)\n/,
  },
];

const settled = { status: 'success', result: 'Half', incomplete: false };

async function play(failure: FailureCase, format: string) {
  const { answers, more = '', isTls, isRefused } = failure;
  let asked = 0;
  const certificate = isTls === true ? testCertificate('localhost') : undefined;
  const server = await startWireServer(
    () => {
      asked += 1;
      return answers[Math.min(asked, answers.length) - 1] ?? {};
    },
    { tls: certificate?.tls },
  );
  onTestFinished(async () => {
    certificate?.remove();
    await server.close();
  });
  if (isRefused === true) await server.close();
  const config = `provider "anthropic" {\n  api_key  = env("KEY")\n  base_url = "${server.url}"\n${more}}\n`;
  const run = await runAnnounced(['hi', '-m', MODEL, '-o', format], config, { KEY });
  return { ...run, requests: server.requests.length };
}

describe.each(cases)('$name', (failure) => {
  test('as text', async () => {
    const run = await play(failure, 'text');

    expect({ ...run, stderr: '' }).toEqual({
      requests: failure.requests,
      waits: failure.waits,
      code: failure.code,
      stdout: failure.stdout,
      stderr: '',
    });
    expect(run.stderr).toMatch(failure.stderr);
    expect(run.stderr).not.toContain(KEY);
  });

  test('as JSON lines', async () => {
    const { requests, waits, code, category } = { ...failure, ...failure.json };

    const run = await play(failure, 'stream-json');

    const lines = jsonLines(run.stdout);
    expect({ requests: run.requests, waits: run.waits, code: run.code }).toEqual({
      requests,
      waits,
      code,
    });
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      exit_code: code,
      ...(category === null ? settled : { status: 'error' }),
      ...failure.result,
      error: category === null ? null : { provider: 'anthropic', category, ...failure.error },
    });
    const announced = lines.filter(({ type }) => type === 'retry').map((line) => line['delay_ms']);
    expect(announced).toEqual(run.waits);
    expect(lines.filter(({ type }) => type === 'turn_start')).toHaveLength(run.waits.length + 1);
    expect(run.stdout + run.stderr).not.toContain(KEY);
  });
});

// Limits of money, on the same way.

async function playLimited(model: string, limitUsd: string) {
  const server = await startWireServer(answer);
  onTestFinished(() => server.close());
  const config = `provider "anthropic" {\n  api_key  = env("KEY")\n  base_url = "${server.url}"\n}\n`;
  const args = ['hi', '-m', `anthropic/${model}`, '--max-cost-usd', limitUsd, '-o', 'json'];
  const run = await runAnnounced(args, config, { KEY });
  return { code: run.code, requests: server.requests.length, result: JSON.parse(run.stdout) };
}

test('a cost limit on a model of unknown price is refused before anything is sent', async () => {
  const run = await playLimited('claude-fable-5', '1');

  expect(run).toMatchObject({
    code: 1,
    requests: 0,
    result: { status: 'error', cost_usd: 0, error: { category: 'invalid_request' } },
  });
});

test('an answer beyond the cost limit is limited, and whole', async () => {
  const run = await playLimited('claude-haiku-4-5', '0.000001');

  expect(run).toMatchObject({
    code: 8,
    requests: 1,
    result: { status: 'limited', limit: 'cost', result: 'Half', error: null },
  });
});

// The same through the built program, where waits take their time.

async function playForReal(answers: readonly PlayedResponse[], format: string) {
  let asked = 0;
  const server = await startWireServer(() => {
    asked += 1;
    return answers[asked - 1] ?? {};
  });
  onTestFinished(() => server.close());
  const config = `provider "anthropic" {\n  api_key  = env("KEY")\n  base_url = "${server.url}"\n}\n`;
  const cwd = temporaryFolder({ 'agent.hcl': config });
  const startedMs = performance.now();
  const result = await runAgent(['run', 'hi', '-m', MODEL, '-o', format], { cwd, env: { KEY } });
  return { ...result, requests: server.requests.length, tookMs: performance.now() - startedMs };
}

test('in real time, as text: the vendor is waited for twice', async () => {
  const throttle = throttled({ 'retry-after': '1' });

  const run = await playForReal([throttle, throttle, answer], 'text');

  expect(run).toMatchObject({ code: 0, stdout: 'Half\n', requests: 3 });
  expect(run.stderr.match(/trying again in 1s/g)).toHaveLength(2);
  expect(run.tookMs).toBeGreaterThan(2_000);
});

test('in real time, as JSON: the vendor is waited for, and the wait is in the result', async () => {
  const run = await playForReal([throttled({ 'retry-after-ms': '700' }), answer], 'json');

  expect({ code: run.code, requests: run.requests }).toEqual({ code: 0, requests: 2 });
  const result = JSON.parse(run.stdout) as { duration_ms: number };
  expect(result).toMatchObject({ status: 'success', exit_code: 0, result: 'Half', error: null });
  expect(result.duration_ms).toBeGreaterThanOrEqual(700);
});
