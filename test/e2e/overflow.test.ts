/** A conversation that has become too long, by what the file wants of its oldest turns. */
import { expect, test } from 'vitest';
import { messagesVendor } from '../support/messages-vendor.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

const TOO_LONG = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'prompt is too long: 210000 tokens > 200000 maximum',
    },
  }),
};

const SETTINGS = 'default_frontend = ""\n  log_level = "info"\n  telemetry = false';

async function overflowing(setting: string, answers: readonly string[]) {
  let later = 0;
  const vendor = await messagesVendor((asked) => {
    if (asked === 3) return TOO_LONG;
    if (asked < 3) return { text: `answer ${asked}: ${'words '.repeat(200)}` };
    later += 1;
    return { text: answers[later - 1] ?? 'asked too often' };
  });
  const place = {
    cwd: temporaryFolder({
      'agent.hcl': `${vendor.config}settings {\n  ${SETTINGS}\n  ${setting}\n}\n`,
    }),
    env: { HOME: temporaryFolder(), KEY: 'sk-overflow' },
  };
  await runAgent(['run', 'question 0'], place);
  await runAgent(['run', '-c', 'question 1'], place);
  await runAgent(['run', '-c', 'question 2'], place);
  const { code, stdout, stderr } = await runAgent(['run', '-c', 'question 3'], place);
  const requests = vendor.bodies().slice(3);
  return {
    code,
    stdout,
    stderr,
    requests: requests.map(({ messages }) => JSON.stringify(messages)),
  };
}

test('its oldest turns are left out', async () => {
  const { code, stdout, stderr, requests } = await overflowing('', ['The end.']);

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'The end.\n' });
  expect(stderr).toMatch(/too long for .* oldest \d messages are left out/);
  expect(requests).toHaveLength(2);
  expect(requests[0]).toContain('question 0');
  expect(requests[1]).not.toContain('question 0');
  expect(requests[1]).toContain('question 3');
});

test('with on_overflow = "summarize" the model sums them up first', async () => {
  const answers = ['We spoke of zero.', 'The end.'];
  const { code, stdout, stderr, requests } = await overflowing(
    'on_overflow = "summarize"',
    answers,
  );

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'The end.\n' });
  expect(stderr).toMatch(/too long for .* oldest \d messages are summarized/);
  expect(requests).toHaveLength(3);
  expect(requests[1]).toContain('question 0');
  expect(requests[2]).not.toContain('question 0');
  expect(requests[2]).toContain('We spoke of zero.');
  expect(requests[2]).toContain('question 3');
});
