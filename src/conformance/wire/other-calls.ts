/** W-71 … W-75: the optional calls, and a large request. */
import { isDeepStrictEqual } from 'node:util';
import { GRPC_CODE } from '../../protocol/status-detail.ts';
import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { completionCheck } from './completion.ts';
import { dialectCheck } from './dialect-check.ts';
import { completeWith, lastWithBody } from './exercise.ts';
import { clockTool, contextSection, userMessage } from './requests.ts';
import { isClassified, statusText } from './status.ts';
import type { WireOutcome } from './wire-context.ts';
import type { WireSession } from './wire-session.ts';

type Failed = Extract<WireOutcome<unknown>, { readonly type: 'failed' }>;

const isNotOffered = ({ failure }: Failed): boolean => failure.code === GRPC_CODE.unimplemented;

const countsTokens = completionCheck(
  {
    id: 'W-71',
    name: 'CountTokens counts tools and context too',
    level: 'SHOULD',
    needs: ['W-30'],
  },
  async (session) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    session.stub.mode = session.options.dialect?.count?.response ?? session.vendorMode;
    const text = { modelId: model.id, messages: [userMessage('Say hello.')] };
    const plain = await session.client.countTokens(text);
    const more = model.supportsToolUse ? { tools: [clockTool] } : {};
    const assembledContext = [contextSection('You are a clock.')];
    const full = await session.client.countTokens({ ...text, ...more, assembledContext });
    const empty = await session.client.countTokens({ modelId: model.id });
    session.restoreVendor();
    for (const outcome of [plain, full, empty]) {
      if (outcome.type === 'unreadable') return [violation(model.id, outcome.reason)];
      if (outcome.type === 'failed') return notCounted(outcome, model.id);
      if (outcome.value.count < 0n) return [violation(model.id, 'a count is negative')];
    }
    const grows = plain.type === 'ok' && full.type === 'ok' && full.value.count > plain.value.count;
    return grows ? [] : [violation(model.id, 'tools and context add nothing to the count')];
  },
);

function notCounted(outcome: Failed, subject: string): readonly Remark[] {
  if (isNotOffered(outcome)) return [violation('', 'CountTokens is not offered')];
  if (isClassified(outcome.failure)) return [skipped('the vendor did not count')];
  return [violation(subject, `an unclassified ${statusText(outcome.failure)}`)];
}

const countsWhatItSends = dialectCheck(
  {
    id: 'W-72',
    name: 'what is counted is what a completion sends',
    level: 'MUST',
    part: ({ count }) => count,
    lack: 'the vendor does not count',
  },
  async (session, { response, content: counted }) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const content = {
      messages: [userMessage('What time is it in UTC?')],
      assembledContext: [contextSection('You are a clock.')],
      tools: model.supportsToolUse ? [clockTool] : [],
    };
    const { stub, client } = session;
    stub.mode = response;
    const before = stub.requests.length;
    const outcome = await client.countTokens({ modelId: model.id, ...content });
    if (outcome.type === 'failed' && isNotOffered(outcome)) {
      return [skipped('CountTokens is not offered')];
    }
    const count = lastWithBody(stub.requests.slice(before));
    if (!count) return [skipped('it counts without the vendor')];
    const { sent } = await completeWith(session, model, { content });
    const isSame = sent !== undefined && isDeepStrictEqual(counted(count), counted(sent));
    return isSame ? [] : [violation(model.id, 'the two requests differ in what they hold')];
  },
);

const showsAccount: Check<WireSession> = {
  id: 'W-73',
  name: 'GetAccount gives a snapshot, or says that it is not offered',
  level: 'MUST',
  needs: ['W-30'],
  async run({ client }) {
    const outcome = await client.getAccount();
    if (outcome.type === 'unreadable') return [violation('', outcome.reason)];
    if (outcome.type === 'failed') return optionalFault('GetAccount', outcome);
    const { account } = outcome.value;
    if (!account) return [violation('', 'the answer holds no account')];
    const isUnset = account.quotas.some(({ kind }) => kind === 0);
    return isUnset ? [violation('', 'a quota has no kind')] : [];
  },
};

function optionalFault(call: string, outcome: Failed): readonly Remark[] {
  if (isNotOffered(outcome) || isClassified(outcome.failure)) return [];
  return [violation('', `${call}: an unclassified ${statusText(outcome.failure)}`)];
}

const rendersOrRefuses: Check<WireSession> = {
  id: 'W-74',
  name: 'Render takes old and unreadable payloads',
  level: 'MUST',
  needs: ['W-30'],
  async run({ client }) {
    const payloads = [
      { schemaVersion: '0', payload: Buffer.from('{}') },
      { schemaVersion: '1', payload: Buffer.from([0xff, 0x00, 0xfe]) },
    ];
    const remarks: Remark[] = [];
    for (const payload of payloads) {
      const outcome = await client.render(payload);
      if (outcome.type === 'unreadable') remarks.push(violation('', outcome.reason));
      else if (outcome.type === 'failed') remarks.push(...optionalFault('Render', outcome));
      else if (!outcome.value.tree) remarks.push(violation('', 'the answer holds no tree'));
    }
    return remarks;
  },
};

const LARGE_BYTES = 6 * 1024 * 1024;

/** For our own providers a MUST; whose library keeps its default can not know better. */
const takesLargeRequests = completionCheck(
  { id: 'W-75', name: 'a request of 6 MiB is accepted', level: 'SHOULD', needs: ['W-40'] },
  async (session) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const messages = [userMessage('x'.repeat(LARGE_BYTES))];
    const { failure } = await session.client.stream(session.request(model.id, { messages }));
    const isTooLarge = failure?.code === GRPC_CODE.resourceExhausted && !isClassified(failure);
    return isTooLarge ? [violation(model.id, statusText(failure))] : [];
  },
);

/** In the order they run. */
export const otherChecks = [
  countsTokens,
  countsWhatItSends,
  showsAccount,
  rendersOrRefuses,
  takesLargeRequests,
] as const;
