/** Answers that were asked for by a schema. */
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { AnswerSchema } from '../../turn/structured-answer.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { ChatSession } from './chat-session.ts';
import type { BackendAnswer } from './chat-subject.ts';
import { raw } from './history.ts';
import { endOf, QUESTION, textsOf } from './say.ts';

/** Stands in the schema, so that a request which asks for it can be told. */
const MARK = 'the-shape-of-suite-c';

function shape(name: string): AnswerSchema {
  const property: JsonObject = { type: 'boolean', description: MARK };
  return {
    schema: {
      type: 'object',
      properties: { [name]: property },
      required: [name],
      additionalProperties: false,
    },
    problems: (value) => (hasOnly(value, name) ? [] : [`/${name} must be the only property`]),
  };
}

function hasOnly(value: JsonValue, name: string): boolean {
  return JSON.stringify(value) === JSON.stringify({ [name]: true });
}

const keepsShape = chatCase({
  id: 'CC-02',
  name: 'an answer asked for by a schema is its value, or an error that has the text',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    await givesValue(session, report);
    const { prose, value } = textsOfAnswers(session);
    await givesError(session, report, { answer: 'value', text: value, subject: 'another shape' });
    await givesError(session, report, { answer: 'prose', text: prose, subject: 'prose' });
  },
});

function textsOfAnswers({ subject }: ChatSession) {
  const { prose } = subject.facts;
  return { prose, value: prose.replace('json', 'true') };
}

async function givesValue(session: ChatSession, report: Report): Promise<void> {
  const { conversation, play, requests } = await session.talk();
  play('value');
  const outcome = await conversation.ask(QUESTION, undefined, shape('not'));
  if (outcome.status !== 'success') return report('a value', `ended as ${endOf(outcome)}`);
  if (!hasOnly(outcome.structured ?? null, 'not')) {
    report('a value', `gave ${JSON.stringify(outcome.structured)}, expected {"not":true}`);
  }
  if (!requests().some((request) => request.raw.includes(MARK))) {
    report('the request', 'does not hold the schema');
  }
}

interface WrongAnswer {
  readonly answer: BackendAnswer;
  readonly text: string;
  readonly subject: string;
}

/** The same answer comes for every request, so that asking again mends nothing. */
async function givesError(
  session: ChatSession,
  report: Report,
  { answer, text, subject }: WrongAnswer,
): Promise<void> {
  const { conversation, play } = await session.talk();
  play(answer);
  const outcome = await conversation.ask(QUESTION, undefined, shape('count'));
  const { error, structured } = outcome;
  if (error === undefined) return report(subject, `no error; ended as ${endOf(outcome)}`);
  if (structured !== undefined) report(subject, `gave ${JSON.stringify(structured)} as well`);
  if (error.rawDetail !== text) {
    const held = JSON.stringify(error.rawDetail);
    report(subject, `the error holds ${held}, expected ${JSON.stringify(text)}`);
  }
  const kept = textsOf(conversation);
  if (kept.length > 0) report(subject, `joined the history: ${JSON.stringify(kept)}`);
}

export const structuredCases = [keepsShape];
