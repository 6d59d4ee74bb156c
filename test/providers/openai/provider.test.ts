import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderEvent } from '../../../src/protocol/model-provider.ts';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import { type RecordedRequest, startWireServer } from '../../support/wire-server.ts';
import { request } from './build.ts';

let provider: BuiltProvider;
beforeAll(async () => {
  provider = await startBuiltProvider('openai');
});
afterAll(() => provider.close());

const ANSWER = {
  status: 200,
  headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
  body: JSON.stringify({
    id: 'resp_1',
    status: 'completed',
    model: 'gpt-5.6-sol-2026-07-09',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }),
};

function refusal(param: string, message: string) {
  const error = { message, type: 'invalid_request_error', param, code: 'unsupported_value' };
  const headers = { 'content-type': 'application/json' };
  return { status: 400, headers, body: JSON.stringify({ error }) };
}

async function ask(): Promise<readonly ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.client.stream(request(), AbortSignal.timeout(20_000))) {
    events.push(event);
  }
  return events;
}

describe('a field that the vendor refuses to an organization', () => {
  test('is left out at once and ever after, one more try a request', async () => {
    const answer = ({ body }: RecordedRequest) =>
      body.includes('"summary":"auto"')
        ? refusal('reasoning.summary', 'Your organization must be verified.')
        : ANSWER;
    const server = await startWireServer(answer);
    await provider.configure({ api_key: 'sk-test', base_url: server.url });

    const first = await ask();
    const second = await ask();
    await server.close();

    expect(first.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
    expect(second.at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
    expect(server.requests).toHaveLength(3);
  });

  test('never makes a third try', async () => {
    const server = await startWireServer(refusal('reasoning.summary', 'no'));
    await provider.configure({ api_key: 'sk-test', base_url: server.url });

    const events = await ask();
    await server.close();

    expect(events.at(-1)).toMatchObject({ type: 'error', error: { category: 'invalid_request' } });
    expect(server.requests).toHaveLength(2);
  });

  test('is nothing that the request could not do without', async () => {
    const server = await startWireServer(refusal('model', 'no such "stream" model'));
    await provider.configure({ api_key: 'sk-test', base_url: server.url });

    await ask();
    await server.close();

    expect(server.requests).toHaveLength(1);
  });
});

test('sends key, organization and project, and never an authorization of extra_headers', async () => {
  const server = await startWireServer(ANSWER);
  await provider.configure({
    api_key: 'sk-test',
    base_url: `${server.url}/v1/`,
    organization: 'org-1',
    project: 'proj_1',
    extra_headers: { Authorization: 'Bearer other', 'x-team': 'blue' },
  });

  await ask();
  await server.close();

  expect(server.requests[0]).toMatchObject({
    path: '/v1/responses',
    headers: {
      authorization: 'Bearer sk-test',
      'openai-organization': 'org-1',
      'openai-project': 'proj_1',
      'x-team': 'blue',
      accept: 'text/event-stream',
    },
  });
});

test('a dated snapshot is the model that was asked for', async () => {
  const server = await startWireServer(ANSWER);
  await provider.configure({ api_key: 'sk-test', base_url: server.url });

  const events = await ask();
  await server.close();

  expect(events[0]).toMatchObject({ type: 'stream-start', requestId: 'req_1' });
  expect(events[1]).toMatchObject({
    type: 'metadata',
    metadata: {
      actualModel: 'gpt-5.6-sol',
      attrs: { response_id: 'resp_1', model_snapshot: 'gpt-5.6-sol-2026-07-09' },
    },
  });
});

test('counts tokens at the vendor, over the same input', async () => {
  const body = JSON.stringify({ object: 'response.input_tokens', input_tokens: 42 });
  const headers = { 'content-type': 'application/json' };
  const server = await startWireServer({ headers, body });
  await provider.configure({ api_key: 'sk-test', base_url: server.url });

  const outcome = await provider.client.countTokens(request(), AbortSignal.timeout(20_000));
  await server.close();

  expect(outcome).toEqual({ type: 'ok', value: 42 });
  expect(server.requests[0]?.path).toBe('/v1/responses/input_tokens');
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    model: 'gpt-5.6-sol',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
    reasoning: { summary: 'auto' },
  });
});

test.each([
  { config: { base_url: 'https://api.openai.com' }, says: 'api_key is not set' },
  { config: { api_key: 'sk-test', api: 'grpc' }, says: 'must be "responses" or "chat"' },
])('configuration fails where it can not work: $says', async ({ config, says }) => {
  await expect(provider.configure(config)).rejects.toThrow(says.replaceAll('"', '\\"'));
});
