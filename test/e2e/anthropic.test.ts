import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { type FixtureCase, loadFixtureCases, recordedResponse } from '../support/fixture-cases.ts';
import {
  agentFile,
  jsonLines,
  runAgent,
  startAgent,
  temporaryFolder,
} from '../support/run-agent.ts';
import { root, sharedFolder, sharedNote } from '../support/shared.ts';
import { testCertificate } from '../support/tls-vendor.ts';
import { startWireServer, type WireServer } from '../support/wire-server.ts';

const KEY = 'sk-e2e-secret-key-value';
const MODEL = 'anthropic/claude-haiku-4-5';

const settings = `
settings {
  default_frontend = ""
  log_level        = "debug"
  telemetry        = false
  retry {
    base_delay_ms  = 1
    backoff_factor = 1
    max_retries    = 0
  }
}
`;

function configFor(baseUrl: string, more = ''): string {
  return `provider "anthropic" {\n  api_key  = env("E2E_KEY")\n  base_url = "${baseUrl}"\n${more}}\n${settings}`;
}

function ask(config: string, ...args: readonly string[]) {
  const cwd = temporaryFolder({ 'agent.hcl': config });
  return runAgent(['run', 'hello', '-m', MODEL, ...args], { cwd, env: { E2E_KEY: KEY } });
}

const EXIT_CODES: Readonly<Record<string, number>> = {
  auth_error: 4,
  rate_limited: 5,
  overloaded: 5,
  context_length_exceeded: 6,
  content_filtered: 7,
};

/** Recordings of models whose price the vendor does not publish, or no longer does. */
const UNPRICED: ReadonlySet<string> = new Set([
  'fallback-model',
  'refusal',
  'server-tool-web-search-citations',
]);

/** The outcome of a recorded response as `agent run` must print it. */
function expectedResult({ name, expected }: FixtureCase) {
  const isRefusal = expected.stop === 'refusal';
  const category = expected.error_category ?? (isRefusal ? 'content_filtered' : null);
  const usage = expected.usage && {
    input_tokens: expected.usage.input,
    output_tokens: expected.usage.output,
  };
  return {
    type: 'result',
    status: category === null ? 'success' : 'error',
    exit_code: category === null ? 0 : (EXIT_CODES[category] ?? 1),
    result: expected.text,
    stop_reason: expected.stop,
    ...(usage ? { usage: expect.objectContaining(usage) } : {}),
    ...(usage ? { cost_usd: UNPRICED.has(name) ? null : expect.any(Number) } : {}),
    ...(expected.request_id ? { request_id: expected.request_id } : {}),
    error: category === null ? null : expect.objectContaining({ category }),
  };
}

function describeFixtures(title: string, folder: string): void {
  describe(title, () => {
    let server: WireServer;
    let playing: FixtureCase | undefined;

    beforeAll(async () => {
      server = await startWireServer(() => ({ ...playing?.response, chunking: { seed: 7 } }));
    });
    afterAll(() => server.close());

    test.each(loadFixtureCases(folder))('$name', async (fixture) => {
      playing = fixture;

      const { stdout, stderr, code } = await ask(configFor(server.url), '-o', 'stream-json');

      const lines = jsonLines(stdout);
      const result = lines.at(-1);
      expect(result).toMatchObject(expectedResult(fixture));
      expect(code).toBe(result?.['exit_code']);
      const thinking = lines.filter(({ type }) => type === 'thinking_delta');
      expect(thinking.map((line) => line['text']).join('')).toBe(fixture.expected.thinking);
      const calls = lines.filter(({ type }) => type === 'tool_call');
      expect(calls.map((call) => call['name'])).toEqual(
        fixture.expected.tool_calls.map((call) => call.name),
      );
      const budgets = (fixture.expected.rate_limits ?? []).map((limit) =>
        expect.objectContaining({
          limit_id: limit.name,
          ...(limit.limit === undefined ? {} : { limit: limit.limit }),
          ...(limit.reset_at === undefined ? {} : { reset_at: limit.reset_at }),
        }),
      );
      if (budgets.length > 0) {
        expect(result?.['rate_limits']).toEqual(expect.arrayContaining(budgets));
      }
      expect(`${stdout}${stderr}`).not.toContain(KEY);
    });
  });
}

