/** W-46, W-47: reasoning, and what of it must come back to the vendor unchanged. */
import type { ModelSpec } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { Check } from '../check.ts';
import { type Remark, violation } from '../finding.ts';
import { recordCheck } from './completion.ts';
import { addRecord, completeWith, holds } from './exercise.ts';
import { assistantMessage, userMessage } from './requests.ts';
import { eventsOf } from './stream-shape.ts';
import type { RedactedAnswer } from './vendor-dialect.ts';
import type { WireSession } from './wire-session.ts';

const MUST = 'MUST' as const;

const thinks = ({ thinking }: ModelSpec): boolean => thinking?.supported === true;
const textIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const thinksWhereDeclared = recordCheck(
  {
    id: 'W-46',
    name: 'only a model that declares thinking thinks, and its signature stays as it is',
    level: MUST,
  },
  'no thinking produced',
  ({ record, model, expected }) => {
    const signatures = eventsOf(record, 'thinkingSignature');
    const thoughts = [...eventsOf(record, 'thinkingDelta'), ...signatures];
    const wanted = expected?.signature;
    if (thoughts.length === 0 && wanted === undefined) return undefined;
    if (thoughts.length > 0 && !thinks(model)) return ['it thinks, which it does not declare'];
    const isKept =
      wanted === undefined ||
      signatures.some(({ signature }) => textIn(signature).includes(wanted));
    return isKept ? [] : ['the signature is not that of the vendor'];
  },
  async (session) => {
    const { response, signature } = session.options.dialect?.thinking ?? {};
    await addRecord(session, thinks, { answer: response, expected: { signature } });
    await addRecord(session, (model) => !thinks(model));
  },
);

const judgesRedacted = recordCheck(
  {
    id: 'W-47',
    name: 'a redacted block is whole, stays as it is, and goes back to the vendor',
    level: MUST,
  },
  'no such block produced',
  ({ record, model, expected }) => {
    const blocks = eventsOf(record, 'redactedThinking');
    const wanted = expected?.redacted;
    if (blocks.length === 0 && wanted === undefined) return undefined;
    const isKept =
      wanted === undefined ||
      (blocks.length === 1 && textIn(blocks[0]?.data ?? NO_BYTES).includes(wanted));
    return [
      ...(blocks.some(({ data }) => data.length === 0) ? ['a redacted block is empty'] : []),
      ...(thinks(model) ? [] : ['a redacted block from a model that does not think']),
      ...(isKept ? [] : ['the block is not that of the vendor']),
    ].slice(0, 1);
  },
  async (session) => {
    const { response, data } = session.options.dialect?.redacted ?? {};
    if (response)
      await addRecord(session, thinks, { answer: response, expected: { redacted: data } });
  },
);

const NO_BYTES = new Uint8Array();

const forwardsRedacted: Check<WireSession> = {
  ...judgesRedacted,
  async run(session) {
    const remarks = await judgesRedacted.run(session);
    const given = session.options.dialect?.redacted;
    return given && remarks.length === 0 ? echoRemarks(session, given) : remarks;
  },
};

/** The vendor refuses a conversation that has lost such a block. */
async function echoRemarks(
  session: WireSession,
  { data: wanted }: RedactedAnswer,
): Promise<readonly Remark[]> {
  const blocks = session.records.flatMap(({ record }) => eventsOf(record, 'redactedThinking'));
  const data = blocks.find((block) => textIn(block.data).includes(wanted))?.data;
  const model = await session.modelThat(thinks);
  if (!model || !data) return [];
  const { content = [], ...answer } = assistantMessage('Hello.');
  const messages = [
    userMessage('Say hello.'),
    {
      ...answer,
      producedByModelId: model.id,
      content: [{ block: { case: 'redactedThinking' as const, value: { data } } }, ...content],
    },
    userMessage('Once more.'),
  ];
  const { sent } = await completeWith(session, model, { content: { messages } });
  return holds(sent, wanted) ? [] : [violation(model.id, 'the next request holds not the block')];
}

/** In the order they run. */
export const reasoningChecks = [thinksWhereDeclared, forwardsRedacted] as const;
