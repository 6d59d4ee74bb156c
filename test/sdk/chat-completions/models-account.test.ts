import { expect, test } from 'vitest';
import { accountByModels } from '../../../src/sdk/chat-completions/models-account.ts';
import { never, testHttp, testVendor } from '../../support/http-client.ts';
import type { PlayedResponse } from '../../support/wire-server.ts';

const headers = { authorization: 'Bearer sk-account', accept: 'text/event-stream' };

async function ask(answer: PlayedResponse) {
  const vendor = await testVendor(answer);
  const question = { http: testHttp(), url: `${vendor.url}/v1/models`, headers };
  const account = accountByModels({ ...question, errors: { provider: 'acme' } }, never());
  return { vendor, account };
}

test('a key that is taken is told with the number of its models', async () => {
  const { vendor, account } = await ask({
    body: '{"object":"list","data":[{"id":"a"},{"id":"b"}]}',
  });

  expect(await account).toEqual({
    method: 'api_key',
    metering: 'metered_api',
    labels: { models: '2' },
    quotas: [],
    fetchedAtMs: expect.any(Number),
  });
  expect(vendor.requests).toMatchObject([
    {
      method: 'GET',
      path: '/v1/models',
      headers: { authorization: 'Bearer sk-account', accept: 'application/json' },
    },
  ]);
});

test.each([
  { answer: { status: 401, body: '{"error":{"message":"no"}}' }, category: 'auth_error' },
  { answer: { status: 503 }, category: 'overloaded' },
  { answer: { body: 'data: {}\n\n' }, category: 'unknown' },
  { answer: { body: '{"data":{}}' }, category: 'unknown' },
])('anything else is a classified failure: $category', async ({ answer, category }) => {
  const { account } = await ask(answer);

  await expect(account).rejects.toMatchObject({ error: { category } });
});
