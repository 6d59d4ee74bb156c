/** Two providers in a row: whose failures, settings and thoughts reach whom. */
import type { ModelErrorCategory } from '../../protocol/model-error.ts';
import type { ModelRequest } from '../../protocol/model-request.ts';
import type { TurnCandidate } from '../../turn/turn-plan.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { ChatSession, TalkOptions } from './chat-session.ts';
import type { FailureStatus, PairMember, SeenRequest } from './chat-subject.ts';
import { faultsOf } from './failures.ts';
import { raw } from './history.ts';
import { endOf, QUESTION, say, WAYS } from './say.ts';
import { ANOTHER, failureOf, withAnother } from './stand-in.ts';

const NEEDS = [raw.id];
const PAIR = ['backend', 'fallback'] as const;

const keepsFailures = chatCase({
  id: 'CC-51',
  name: 'when every model of a chain fails, the failure of each is reachable',
  abilities: PAIR,
  needs: NEEDS,
  async run(session, report) {
    for (const way of WAYS) {
      const { conversation, play, pair } = await session.talkToPair();
      const statuses: readonly FailureStatus[] = [429, 400];
      play(429);
      pair.second.backend.play(400);
      const { outcome } = await say(conversation, way);
      if (outcome.status !== 'error') report(way, `ended as ${endOf(outcome)}`);
      for (const [index, status] of statuses.entries()) {
        const { facts } = index === 0 ? pair.first : pair.second;
        const failure = outcome.failures?.[index];
        const subject = `${way}, ${index === 0 ? 'the first' : 'the second'}`;
        const wanted = pair.plan.candidates[index]?.ref.provider;
        if (failure === undefined) report(subject, 'its failure is lost');
        else if (failure.model.provider !== wanted) {
          report(subject, `is told as ${failure.model.provider}`);
        } else {
          for (const fault of faultsOf(failure.error, facts.failures[status])) {
            report(subject, fault);
          }
        }
      }
    }
  },
});

const takesKey = chatCase({
  id: 'CC-70',
  name: 'the first of a chain gets the key of its block, although no other key is anywhere',
  abilities: [...PAIR, 'key'],
  needs: NEEDS,
  async run(session, report) {
    const pair = await session.subject.startPair('first');
    await session.withStarted(pair, async (_started, talk) => {
      const { conversation, requests } = talk();
      const outcome = await conversation.chat(QUESTION);
      if (outcome.status !== 'success') return report('the chain', `ended as ${endOf(outcome)}`);
      const { key = '' } = pair.first;
      if (!requests().some(({ envelope }) => envelope.includes(key))) {
        report('the first', 'was asked without its key');
      }
    });
  },
});

const keepsApart = chatCase({
  id: 'CC-71',
  name: 'each of a chain gets its own key, address, headers and model, and none of the other',
  abilities: PAIR,
  needs: NEEDS,
  async run(session, report) {
    const { conversation, play, pair, requests, secondRequests } = await session.talkToPair();
    play(429);
    const outcome = await conversation.chat(QUESTION);
    if (outcome.status !== 'success') report('the chain', `ended as ${endOf(outcome)}`);
    expectOwn(requests(), { name: 'the first', own: pair.first, other: pair.second, report });
    expectOwn(secondRequests(), {
      name: 'the second',
      own: pair.second,
      other: pair.first,
      report,
    });
  },
});

function expectOwn(
  requests: readonly SeenRequest[],
  {
    name,
    own,
    other,
    report,
  }: {
    readonly name: string;
    readonly own: PairMember;
    readonly other: PairMember;
    readonly report: Report;
  },
): void {
  const [request] = requests;
  if (request === undefined || requests.length > 1) {
    report(name, `was asked ${requests.length} times at its address`);
    return;
  }
  const seen = `${request.envelope}\n${request.raw}`;
  // The values stay out of the report: one of them is a key.
  const lost = own.marks.filter((mark) => !seen.includes(mark)).length;
  if (lost > 0) report(name, `got ${own.marks.length - lost} of ${own.marks.length} settings`);
  const leaked = other.marks.filter((mark) => seen.includes(mark)).length;
  if (leaked > 0) report(name, `got ${leaked} settings of the other`);
}

/** Fields of a request that belong to the conversation, whoever answers. */
const SHARED: readonly (keyof ModelRequest)[] = [
  'messages',
  'tools',
  'assembledContext',
  'callContext',
];

const MARK = 'meant-for-the-first';

