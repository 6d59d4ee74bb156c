/** A conversation that goes on with another provider. */
import type { Message } from '../../protocol/message.ts';
import type { Conversation } from '../../turn/conversation.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { SeenRequest } from './chat-subject.ts';
import { CLOCK, clockHandlers, timeIn, ZONES } from './clock-tool.ts';
import { raw } from './history.ts';
import { endOf, QUESTION } from './say.ts';

const handsOver = chatCase({
  id: 'CC-74',
  name: 'another provider gets calls and results whole, no foreign thought, and who said what is kept',
  abilities: ['backend', 'fallback', 'tools'],
  needs: [raw.id],
  async run(session, report) {
    const talk = await session.talkToPair({ tools: [CLOCK], handlers: clockHandlers() });
    const { conversation, pair } = talk;
    const [first, second] = pair.plan.candidates.map((candidate) => ({
      ...pair.plan,
      candidates: [candidate],
    }));
    if (first === undefined || second === undefined) throw new Error('the pair has no plan');
    const steps = [
      { name: 'the first', plan: first, member: pair.first, requests: talk.requests },
      { name: 'the second', plan: second, member: pair.second, requests: talk.secondRequests },
      { name: 'the first again', plan: first, member: pair.first, requests: talk.requests },
    ] as const;
    for (const [turn, { name, plan, member, requests }] of steps.entries()) {
      const before = requests().length;
      const opened = talk.streams.length;
      member.backend.play('calls');
      const end = await chatWith(conversation, plan);
      if (end !== undefined) return report(name, `ended as ${end}`);
      const other = member === pair.first ? pair.second : pair.first;
      const request = requests()[before];
      const messages = talk.streams[opened]?.request.messages ?? [];
      const own = plan.candidates[0]?.ref.provider;
      if (messages.some((message) => message.producedByProvider !== own && thinks(message))) {
        report(name, 'was handed a thought of the other');
      }
      expectHandedOver(request, { name, turn, thoughts: other.facts.thoughts, report });
    }
    const names = pair.plan.candidates.map(({ ref }) => ref.provider);
    expectAuthors(conversation, [names[0], names[1], names[0]], report);
    for (const member of [pair.first, pair.second]) {
      if (member.facts.thoughts.length > 0) continue;
      const name = member === pair.first ? 'first' : 'second';
      report.skip(`thoughts of the ${name}`, 'it tells none');
    }
  },
});

function thinks({ content }: Message): boolean {
  return content.some(({ type }) => type === 'thinking' || type === 'redacted-thinking');
}

async function chatWith(conversation: Conversation, plan: TurnPlan): Promise<string | undefined> {
  conversation.setPlan({ ...plan, retry: { ...plan.retry, maxRetries: 0 } });
  const outcome = await conversation.chat(QUESTION);
  return outcome.status === 'success' ? undefined : endOf(outcome);
}

interface Expectation {
  readonly name: string;
  /** How many turns were before. */
  readonly turn: number;
  /** What the other alone may see. */
  readonly thoughts: readonly string[];
  readonly report: Report;
}

function expectHandedOver(
  request: SeenRequest | undefined,
  { name, turn, thoughts, report }: Expectation,
): void {
  if (request === undefined) {
    report(name, 'was not asked');
    return;
  }
  if (thoughts.some((thought) => request.raw.includes(thought))) {
    report(name, 'got a thought of the other');
  }
  const expected = Array.from({ length: turn }, () => ZONES).flat();
  const { results } = request;
  const isRight = expected.every((zone, index) => {
    const result = results[index];
    return result?.zone === zone && result.text.includes(timeIn(zone));
  });
  if (!isRight || results.length !== expected.length) {
    report(name, `got the results ${JSON.stringify(results)}`);
  }
}

/** A turn is a call of tools and then an answer. */
function expectAuthors(
  conversation: Conversation,
  names: readonly (string | undefined)[],
  report: Report,
): void {
  const authors = conversation
    .history()
    .filter(({ role }) => role === 'assistant')
    .map(({ producedByProvider }) => producedByProvider);
  const expected = names.flatMap((name) => [name, name]);
  if (authors.join() !== expected.join()) {
    report('the history', `is by ${authors.join()}, expected ${expected.join()}`);
  }
}

export const handOverCases = [handsOver];
