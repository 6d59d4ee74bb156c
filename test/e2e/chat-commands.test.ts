// What a person does with a conversation besides talking, on the built program.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureOf, messagesVendor } from '../support/messages-vendor.ts';
import { openAgentChat, projectWith, say } from '../support/pty-agent.ts';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';

const KEY = { KEY: 'sk-chat-commands-key' };
const ENTER = '\r';
const DOWN = '\u001b[B';

test('/system sets what the next turns carry, /compact puts a summary in place of the history', async () => {
  const answers = ['Hello.', 'You said hi.', 'Going on.'];
  const vendor = await messagesVendor((asked) => ({ text: answers[asked] ?? '' }));
  const chat = openAgentChat({
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    environment: KEY,
  });

  await say(chat, '/system Be brief.');
  await chat.shows('the system prompt from now on');
  await say(chat, 'hi there');
  await chat.shows('Hello.');
  await say(chat, '/compact');
  await chat.shows('From now on the model is sent this summary');
  await say(chat, 'go on');
  await chat.shows('Going on.');

  const bodies = vendor.bodies();
  expect(bodies.map(({ system }) => JSON.stringify(system))).toEqual(
    Array(3).fill(expect.stringContaining('Be brief.')),
  );
  expect(bodies[1]?.messages).toHaveLength(3);
  expect(JSON.stringify(bodies[1]?.messages.at(-1))).toContain('Summarize our conversation');
  const last = JSON.stringify(bodies[2]?.messages);
  expect(last).toContain('You said hi.');
  expect(last).toContain('go on');
  expect(last).not.toContain('hi there');
  expect(last).not.toContain('Summarize our conversation');
});

test('a summary that fails leaves the history, and its cost is counted', async () => {
  const vendor = await messagesVendor((asked) =>
    asked === 1 ? failureOf(400, 'invalid_request_error') : { text: `Answer ${asked}.` },
  );
  const chat = openAgentChat({
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    environment: KEY,
  });

  await say(chat, 'hi there');
  await chat.shows('Answer 0.');
  await say(chat, '/compact');
  await chat.shows('The conversation is as it was.');
  await say(chat, 'go on');
  await chat.shows('Answer 2.');

  expect(vendor.bodies()[2]?.messages).toHaveLength(3);
  expect(JSON.stringify(vendor.bodies()[2]?.messages)).toContain('hi there');
});

test('/resume goes on with a conversation that is chosen from a list, its figures and summary too', async () => {
  const vendor = await messagesVendor((asked) => ({ text: `Answer ${asked}.` }));
  const place = {
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    environment: KEY,
  };
  const earlier = openAgentChat(place);
  await say(earlier, 'the first question');
  await earlier.shows('Answer 0.');
  await say(earlier, '/compact');
  await earlier.shows('From now on');
  await say(earlier, '/exit');
  await earlier.shows('left 0');
  const other = openAgentChat(place, ['another question']);
  await other.shows('Answer 2.');
  await say(other, '/exit');
  await other.shows('left 0');

  const chat = openAgentChat(place, ['something new']);
  await chat.shows('Answer 3.');
  await say(chat, '/resume');
  await chat.shows('the first question  2 turns');
  expect(chat.count('> another question')).toBe(1);
  expect(chat.count('something new  1 turn')).toBe(0);
  chat.type(DOWN);
  await chat.shows('> the first question');
  chat.type(ENTER);
  await chat.shows('Resumed "the first question": 2 turns');
  await chat.shows('tokens in 200 out 20');
  await say(chat, 'and now');
  await chat.shows('Answer 4.');
  await chat.shows('tokens in 300 out 30');
  await say(chat, '/exit');
  await chat.shows('left 0');

  const asked = JSON.stringify(vendor.bodies()[4]?.messages);
  expect(asked).toContain('Answer 1.');
  expect(asked).not.toContain('the first question');
  expect(asked).not.toContain('something new');
  const { stdout } = await runAgent(['sessions', 'list', '--json'], {
    cwd: place.cwd,
    env: { HOME: place.home },
  });
  const kept = jsonLines(stdout)[0]?.['sessions'] as readonly Record<string, unknown>[];
  expect(kept.map(({ title, turns }) => `${title}: ${turns}`)).toEqual([
    'the first question: 3',
    'something new: 1',
    'another question: 1',
  ]);
});

test('/export writes Markdown or JSON for the person alone, and over nothing', async () => {
  const vendor = await messagesVendor(() => ({ text: 'An *answer*.' }));
  const cwd = projectWith(vendor.config);
  const chat = openAgentChat({ cwd, home: temporaryFolder(), environment: KEY, columns: 200 });

  await say(chat, 'my question');
  await chat.shows('An answer.');
  await say(chat, '/export notes/talk.md');
  await chat.shows(`The conversation is in ${cwd}/notes/talk.md.`);
  await say(chat, '/export talk.json');
  await chat.shows('talk.json.');
  await say(chat, '/export agent.hcl');
  await chat.shows('agent.hcl is there already; give another name.');

  const markdown = readFileSync(join(cwd, 'notes/talk.md'), 'utf8');
  expect(markdown).toMatch(/^# my question\n/);
  expect(markdown).toContain('An *answer*.');
  expect(statSync(join(cwd, 'notes/talk.md')).mode & 0o777).toBe(0o600);
  const json = JSON.parse(readFileSync(join(cwd, 'talk.json'), 'utf8'));
  expect(json).toMatchObject({ session: { title: 'my question', turns: 1 } });
  expect(readFileSync(join(cwd, 'agent.hcl'), 'utf8')).toBe(vendor.config);
});

test('a wait for the vendor shows what is known, counts down, and ends at once with Enter', async () => {
  const throttled = failureOf(429, 'rate_limit_error', {
    'retry-after': '90',
    'request-id': 'req_011',
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': '0',
    'anthropic-ratelimit-requests-reset': new Date(Date.now() + 90_000).toISOString(),
  });
  const vendor = await messagesVendor((asked) => (asked === 0 ? throttled : { text: 'At last.' }));
  const chat = openAgentChat({
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    environment: KEY,
    columns: 120,
  });

  await say(chat, 'hi there');
  await chat.shows('! Rate limit reached (requests)');
  await chat.shows('From anthropic/claude-haiku-4-5, request req_011.');
  await chat.shows('Trying again in 1m 30s, attempt 2 of 6. Enter tries now, Esc stops waiting.');
  await chat.shows('Wait until the limit resets');
  await chat.until(() => /attempt 2 of 6 in 1m 2\ds/.test(chat.window().join('\n')));
  chat.type(ENTER);
  await chat.shows('At last.');

  expect(vendor.server.requests).toHaveLength(2);
});