const carriesNothing = chatCase({
  id: 'CC-72',
  name: 'nothing that was set for the first of a chain, known or not, changes what the next gets',
  needs: NEEDS,
  async run(session, report) {
    const alone = await session.talk();
    await alone.conversation.chat(QUESTION);
    const behind = await session.talk(await chainOptions(session, marked, 'overloaded'));
    const outcome = await behind.conversation.chat(QUESTION);
    if (outcome.status !== 'success') return report('the chain', `ended as ${endOf(outcome)}`);
    const expected = fieldsOf(alone.streams.at(-1)?.request);
    const sent = fieldsOf(behind.streams.at(-1)?.request);
    for (const name of new Set([...expected.keys(), ...sent.keys()])) {
      if (expected.get(name) !== sent.get(name)) report(name, 'is not what it is without a chain');
    }
    if (JSON.stringify(behind.streams.at(-1)?.request).includes(MARK)) {
      report('the provider', 'got what was not its own');
    }
    const texts = behind.requests().map((request) => `${request.envelope}\n${request.raw}`);
    if (texts.some((text) => text.includes(MARK)))
      report('the backend', 'got what was not its own');
  },
});

/** Everything a candidate may hold, and one field that nobody has heard of. */
function marked({ ref }: TurnCandidate): TurnCandidate {
  const unheard = { 'added-by-the-suite': MARK };
  const params = {
    thinkingEffort: MARK,
    thinkingBudgetTokens: 1237,
    maxOutputTokens: 17,
    temperature: 0.1237,
    stopSequences: [MARK],
  };
  return {
    ...unheard,
    ref,
    params: { ...unheard, ...params },
    providerOptions: { ...unheard, [MARK]: MARK },
  };
}

function fieldsOf(request: ModelRequest | undefined): ReadonlyMap<string, string> {
  const entries = Object.entries(request ?? {}).filter(([name, value]) => {
    return value !== undefined && !SHARED.some((shared) => shared === name);
  });
  return new Map(entries.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** A chain whose first is a stand-in that takes everything and fails. */
async function chainOptions(
  session: ChatSession,
  first: (candidate: TurnCandidate) => TurnCandidate,
  category: ModelErrorCategory,
  windowShare = 1,
): Promise<TalkOptions> {
  const [own] = (await session.plan()).candidates;
  if (own === undefined) throw new Error('the plan has no candidate');
  const another = first({ ...own, ref: { ...own.ref, provider: ANOTHER } });
  return {
    plan: { candidates: [another, own] },
    via: (directory) =>
      withAnother(
        directory,
        session.subject.name,
        () => failureOf(category),
        (spec) => ({
          contextWindow: Math.ceil(spec.contextWindow * windowShare),
          thinking: {
            supported: true,
            adaptiveByDefault: false,
            disable: 'always',
            effort: { levels: [MARK], default: MARK },
            budget: { min: 0, max: 10_000, deprecated: false },
          },
        }),
      ),
  };
}

/** `error-taxonomy` §3; of windows the first is half as large as the next, then twice. */
const REACTIONS: readonly (readonly [ModelErrorCategory, boolean, number])[] = [
  ['rate_limited', true, 1],
  ['overloaded', true, 1],
  ['context_length_exceeded', true, 0.5],
  ['context_length_exceeded', false, 2],
  ['auth_error', false, 1],
  ['invalid_request', false, 1],
  ['content_filtered', false, 1],
  ['unknown', false, 1],
];

const fallsBack = chatCase({
  id: 'CC-73',
  name: 'a chain falls back for the categories that may, and for no other',
  needs: NEEDS,
  async run(session, report) {
    for (const [category, falls, windowShare] of REACTIONS) {
      const subject = windowShare === 1 ? category : `${category}, window × ${windowShare}`;
      const options = await chainOptions(session, (same) => same, category, windowShare);
      const { conversation, streams } = await session.talk(options);
      const outcome = await conversation.chat(QUESTION);
      const hasFallen = streams.length > 1;
      if (hasFallen !== falls) report(subject, hasFallen ? 'fell back' : 'did not fall back');
      else if (falls !== (outcome.status === 'success'))
        report(subject, `ended as ${endOf(outcome)}`);
      else if (!falls && outcome.error?.category !== category) {
        report(subject, `ended as ${endOf(outcome)}`);
      }
    }
  },
});

export const chainCases = [keepsFailures, takesKey, keepsApart, carriesNothing, fallsBack];
