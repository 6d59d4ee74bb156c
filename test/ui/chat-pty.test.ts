import { afterAll, afterEach, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import {
  type ChatScript,
  end,
  MODEL,
  start,
  text,
  thinking,
  USAGE,
} from '../support/chat-script.ts';
import { PtyChat, type PtyChatOptions } from '../support/pty-chat.ts';

let program: BundledFixture;
const open: PtyChat[] = [];

beforeAll(async () => {
  program = await bundleFixture('test/fixtures/chat/program.ts');
});
afterEach(() => {
  for (const chat of open.splice(0)) chat.close();
});
afterAll(() => program.remove());

function chat(script: Partial<ChatScript>, options?: PtyChatOptions): PtyChat {
  const started = new PtyChat(program.path, { turns: [], model: MODEL, ...script }, options);
  open.push(started);
  onTestFailed(() => console.log(started.lines().join('\n'), JSON.stringify(started.bytes)));
  return started;
}

test('a turn streams, its thinking folds, and the footer shows tokens, cost and a limit', async () => {
  const view = chat({
    turns: [
      [
        start,
        thinking('First I look around.'),
        { waitMs: 400 },
        text('The answer '),
        { waitMs: 200 },
        text('is 42.'),
        {
          type: 'usage',
          usage: USAGE,
          costUsd: 0.0042,
          rateLimits: [
            {
              kind: 'input_tokens',
              limit: 100,
              remaining: 45,
              resetAtMs: Date.now() + 40_000,
              asOfMs: Date.now(),
            },
          ],
        },
        { waitMs: 200 },
        end(),
      ],
    ],
  });
  await view.shows('Write a message');

  view.type('hello\r');

  await view.shows('| First I look around.');
  await view.until(() => view.count('Thinking') > 0);
  await view.shows('Thought for');
  expect(view.count('First I look')).toBe(0);
  await view.shows('The answer is 42.');
  await view.shows('tokens in 12.3k out 678 cached 2k reasoning 90');
  await view.shows('$0.0042');
  await view.until(() =>
    view.lines().some((line) => /input tokens 45% left, resets in \d+s/.test(line)),
  );
  await view.shows('Write a message');
  view.type('\u0003');
  await view.shows('Press Ctrl+C again to exit');
  view.type('\u0003');
  expect(await view.exited).toBe(0);
});