describeFixtures(
  'recorded responses of our own',
  join(root, 'test', 'fixtures', 'wire', 'anthropic'),
);

if (sharedFolder === undefined) test.skip(`shared recorded responses${sharedNote}`, () => {});
else {
  describeFixtures(
    'shared recorded responses',
    join(sharedFolder, 'fixtures', 'vendors', 'anthropic'),
  );
}

const textStream = loadFixtureCases(join(root, 'test', 'fixtures', 'wire', 'anthropic')).find(
  ({ expected }) => expected.stop === 'end_turn',
);

test.each(['text', 'json', 'stream-json'])(
  'an answer cut at the output limit is told once, as %s',
  async (format) => {
    const folder = join(root, 'test', 'fixtures', 'wire', 'anthropic');
    const server = await startWireServer(() => recordedResponse(folder, 'stop-max-tokens'));
    onTestFinished(() => server.close());

    const { code, stderr } = await ask(configFor(server.url), '-o', format);

    expect(code).toBe(0);
    expect(stderr.match(/the answer was cut at the output limit/g)).toHaveLength(1);
  },
);

test('a key reaches the vendor as its header and no other place', async () => {
  const server = await startWireServer(textStream?.response ?? {});
  onTestFinished(() => server.close());

  const { stdout, stderr, code } = await ask(configFor(server.url));

  expect(code).toBe(0);
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers['x-api-key']).toBe(KEY);
  expect(`${server.requests[0]?.body}${stdout}${stderr}`).not.toContain(KEY);
});

test('a request goes through the proxy that environment {} names, and the vendor is known to it alone', async () => {
  const certificate = testCertificate('vendor.test');
  const vendor = await startWireServer(textStream?.response ?? {}, { tls: certificate.tls });
  const proxy = await startConnectProxy({ hosts: { 'vendor.test': vendor.port } });
  onTestFinished(async () => {
    await Promise.all([proxy.close(), vendor.close()]);
    certificate.remove();
  });
  const environment = `  environment {\n    HTTPS_PROXY         = "http://127.0.0.1:${proxy.port}"\n    NODE_EXTRA_CA_CERTS = "${certificate.caFile}"\n  }\n`;

  const result = await ask(configFor('https://vendor.test', environment), '--trust-providers');

  expect(result).toMatchObject({ code: 0 });
  expect(proxy.tunnels.length).toBeGreaterThan(0);
  expect(new Set(proxy.tunnels)).toEqual(new Set(['vendor.test:443']));
  expect(vendor.requests[0]?.headers['x-api-key']).toBe(KEY);
});

test('SIGINT closes the connection to the vendor', async () => {
  const server = await startWireServer({ ...textStream?.response, ending: 'hang' });
  onTestFinished(() => server.close());
  const cwd = temporaryFolder({ 'agent.hcl': configFor(server.url) });
  const args = ['run', 'hello', '-m', MODEL, '-o', 'stream-json'];
  const agent = startAgent(args, { cwd, env: { E2E_KEY: KEY } });
  const request = await server.nextRequest();
  await agent.untilStdout('turn_start');

  agent.child.kill('SIGINT');

  await request.closed;
  expect((await agent.result).code).toBe(130);
});

const LONG = 'x'.repeat(1000);
const longStream = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude-haiku-4-5","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${LONG}"}}\n\n`.repeat(
    1000,
  ),
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
].join('');

test.each(['text', 'json'])(
  '1 MB of answer through a slow pipe arrives whole as %s',
  async (format) => {
    const server = await startWireServer({
      headers: { 'content-type': 'text/event-stream' },
      body: longStream,
    });
    onTestFinished(() => server.close());
    const cwd = temporaryFolder({ 'agent.hcl': configFor(server.url) });
    const pipe = '"$0" "$@" | { sleep 0.5; dd bs=4096 status=none; }';
    const args = [agentFile, 'run', 'hello', '-m', MODEL, '-o', format];

    const child = spawn('bash', ['-c', pipe, process.execPath, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, E2E_KEY: KEY },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    await new Promise((resolve) => child.on('close', resolve));

    const answer =
      format === 'json' ? (JSON.parse(stdout) as { result: string }).result : stdout.trimEnd();
    expect(answer.length).toBe(1_000_000);
  },
);
