/** Streams: left early, failing late, and the same as a whole answer. */
import { chatCase } from './chat-check.ts';
import type { ChatSession, Talk } from './chat-session.ts';
import { raw } from './history.ts';
import { QUESTION, say, textsOf, WAYS } from './say.ts';
import { within } from './within.ts';

const TIMES = 50;
const CLOSING_MS = 1000;
/** A pool of connections, and timers of others, come and go. */
const MOST_MORE_HANDLES = 10;

const closesWhenLeft = chatCase({
  id: 'CC-30',
  name: 'a stream that is left early closes its connection, every time',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    const talk = await session.talk();
    talk.play('half');
    const handles = await session.handles();
    for (let time = 1; time <= TIMES; time += 1) {
      const way = time % 2 === 0 ? 'the reader leaves' : 'the reader throws';
      if (!(await leave(talk, way === 'the reader throws'))) {
        return report(way, 'the first piece of the answer did not arrive');
      }
      const idle = talk.idle().then(() => true);
      if ((await within(session.clock, CLOSING_MS, idle)) === undefined) {
        return report(way, `the connection is open ${CLOSING_MS} ms later`);
      }
    }
    const more = (await session.handles()) - handles;
    if (more > MOST_MORE_HANDLES) report('', `${TIMES} times left ${more} handles open`);
  },
});

/** @returns Whether anything came that could be left. */
async function leave({ conversation }: Talk, isThrowing: boolean): Promise<boolean> {
  const fault = new Error('a fault of the reader');
  let hasSeen = false;
  try {
    for await (const event of conversation.stream(QUESTION, new AbortController().signal)) {
      if (event.type !== 'text-delta') continue;
      hasSeen = true;
      if (isThrowing) throw fault;
      break;
    }
  } catch (error) {
    if (error !== fault) throw error;
  }
  return hasSeen;
}

const endsOnce = chatCase({
  id: 'CC-31',
  name: 'a stream that fails after its end is closed once, and ends once',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    for (const way of WAYS) {
      const { conversation, play, streams } = await session.talk();
      play('late-failure');
      const { events } = await say(conversation, way);
      const [stream] = streams;
      if (stream?.closed !== 1) report(way, `the stream was closed ${stream?.closed ?? 0} times`);
      const ends = events.filter(({ type }) => type === 'turn-end').length;
      if (way === 'stream' && ends !== 1) report(way, `the turn ended ${ends} times`);
    }
  },
});

const agrees = chatCase({
  id: 'CC-32',
  name: 'the same answer gives the same text and history, streamed or whole',
  needs: [raw.id],
  async run(session, report) {
    const whole = await talkOnce(session, 'chat');
    const streamed = await talkOnce(session, 'stream');
    const same = (what: 'text' | 'pieces' | 'history', expected: string): void => {
      if (streamed[what] === expected) return;
      report(what, `is ${JSON.stringify(streamed[what])}, expected ${JSON.stringify(expected)}`);
    };
    same('text', whole.text);
    same('pieces', whole.text);
    same('history', whole.history);
  },
});

async function talkOnce(session: ChatSession, way: 'chat' | 'stream') {
  const { conversation } = await session.talk();
  const { outcome, events } = await say(conversation, way);
  const pieces = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  return { text: outcome.text, pieces, history: textsOf(conversation).join('\n') };
}

export const streamCases = [closesWhenLeft, endsOnce, agrees];
