/** W-18, W-30 … W-33, W-35: what Configure takes, refuses and replaces. */
import type { ConfigAttribute } from '../../protocol/gen/pluggableharness/config/v1/types_pb.js';
import type { JsonObject } from '../../protocol/json.ts';
import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import { requestText, startLoopbackStub } from '../loopback-stub.ts';
import { describeFailure } from './declared.ts';
import { keepsSecrets } from './keeps-secrets.ts';
import { leaksIn } from './secrets.ts';
import { categoryOf, isClassified, statusText } from './status.ts';
import { outcomeOf } from './stream-shape.ts';
import { takesBaseUrl } from './synthesize-config.ts';
import type { WireSession } from './wire-session.ts';

const MUST = 'MUST' as const;

const configures: Check<WireSession> = {
  id: 'W-30',
  name: 'Configure accepts a valid configuration',
  level: MUST,
  needs: ['W-05'],
  async run(session) {
    const outcome = await session.client.configure((await session.plan()).config);
    return outcome.type === 'ok' ? [] : [violation('', `Configure: ${describeFailure(outcome)}`)];
  },
};

const REPEATS = 20;
/** An answer from memory is there at once; milliseconds. */
const FROM_MEMORY_MS = 250;

const answersFromMemory: Check<WireSession> = {
  id: 'W-18',
  name: 'GetCapabilities answers from memory: quickly, alike, and without the vendor',
  level: MUST,
  needs: ['W-30'],
  async run(session) {
    if (!(await session.plan()).isRedirected) return [skipped('no stub')];
    const { stub } = session;
    stub.mode = 'reset';
    try {
      // A connection that `Configure` has opened ahead may arrive only now; it asks nothing.
      const before = stub.requests.length;
      const faults = await repeatedFaults(session);
      const asked = stub.requests.length > before ? ['the vendor was asked'] : [];
      return [...asked, ...faults].map((fault) => violation('', fault));
    } finally {
      session.restoreVendor();
    }
  },
};

async function repeatedFaults({ client, clock }: WireSession): Promise<readonly string[]> {
  let first: Uint8Array | undefined;
  let slow = 0;
  for (let count = 0; count < REPEATS; count += 1) {
    const start = clock.monotonic();
    const outcome = await client.getCapabilities();
    // Twice in a row: a machine under load may hold up one answer.
    slow = clock.monotonic() - start < FROM_MEMORY_MS ? 0 : slow + 1;
    if (outcome.type !== 'ok') return [`GetCapabilities: ${describeFailure(outcome)}`];
    first ??= outcome.bytes;
    if (Buffer.compare(first, outcome.bytes) !== 0) return ['two answers differ'];
    if (slow > 1) return [`an answer takes longer than ${FROM_MEMORY_MS} ms`];
  }
  return [];
}

const configuresAgain: Check<WireSession> = {
  id: 'W-31',
  name: 'Configure may be called again, and completions work after it',
  level: MUST,
  needs: ['W-30'],
  async run(session) {
    const outcome = await session.client.configure((await session.plan()).config);
    if (outcome.type !== 'ok')
      return [violation('', `second Configure: ${describeFailure(outcome)}`)];
    const mute = await session.muteReason();
    if (mute !== undefined) return [skipped(`without a completion: ${mute}`, 'completion')];
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered', 'completion')];
    const record = await session.client.stream(session.request(model.id));
    session.records.push({ model, record });
    return [];
  },
};

