/** Tools: who may call them, and what comes back for each call. */
import type { Message, ToolResultBlock } from '../../protocol/message.ts';
import type { ToolAnswer, ToolHandlers } from '../../turn/tool-handler.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { ChatSession } from './chat-session.ts';
import { CLOCK, clockHandlers, tellTime, timeIn, ZONES, type Zone } from './clock-tool.ts';
import { raw } from './history.ts';
import { endOf, QUESTION } from './say.ts';
import { ANOTHER, withAnother } from './stand-in.ts';
import { within } from './within.ts';

const NEEDS = [raw.id];
const TOOLS = [CLOCK];

const asksWithout = chatCase({
  id: 'CC-04',
  name: 'to ask offers no tool and runs none; those declared stay for the next chat',
  abilities: ['backend', 'tools'],
  needs: NEEDS,
  async run(session, report) {
    let runs = 0;
    const handlers = clockHandlers((zone) => {
      runs += 1;
      return tellTime(zone);
    });
    const { conversation, play, requests, streams } = await session.talk({
      tools: TOOLS,
      handlers,
    });
    play('calls');
    await conversation.ask(QUESTION);
    if (requests().some(({ raw: sent }) => sent.includes(CLOCK.description))) {
      report('ask', 'the request offers a tool');
    } else if (streams.some(({ request }) => request.tools.length > 0)) {
      report('ask', 'the provider was offered a tool');
    }
    if (runs > 0) report('ask', 'a tool was run');
    runs = 0;
    const before = requests().length;
    play('calls');
    await conversation.chat(QUESTION);
    const sent = requests()[before]?.raw ?? '';
    if (!sent.includes(CLOCK.description)) report('chat', 'the request offers no tool');
    if (runs !== ZONES.length) report('chat', `${runs} calls were run, expected ${ZONES.length}`);
  },
});

/** How long the calls of one step may wait for each other, milliseconds. */
const PATIENCE_MS = 5000;

const runsTogether = chatCase({
  id: 'CC-40',
  name: 'two calls of one step run side by side, each gets its own result, no other model takes over',
  abilities: ['backend', 'tools'],
  needs: NEEDS,
  async run(session, report) {
    await expectResults(session, report);
    await expectNoFallback(session, report);
  },
});

/** The first call is answered after the second, so that no order of arrival helps. */
async function expectResults(session: ChatSession, report: Report): Promise<void> {
  let end = (): void => undefined;
  const second = new Promise<true>((resolve) => {
    end = () => resolve(true);
  });
  const handlers = clockHandlers(async (zone) => {
    if (zone === ZONES[1]) end();
    else if ((await within(session.clock, PATIENCE_MS, second)) === undefined) {
      report('the calls', 'one waits for the end of the other');
    }
    return tellTime(zone);
  });
  const { conversation, play, requests } = await session.talk({ tools: TOOLS, handlers });
  play('calls');
  const outcome = await conversation.chat(QUESTION);
  if (outcome.status !== 'success') report('the turn', `ended as ${endOf(outcome)}`);
  if (outcome.hasRunTool !== true) report('the turn', 'does not say that a tool has run');
  const results = requests().at(-1)?.results ?? [];
  const expected = ZONES.map((zone) => ({ zone, text: timeIn(zone) }));
  const isRight = expected.every(({ zone, text }, index) => {
    const result = results[index];
    return result?.zone === zone && result.text.includes(text);
  });
  if (!isRight || results.length !== expected.length) {
    report('the results', `are ${JSON.stringify(results)}, expected ${JSON.stringify(expected)}`);
  }
}

/** The vendor fails behind the tools, with another model at hand. */
async function expectNoFallback(session: ChatSession, report: Report): Promise<void> {
  const [own] = (await session.plan()).candidates;
  if (own === undefined) throw new Error('the plan has no candidate');
  const another = { ...own, ref: { ...own.ref, provider: ANOTHER } };
  let isAsked = false;
  const talk = await session.talk({
    plan: { candidates: [own, another] },
    tools: TOOLS,
    handlers: clockHandlers((zone) => {
      talk.play(429);
      return tellTime(zone);
    }),
    via: (directory) =>
      withAnother(directory, session.subject.name, () => {
        isAsked = true;
        return { type: 'stop', reason: 'end_turn' };
      }),
  });
  talk.play('calls');
  const outcome = await talk.conversation.chat(QUESTION);
  if (isAsked) report('after a tool', 'another model took over');
  if (outcome.error === undefined) report('after a tool', `a 429 ended as ${endOf(outcome)}`);
}

const survivesTools = chatCase({
  id: 'CC-41',
  name: 'a tool that throws, is silent, unknown or denied gives a marked result, and the turn goes on',
  abilities: ['backend', 'tools'],
  needs: NEEDS,
  async run(session, report) {
    const failing = (fail: () => Promise<ToolAnswer | undefined>) =>
      clockHandlers((zone) => (zone === ZONES[0] ? fail() : tellTime(zone)));
    const ways: readonly (readonly [string, ToolHandlers, readonly Zone[]])[] = [
      ['it throws', failing(throwing), [ZONES[0]]],
      ['it rejects', failing(async () => throwing()), [ZONES[0]]],
      ['it returns nothing', failing(async () => undefined), [ZONES[0]]],
      ['it is denied', failing(async () => ({ type: 'denied', reason: 'not now' })), [ZONES[0]]],
      ['it is unknown', new Map(), ZONES],
    ];
    for (const [subject, handlers, failed] of ways) {
      await expectMarked(session, { subject, handlers, failed, report });
    }
  },
});

function throwing(): never {
  throw new Error('the clock is broken');
}

interface Expectation {
  readonly subject: string;
  readonly handlers: ToolHandlers;
  readonly failed: readonly Zone[];
  readonly report: Report;
}

async function expectMarked(
  session: ChatSession,
  { subject, handlers, failed, report }: Expectation,
): Promise<void> {
  const talk = await session.talk({ tools: TOOLS, handlers });
  talk.play('calls');
  const outcome = await talk.conversation.chat(QUESTION);
  if (outcome.status !== 'success') return report(subject, `the turn ended as ${endOf(outcome)}`);
  const messages = talk.streams.at(-1)?.request.messages ?? [];
  for (const zone of ZONES) {
    const result = resultFor(messages, zone);
    if (result === undefined) report(subject, `the call for ${zone} has no result`);
    else if (result.isError !== failed.includes(zone)) {
      report(subject, `the result for ${zone} is ${result.isError ? '' : 'not '}marked as failed`);
    }
  }
  const seen =
    talk
      .requests()
      .at(-1)
      ?.results.map(({ zone }) => zone) ?? [];
  if (seen.join() !== ZONES.join()) report(subject, `the backend got results for ${seen.join()}`);
}

function resultFor(messages: readonly Message[], zone: Zone): ToolResultBlock | undefined {
  const blocks = messages.flatMap(({ content }) => content);
  const call = blocks.find(
    (block) => block.type === 'tool-use' && block.arguments['zone'] === zone,
  );
  if (call?.type !== 'tool-use') return undefined;
  const found = blocks.find((block) => block.type === 'tool-result' && block.toolUseId === call.id);
  return found?.type === 'tool-result' ? found : undefined;
}

export const toolCases = [asksWithout, runsTogether, survivesTools];
