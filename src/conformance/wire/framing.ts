/** W-77: server-sent events in every form that their specification allows. */
import { type Remark, skipped, violation } from '../finding.ts';
import type { StubResponse } from '../loopback-stub.ts';
import { dialectCheck } from './dialect-check.ts';
import { completeWith } from './exercise.ts';
import { endFault, outcomeOf, stopOf, textOf } from './stream-shape.ts';

const TEXT = 'Framed in many ways: é, 時, ".';
const LARGE_TEXT = `${'x'.repeat(200 * 1024)}.`;

type Frame = (body: string) => string;

/** Line breaks may be of either kind. */
const withCarriageReturns: Frame = (body) => body.replaceAll(/\r?\n/g, '\r\n');

/** A comment may stand before any line, and be an event of its own. */
const withComments: Frame = (body) =>
  `: hello\n\n${body.replaceAll(/^(?=data:)/gm, ': keep-alive\n')}`;

/** Data of several lines is joined by line breaks, which JSON allows behind a brace. */
const withSplitData: Frame = (body) => body.replaceAll(/^data: ?\{/gm, 'data: {\ndata: ');

const withSentinel: Frame = (body) =>
  /^data: ?\[DONE\]/m.test(body) ? body : `${body}data: [DONE]\n\n`;

interface Framing {
  readonly subject: string;
  readonly text: string;
  readonly frame: (response: StubResponse) => StubResponse;
  /** A failure that says so is allowed too. */
  readonly mayFail?: true;
}

const framed =
  (frame: Frame) =>
  (response: StubResponse): StubResponse => ({ ...response, body: frame(response.body ?? '') });

const FRAMINGS: readonly Framing[] = [
  { subject: 'an event of 200 KiB', text: LARGE_TEXT, frame: (whole) => whole, mayFail: true },
  {
    subject: 'every byte by itself',
    text: TEXT,
    frame: (whole) => ({ ...whole, isByteByByte: true }),
  },
  { subject: 'CRLF', text: TEXT, frame: framed(withCarriageReturns) },
  { subject: 'comments', text: TEXT, frame: framed(withComments) },
  { subject: 'data of several lines', text: TEXT, frame: framed(withSplitData) },
  { subject: '[DONE]', text: TEXT, frame: framed(withSentinel) },
];

export const readsEveryFraming = dialectCheck(
  {
    id: 'W-77',
    name: 'events are read whole, however they are framed',
    level: 'MUST',
    part: ({ answer }) => answer,
    lack: 'the vendor sends no events',
  },
  async (session, answer) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    if (!isEvents(answer(TEXT))) return [skipped('the vendor sends no server-sent events')];
    const remarks: Remark[] = [];
    for (const { subject, text, frame, mayFail } of FRAMINGS) {
      const { record } = await completeWith(session, model, { answer: frame(answer(text)) });
      const isWhole = stopOf(record) !== undefined && textOf(record) === text;
      const isFailed = mayFail && stopOf(record) === undefined;
      const fault = endFault(record);
      if (fault === undefined && (isWhole || isFailed)) continue;
      const found = `${textOf(record).length} characters of ${text.length}, ${outcomeOf(record)}`;
      remarks.push(violation(subject, fault ?? found));
    }
    return remarks;
  },
);

function isEvents({ body = '' }: StubResponse): boolean {
  return /^(?:data|event|id|retry)?:/m.test(body);
}
