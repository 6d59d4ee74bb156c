// What the footer says is what the ledger and the session hold, also after failures and in a chat
// that goes on.
import { expect, test } from 'vitest';
import { formatCost, formatTokens } from '../../src/format/quantities.ts';
import { failureOf, messagesVendor, type VendorAnswer } from '../support/messages-vendor.ts';
import { openAgentChat, projectWith, say } from '../support/pty-agent.ts';
import type { PtyChat } from '../support/pty-chat.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

interface Sums {
  readonly usage: Readonly<Record<string, number | undefined>>;
  readonly cost_usd: number | null;
  readonly known_cost_usd: number;
}

/** The figures of a footer for what was summed up elsewhere. */
function footerOf({ usage, cost_usd: cost, known_cost_usd: known }: Sums): string {
  const tokens = (name: string) => formatTokens(usage[name] ?? 0);
  const [input, output] = [tokens('input_tokens'), tokens('output_tokens')];
  const cached = tokens('cache_read_tokens');
  return `tokens in ${input} out ${output} cached ${cached} | ${cost === null ? `n/a (${formatCost(known)} known)` : formatCost(cost)}`;
}

async function leave(chat: PtyChat): Promise<string> {
  await chat.shows('Write a message');
  const footer = chat.window().find((line) => line.startsWith('anthropic/')) ?? '';
  await say(chat, '/exit');
  await chat.shows('left 0');
  return footer;
}

const ANSWERS: readonly VendorAnswer[] = [
  { text: 'One.', inputTokens: 1_234, outputTokens: 321, cacheReadTokens: 50_000 },
  { text: 'Cut', inputTokens: 777, outputTokens: 9, cacheReadTokens: 11, hangs: true },
  { text: 'Summed.', inputTokens: 2_000, outputTokens: 100, cacheReadTokens: 3 },
  { text: 'Three.', inputTokens: 3_210, outputTokens: 45, cacheReadTokens: 40_000 },
];

test('after a retry, a cut answer and a summary; and again with -c', async () => {
  let answered = 0;
  const vendor = await messagesVendor((asked) => {
    if (asked === 0) return failureOf(429, 'rate_limit_error', { 'retry-after-ms': '10' });
    answered += 1;
    return ANSWERS[answered - 1] ?? { text: '' };
  });
  const place = {
    cwd: projectWith(vendor.config),
    home: temporaryFolder(),
    environment: { KEY: 'sk-figures-key' },
    columns: 200,
  };
  const json = async (...words: readonly string[]) => {
    const { stdout } = await runAgent([...words, '--json'], {
      cwd: place.cwd,
      env: { HOME: place.home },
    });
    return JSON.parse(stdout);
  };

  const first = openAgentChat(place, ['first']);
  await first.shows('One.');
  await say(first, 'second');
  await first.shows('Cut');
  first.type('\u001b');
  await first.shows('Stopped.');
  await say(first, '/compact');
  await first.shows('From now on');
  const footer = await leave(first);

  const stats = await json('stats');
  const { sessions } = await json('sessions', 'list');
  expect(stats.total.calls).toBe(4);
  expect(footer).toContain(footerOf(stats.total));
  // What the cut call has cost nobody knows.
  expect(stats.total.unpriced_calls).toBe(1);
  expect(footer).toContain(footerOf({ ...stats.total, ...sessions[0] }));

  const second = openAgentChat(place, ['-c']);
  await second.shows('Resumed "first"');
  await second.shows(footerOf(stats.total));
  await say(second, 'third');
  await second.shows('Three.');
  const last = await leave(second);

  expect(last).toContain(footerOf((await json('stats')).total));
  expect(last).not.toContain(footerOf(stats.total));
});
