/** What joins the history, what stays buffered, and what of it the backend receives. */
import { chatCase } from './chat-check.ts';
import type { SeenRequest } from './chat-subject.ts';
import { endOf, QUESTION, say, textsOf } from './say.ts';

const MARK = 'a-buffered-message';

export const raw = chatCase({
  id: 'CC-01',
  name: 'an answer without a schema is its text, neither parsed nor trimmed',
  async run(session, report) {
    const { prose } = session.subject.facts;
    for (const way of ['ask', 'chat'] as const) {
      const { conversation } = await session.talk();
      const { outcome } = await say(conversation, way);
      if (outcome.status !== 'success') report(way, `ended as ${endOf(outcome)}`);
      else if (outcome.text !== prose) {
        report(way, `gave ${JSON.stringify(outcome.text)}, expected ${JSON.stringify(prose)}`);
      }
    }
  },
});

const NEEDS = [raw.id];

const keepsAsk = chatCase({
  id: 'CC-03',
  name: 'what was asked, and the answer to it, go with the next call in order',
  abilities: ['backend'],
  needs: NEEDS,
  async run(session, report) {
    const { prose } = session.subject.facts;
    const { conversation, requests } = await session.talk();
    const outcome = await conversation.ask('asked first');
    if (outcome.status !== 'success') return report('', `the first ended as ${endOf(outcome)}`);
    await conversation.chat('said then');
    const turns = requests()
      .at(-1)
      ?.turns.map(({ role, texts }) => `${role}: ${texts.join('')}`);
    const expected = ['user: asked first', `assistant: ${prose}`, 'user: said then'];
    // Some programs get it all as one text, of which blanks at its ends are no part.
    if (trimmed(turns) !== trimmed(expected)) {
      report('the next request', `holds ${JSON.stringify(turns)}`);
    }
  },
});

function trimmed(turns: readonly string[] = []): string {
  return turns.map((turn) => turn.trim()).join('\n');
}

const keepsBuffer = chatCase({
  id: 'CC-10',
  name: 'a message that was added survives a failed call, and is sent once with the next',
  abilities: ['backend'],
  needs: NEEDS,
  async run(session, report) {
    const { conversation, play, requests } = await session.talk();
    conversation.add(MARK);
    play(400);
    const failed = await conversation.chat('first');
    if (failed.status !== 'error') return report('', `a 400 ended as ${endOf(failed)}`);
    if (conversation.size().messages !== 1) {
      report('after the failure', `${conversation.size().messages} messages are held, expected 1`);
    }
    play('prose');
    await conversation.chat('second');
    const sent = textIn(requests().at(-1));
    const times = sent.split(MARK).length - 1;
    if (times !== 1) report('the retry', `holds it ${times} times`);
    if (sent.includes('first')) report('the retry', 'holds the question that failed');
    if (sent.indexOf(MARK) > sent.indexOf('second')) report('the retry', 'holds it too late');
  },
});

const keepsHistory = chatCase({
  id: 'CC-11',
  name: 'a failed call leaves the history as it was',
  abilities: ['backend'],
  needs: NEEDS,
  async run(session, report) {
    for (const failure of ['broken', 400] as const) {
      const { conversation, play, requests } = await session.talk();
      await conversation.chat('before');
      const before = textsOf(conversation);
      play(failure);
      const outcome = await conversation.chat('failing');
      const subject = String(failure);
      if (outcome.status !== 'error') report(subject, `ended as ${endOf(outcome)}`);
      const after = textsOf(conversation);
      if (after.join('\n') !== before.join('\n')) {
        report(subject, `holds ${JSON.stringify(after)}, expected ${JSON.stringify(before)}`);
      }
      play('prose');
      await conversation.chat('after');
      const sent = requests().at(-1);
      const { length } = sent?.turns ?? [];
      if (length !== 3) report(subject, `the next request has ${length} turns, expected 3`);
      if (textIn(sent).includes('failing')) report(subject, 'the failed question is sent again');
    }
  },
});

const appendsTwo = chatCase({
  id: 'CC-12',
  name: 'a chat appends exactly two turns',
  needs: NEEDS,
  async run(session, report) {
    const { conversation } = await session.talk();
    const expected: string[] = [];
    for (const question of ['one', QUESTION]) {
      await conversation.chat(question);
      expected.push('user', 'assistant');
      const roles = conversation.history().map(({ role }) => role);
      if (roles.join() !== expected.join()) {
        return report(question, `the history is ${roles.join()}, expected ${expected.join()}`);
      }
    }
  },
});

const measures = chatCase({
  id: 'CC-13',
  name: 'size and estimate follow add, chat and reset',
  needs: NEEDS,
  async run(session, report) {
    const { conversation } = await session.talk();
    const sizes = [conversation.size()];
    conversation.add('eight characters and more');
    sizes.push(conversation.size());
    await conversation.chat(QUESTION);
    sizes.push(conversation.size());
    const counted = await conversation.count();
    conversation.reset();
    sizes.push(conversation.size());
    const messages = sizes.map((size) => size.messages);
    if (messages.join() !== '0,1,3,0') report('messages', `are ${messages.join()}, not 0,1,3,0`);
    const [start = 0, added = 0, answered = 0, reset = 0] = sizes.map(({ tokens }) => tokens);
    if (!(start >= 0 && added > start && answered > added && reset === start)) {
      report('tokens', `go ${[start, added, answered, reset].join(', ')}`);
    }
    if (!(counted.tokens > 0) || typeof counted.exact !== 'boolean') {
      report('count', `is ${counted.tokens}, exact: ${String(counted.exact)}`);
    }
  },
});

const LONG = 'A very long text, ünïcödé and all. '.repeat(10_000);

const keepsWhole = chatCase({
  id: 'CC-14',
  name: 'a very long text that is added stays one message, whole',
  abilities: ['backend'],
  needs: NEEDS,
  async run(session, report) {
    const { conversation, requests } = await session.talk();
    conversation.add(LONG);
    const { messages } = conversation.size();
    if (messages !== 1) return report('', `it became ${messages} messages`);
    await conversation.chat(QUESTION);
    const times = textIn(requests().at(-1)).split(LONG).length - 1;
    if (times !== 1) report('the request', `holds the whole text ${times} times`);
  },
});

const PROMPT = 'Be brief, and nothing else.';

const sendsPrompt = chatCase({
  id: 'CC-15',
  name: 'without a prompt there is no system turn, with one exactly one',
  abilities: ['backend'],
  needs: NEEDS,
  async run(session, report) {
    for (const [name, systemPrompt] of [
      ['no prompt', undefined],
      ['an empty prompt', ''],
    ] as const) {
      const { conversation, requests } = await session.talk({ systemPrompt });
      await conversation.chat(QUESTION);
      const { length } = requests().at(-1)?.system ?? [];
      if (length !== 0) report(name, `gave ${length} system turns`);
    }
    const { conversation, requests } = await session.talk({ systemPrompt: PROMPT });
    await conversation.chat(QUESTION);
    const system = requests().at(-1)?.system ?? [];
    if (system.length !== 1 || system[0] !== PROMPT) {
      report('a prompt', `gave the system turns ${JSON.stringify(system)}`);
    }
  },
});

/** Vendors differ in how they join what one side said. */
function textIn(request: SeenRequest | undefined): string {
  return request?.turns.flatMap(({ texts }) => texts).join('\n') ?? '';
}

export const historyCases = [
  raw,
  keepsAsk,
  keepsBuffer,
  keepsHistory,
  appendsTwo,
  measures,
  keepsWhole,
  sendsPrompt,
];
