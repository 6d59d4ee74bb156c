/** Time limits and the caller's abort. */
import type { Clock } from '../../host/host.ts';
import type { ProviderDirectory, TurnPlan } from '../../turn/turn-plan.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { ChatSession, Talk } from './chat-session.ts';
import { raw } from './history.ts';
import { endOf, QUESTION, type Said, say, WAYS } from './say.ts';
import { withStreams } from './watch-streams.ts';
import { within } from './within.ts';

const LIMIT_MS = 500;
/** What a call may take longer than its limit, milliseconds. */
const GRACE_MS = 500;
/** For a connection, or a child, to be gone, milliseconds. */
const CLOSING_MS = 1000;

const isOurDeadline = ({ outcome: { status, limit } }: Said) =>
  status === 'limited' && limit === 'time';

/** A limit of the provider's own towards its vendor (`error-taxonomy` §6). */
const isVendorTimeout = ({ outcome: { error } }: Said) =>
  error?.category === 'overloaded' && error.retryable && error.httpStatus === undefined;

const keepsLimits = chatCase({
  id: 'CC-20',
  name: 'a backend that hangs is left in time, as a deadline of ours, and let go',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    await Promise.all([
      ...LIMITS.map(([name, plan]) => expectKernelLimit(session, { name, plan, report })),
      expectTimeout(session, report),
    ]);
  },
});

const LIMITS: readonly (readonly [string, Partial<TurnPlan>])[] = [
  ['the limit of a turn', { maxDurationMs: LIMIT_MS }],
  ['the limit of silence', { idleMs: LIMIT_MS }],
];

async function expectKernelLimit(
  session: ChatSession,
  {
    name,
    plan,
    report,
  }: {
    readonly name: string;
    readonly plan: Partial<TurnPlan>;
    readonly report: Report;
  },
): Promise<void> {
  const talks = await Promise.all(WAYS.map(() => session.talk({ plan })));
  await expectLimit(session, talks, { name, isRight: isOurDeadline, report });
}

async function expectTimeout(session: ChatSession, report: Report): Promise<void> {
  const { timeout } = session.subject.lacks;
  if (timeout !== undefined) return report.skip('timeout_ms', timeout);
  await session.withOwn({ settings: { timeout_ms: LIMIT_MS } }, async (started, talk) => {
    await bringUp(started.directory, session);
    const talks = WAYS.map(() => talk());
    await expectLimit(session, talks, { name: 'timeout_ms', isRight: isVendorTimeout, report });
  });
}

interface Expectation {
  readonly name: string;
  readonly isRight: (said: Said) => boolean;
  readonly report: Report;
}

/** All three ways at once, each in a conversation of its own. */
async function expectLimit(
  { clock }: ChatSession,
  talks: readonly Talk[],
  { name, isRight, report }: Expectation,
): Promise<void> {
  const giveUp = new AbortController();
  talks[0]?.play('hang');
  await Promise.all(
    WAYS.map(async (way, index) => {
      const talk = talks[index];
      if (talk === undefined) return;
      const call = say(talk.conversation, way, QUESTION, giveUp.signal);
      const said = await within(clock, LIMIT_MS + GRACE_MS, call);
      if (said === undefined) report(`${name}, ${way}`, `no end within ${LIMIT_MS + GRACE_MS} ms`);
      else if (!isRight(said)) report(`${name}, ${way}`, `ended as ${endOf(said.outcome)}`);
    }),
  );
  giveUp.abort();
  const idle = talks[0]?.idle().then(() => true) ?? Promise.resolve(true);
  if ((await within(clock, CLOSING_MS, idle)) === undefined) {
    report(name, 'the backend still waits for its connection, or child, to go');
  }
}

/** So that the start of its process is not part of what is measured. */
async function bringUp(directory: ProviderDirectory, { subject }: ChatSession): Promise<void> {
  await directory(subject.name, new AbortController().signal);
}

/** `model-protocol` §9.9, milliseconds. */
const FAMILY_MS = { provider: 600_000, kernel: 660_000 } as const;
const HURRY = 1000;
const PATIENCE_MS = 5000;

const keepsDefaults = chatCase({
  id: 'CC-21',
  name: 'without a limit of its own a call ends by the default of the family',
  needs: [raw.id],
  async run(session, report) {
    const { backend } = session.subject.lacks;
    if (backend !== undefined) report.skip('the provider', backend);
    const waits = backend === undefined ? (['hang', 'half'] as const) : [];
    await Promise.all([
      expectKernelDefault(session, report),
      ...waits.map((answer) => expectProviderDefault(session, answer, report)),
    ]);
  },
});

async function expectProviderDefault(
  session: ChatSession,
  answer: 'hang' | 'half',
  report: Report,
): Promise<void> {
  await session.withOwn({ isHurried: true }, async (started, talk) => {
    await bringUp(started.directory, session);
    const { conversation, play } = talk();
    play(answer);
    const said = await patiently(session.clock, (signal) =>
      say(conversation, 'chat', QUESTION, signal),
    );
    const subject = answer === 'hang' ? 'until the first byte' : 'between bytes';
    const waits = started.longWaits();
    if (said === undefined) report(subject, 'the provider waits for ever');
    else if (!isVendorTimeout(said)) report(subject, `ended as ${endOf(said.outcome)}`);
    else if (!waits.includes(FAMILY_MS.provider)) {
      report(subject, `waits ${waits.join(', ')} ms, not ${FAMILY_MS.provider}`);
    }
  });
}

/** A provider that says nothing at all is left by the kernel, whoever it is. */
async function expectKernelDefault(session: ChatSession, report: Report): Promise<void> {
  const waits: number[] = [];
  const clock: Clock = {
    now: () => session.clock.now(),
    monotonic: () => session.clock.monotonic() * HURRY,
    sleep: (delayMs, signal) => {
      waits.push(delayMs);
      return session.clock.sleep(delayMs / HURRY, signal);
    },
  };
  const { conversation } = await session.talk({
    clock,
    via: (directory) => withStreams(directory, (_provider, _request, signal) => silence(signal)),
  });
  const said = await patiently(session.clock, (signal) =>
    say(conversation, 'chat', QUESTION, signal),
  );
  if (said === undefined) report('the kernel', 'waits for ever');
  else if (!isOurDeadline(said)) report('the kernel', `ended as ${endOf(said.outcome)}`);
  else if (!waits.includes(FAMILY_MS.kernel)) {
    report('the kernel', `waits ${waits.join(', ')} ms, not ${FAMILY_MS.kernel}`);
  }
}

async function* silence(signal: AbortSignal): AsyncGenerator<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

async function patiently<T>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const giveUp = new AbortController();
  const result = await within(clock, PATIENCE_MS, call(giveUp.signal));
  giveUp.abort();
  return result;
}

const sendsNothing = chatCase({
  id: 'CC-22',
  name: 'a call that was aborted before it began sends nothing',
  needs: [raw.id],
  async run(session, report) {
    for (const way of WAYS) {
      const { conversation, requests, streams } = await session.talk();
      const { outcome } = await say(conversation, way, QUESTION, AbortSignal.abort());
      if (outcome.status !== 'cancelled') report(way, `ended as ${endOf(outcome)}`);
      if (requests().length > 0) report(way, 'the backend was asked');
      else if (streams.length > 0) report(way, 'the provider was asked');
    }
  },
});

export const limitCases = [keepsLimits, keepsDefaults, sendsNothing];