const replaces: Check<WireSession> = {
  id: 'W-32',
  name: 'a second Configure replaces the first one wholly',
  level: MUST,
  needs: ['W-31', 'W-40'],
  async run(session) {
    const { config, secrets } = await session.plan();
    const model = await session.model();
    if (!model || !takesBaseUrl((await session.capabilities()).configSchema)) {
      return [skipped('no second stub: the provider takes no base_url')];
    }
    const other = await startLoopbackStub(session.vendorMode);
    try {
      const second = await configureBare(session, { ...config, base_url: other.url });
      if (second === undefined) return [skipped('no second configuration is accepted')];
      const before = session.stub.requests.length;
      await session.client.stream(session.request(model.id));
      const isStale = session.stub.requests.length > before;
      const removed = secrets.filter((secret) => !JSON.stringify(second).includes(secret));
      const isMixed = other.requests.some((one) => leaksIn(requestText(one), removed).length > 0);
      return [
        ...(isStale ? [violation('base_url', 'the first base_url was still asked')] : []),
        ...(isMixed ? [violation('secrets', 'the request holds a secret of the first one')] : []),
      ];
    } finally {
      await session.client.configure(config);
      await other.close();
    }
  },
};

/** Without the optional secrets, or, where those are needed after all, with other ones. */
async function configureBare(
  session: WireSession,
  config: JsonObject,
): Promise<JsonObject | undefined> {
  const attributes = (await session.capabilities()).configSchema?.attributes ?? [];
  const isOptional = (name: string) =>
    attributes.some((one) => one.name === name && one.sensitive && !one.required);
  const without = Object.fromEntries(Object.entries(config).filter(([name]) => !isOptional(name)));
  if ((await session.client.configure(without)).type === 'ok') return without;
  const others = Object.entries(config).map(([name, value]) =>
    isOptional(name) && typeof value === 'string' ? [name, 'agent-other-value'] : [name, value],
  );
  const changed: JsonObject = Object.fromEntries(others);
  return (await session.client.configure(changed)).type === 'ok' ? changed : undefined;
}

const missesRequired: Check<WireSession> = {
  id: 'W-33',
  name: 'a missing required setting fails Configure, classified',
  level: MUST,
  needs: ['W-30'],
  async run(session) {
    const required = await requiredOf(session);
    if (required.length === 0) return [skipped('no required attributes')];
    const { config } = await session.plan();
    const remarks: Remark[] = [];
    for (const { name } of required) {
      const outcome = await session.client.configure(without(config, name));
      const fault = refusalFault(outcome);
      if (fault !== undefined) remarks.push(violation(name, fault));
    }
    await session.client.configure(config);
    return remarks;
  },
};

async function requiredOf(session: WireSession): Promise<readonly ConfigAttribute[]> {
  const { configSchema } = await session.capabilities();
  return (configSchema?.attributes ?? []).filter(({ required }) => required);
}

function without(config: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== name));
}

type Configured = Awaited<ReturnType<WireSession['client']['configure']>>;

function refusalFault(outcome: Configured): string | undefined {
  if (outcome.type === 'ok') return 'Configure succeeds without this required attribute';
  if (outcome.type === 'unreadable') return outcome.reason;
  const { failure } = outcome;
  if (!isClassified(failure)) return `Configure ends with an unclassified ${statusText(failure)}`;
  const category = categoryOf(failure);
  return category === 'invalid_request' || category === 'auth_error'
    ? undefined
    : `the category is ${category}, expected invalid_request or auth_error`;
}

const survives: Check<WireSession> = {
  id: 'W-35',
  name: 'after a refused Configure the previous configuration still works',
  level: 'SHOULD',
  needs: ['W-31', 'W-40'],
  async run(session) {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const { config } = await session.plan();
    const [required] = await requiredOf(session);
    await session.client.configure(config);
    const refused = await session.client.configure(
      required ? without(config, required.name) : { ...config, agent_conformance: true },
    );
    if (refused.type === 'ok') return [skipped('no configuration is refused')];
    const expected = outcomeOf(session.records[0]?.record);
    const record = await session.client.stream(session.request(model.id));
    const found = outcomeOf(record);
    await session.client.configure(config);
    return found === expected
      ? []
      : [violation(model.id, `a completion ends with ${found}, before it was ${expected}`)];
  },
};

/** In the order they run. */
export const configureChecks = [configures, answersFromMemory, configuresAgain] as const;

/** After the completions: these leave other configurations behind. */
export const reconfigureChecks = [replaces, missesRequired, survives, keepsSecrets] as const;
