// A vendor dies in mid-conversation and another goes on, and back again: real provider processes,
// recorded bytes, the engine on a clock that lets waits pass.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Conversation, createConversation } from '../../src/turn/conversation.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import type { ProviderDirectory } from '../../src/turn/turn-plan.ts';
import { type BuiltProvider, startBuiltProvider } from '../support/built-provider.ts';
import { type FixtureCase, loadFixtureCases } from '../support/fixture-cases.ts';
import { dependencies, only, turnPlan } from '../support/run-fake-turn.ts';
import { root } from '../support/shared.ts';
import { type PlayedResponse, startWireServer, type WireServer } from '../support/wire-server.ts';

const CHAIN = [
  { provider: 'anthropic', model: 'claude-sonnet-5' },
  { provider: 'openai', model: 'gpt-5.6-sol' },
];
const KEYS = { anthropic: 'sk-ant-of-anthropic', openai: 'sk-of-openai' } as const;
const DEAD: PlayedResponse = { instead: 'reset' };

let anthropic: BuiltProvider;
let openai: BuiltProvider;
beforeAll(async () => {
  [anthropic, openai] = await Promise.all([
    startBuiltProvider('anthropic'),
    startBuiltProvider('openai'),
  ]);
});
afterAll(async () => {
  await Promise.all([anthropic?.close(), openai?.close()]);
});

function recording(vendor: string, name: string): FixtureCase {
  const cases = loadFixtureCases(join(root, 'test', 'fixtures', 'wire', vendor));
  const found = cases.find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`no recording ${vendor}/${name}`);
  return found;
}

/** A vendor whose next answers the test sets. */
async function startVendor(provider: BuiltProvider, key: string) {
  const vendor = { answer: DEAD };
  const server = await startWireServer(() => vendor.answer);
  onTestFinished(() => server.close());
  await provider.configure({ api_key: key, base_url: server.url });
  return Object.assign(vendor, { server });
}

async function startChain() {
  const first = await startVendor(anthropic, KEYS.anthropic);
  const second = await startVendor(openai, KEYS.openai);
  const providers: ProviderDirectory = async (name) => {
    const { client } = name === 'anthropic' ? anthropic : openai;
    const outcome = await client.capabilities();
    if (outcome.type !== 'ok') throw new Error(`no capabilities: ${outcome.type}`);
    return { type: 'ready', provider: client, capabilities: outcome.value };
  };
  const conversation = createConversation({
    plan: turnPlan(CHAIN),
    dependencies: dependencies(providers),
    sessionId: 's',
    workingDirectory: '/project',
  });
  return { first, second, conversation };
}

async function ask(conversation: Conversation, question: string): Promise<readonly TurnEvent[]> {
  const events: TurnEvent[] = [];
  const { signal } = new AbortController();
  for await (const event of conversation.stream(question, signal)) events.push(event);
  return events;
}

const lastBody = ({ requests }: WireServer) => requests.at(-1)?.body ?? '';

const prose = recording('openai', 'responses-prose');

/** `thoughts`: texts and tokens of the reasoning, which the other vendor must not see. */
const histories: readonly {
  readonly name: string;
  readonly fixture: FixtureCase;
  readonly thoughts: readonly string[];
  readonly calls: readonly string[];
}[] = [
  {
    name: 'with signed thinking and tool calls',
    fixture: recording('anthropic', 'thinking-signature-tool'),
    thoughts: ['I look it up.', 'EqQB+/c2ln=='],
    calls: ['toolu_1', 'toolu_2'],
  },
  {
    name: 'with hidden thinking',
    fixture: recording('anthropic', 'thinking-omitted-redacted'),
    thoughts: ['EqkE=odd=='],
    calls: [],
  },
  { name: 'without thinking', fixture: recording('anthropic', 'text'), thoughts: [], calls: [] },
];

describe.each(histories)('a conversation $name', ({ fixture, thoughts, calls }) => {
  test('goes on with another vendor, which sees no foreign thinking, and comes back whole', async () => {
    const { first, second, conversation } = await startChain();
    first.answer = fixture.response;
    await ask(conversation, 'first question');
    first.answer = DEAD;
    second.answer = prose.response;
    const before = first.server.requests.length;

    const events = await ask(conversation, 'second question');

    expect(first.server.requests.length - before).toBe(6);
    expect(only(events, 'fallback')).toMatchObject([
      { from: CHAIN[0], to: CHAIN[1], skipped: [], discardsOutput: false },
    ]);
    expect(events.at(-1)).toMatchObject({
      outcome: { status: 'success', model: CHAIN[1], text: prose.expected.text },
    });
    const handed = lastBody(second.server);
    expect(handed).toContain('first question');
    expect(handed).toContain('second question');
    expect(handed).toContain(JSON.stringify(fixture.expected.text).slice(1, -1));
    for (const thought of thoughts) expect(handed).not.toContain(thought);
    // Each call, and its result.
    for (const id of calls) expect(handed.split(`"${id}"`)).toHaveLength(3);
    expect(JSON.stringify(second.server.requests)).not.toContain(KEYS.anthropic);
    expect(JSON.stringify(first.server.requests)).not.toContain(KEYS.openai);

    first.answer = recording('anthropic', 'text').response;
    await ask(conversation, 'third question');

    const back = lastBody(first.server);
    for (const thought of thoughts) expect(back).toContain(thought);
    expect(back).toContain(JSON.stringify(prose.expected.text).slice(1, -1));
    expect(conversation.history().map((message) => message.producedByProvider)).toEqual([
      undefined,
      'anthropic',
      undefined,
      'openai',
      undefined,
      'anthropic',
    ]);
  });
});

test('what the second vendor thought is not sent to the first', async () => {
  const { first, second, conversation } = await startChain();
  const thinking = recording('openai', 'responses-two-calls-with-reasoning');
  second.answer = thinking.response;
  await ask(conversation, 'first question');
  first.answer = recording('anthropic', 'text').response;

  await ask(conversation, 'second question');

  const sealed = JSON.stringify(conversation.history()[1]?.content);
  expect(sealed).toContain('thinking');
  expect(lastBody(first.server)).not.toContain('"type":"thinking"');
  expect(lastBody(first.server)).not.toContain('"signature"');
});
