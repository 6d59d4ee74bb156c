/** Conversations with a scripted provider, kept in real files. */
import { SessionRecorder } from '../../src/cli/session/recorder.ts';
import { keepEvents } from '../../src/cli/session/turn-keeper.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import type { ProviderEvent } from '../../src/protocol/model-provider.ts';
import { createRedactor, createValueRedactor } from '../../src/protocol/redact.ts';
import { createStreamRedactor } from '../../src/protocol/redact-stream.ts';
import { placeOf, type SessionPlace } from '../../src/session/paths.ts';
import type { Replay } from '../../src/session/replay.ts';
import {
  beginSession,
  type OpenedSession,
  type OpenOptions,
  resumeSession,
  type Session,
} from '../../src/session/session.ts';
import { type Conversation, createConversation } from '../../src/turn/conversation.ts';
import type { TurnOutcome } from '../../src/turn/turn-event.ts';
import { ulidSource } from '../../src/turn/ulid.ts';
import { ManualClock, seededRandom } from './fake-host.ts';
import {
  FakeProvider,
  failure,
  modelSpec,
  type Step,
  started,
  stop,
  text,
  usage,
} from './fake-provider.ts';
import { dependencies, directoryOf, turnPlan } from './run-fake-turn.ts';

const SESSION_ID = '01KEPT0000000000000000TEST';

function sessionOptions(overrides: Partial<OpenOptions> = {}): OpenOptions {
  return {
    files: nodeFiles,
    clock: new ManualClock(),
    program: '0.0.0',
    profile: 'default',
    configuration: '/project/agent.hcl',
    workingDirectory: '/project',
    origins: ['https://api.acme.test'],
    redact: (value) => value,
    onBroken: (error) => {
      throw error;
    },
    ...overrides,
  };
}

export function sessionPlace(folder: string, id = SESSION_ID): SessionPlace {
  return placeOf(folder, id);
}

export function begin(
  folder: string,
  overrides: Partial<OpenOptions> = {},
  source?: Replay,
): Promise<Session> {
  return beginSession(sessionPlace(folder), sessionOptions(overrides), source).then(opened);
}

export function resume(folder: string, overrides: Partial<OpenOptions> = {}): Promise<Session> {
  return resumeSession(sessionPlace(folder), sessionOptions(overrides)).then(opened);
}

function opened(result: OpenedSession): Session {
  if (result.type !== 'open') throw new Error(`the session is not open: ${result.type}`);
  return result.session;
}

export interface TalkOptions {
  /** Seed of message ids. */
  readonly seed?: number;
  readonly secrets?: readonly string[];
  /** Ends a turn from outside, by its 0-based number. */
  readonly cut?: number;
}

export interface Talk {
  readonly conversation: Conversation;
  readonly outcomes: readonly TurnOutcome[];
  readonly provider: FakeProvider;
}

/** One turn a prompt, its calls by the scripts; everything kept in the session. */
export async function talk(
  session: Session,
  prompts: readonly string[],
  scripts: readonly (readonly Step[])[],
  options: TalkOptions = {},
): Promise<Talk> {
  const { seed = 1, secrets = [], cut } = options;
  const clock = new ManualClock();
  const recorder = new SessionRecorder({
    log: session.log,
    clock,
    history: session.history,
    redact: createValueRedactor(secrets),
    redactAll: createRedactor(secrets),
    streamRedactor: () => createStreamRedactor(secrets),
  });
  const provider = new FakeProvider({ scripts, models: [modelSpec({ supportsToolUse: true })] });
  const conversation = createConversation({
    plan: turnPlan(),
    dependencies: dependencies(directoryOf({ acme: provider }), {
      newId: ulidSource(clock, seededRandom(seed)),
      journal: recorder,
    }),
    sessionId: session.id,
    workingDirectory: '/project',
    history: session.history,
  });
  const outcomes: TurnOutcome[] = [];
  for (const [turn, prompt] of prompts.entries()) {
    const controller = new AbortController();
    const events = conversation.stream(prompt, controller.signal);
    for await (const event of keepEvents(events, [recorder], conversation.history)) {
      if (turn === cut && event.type === 'text-delta') controller.abort();
      if (event.type === 'turn-end') outcomes.push(event.outcome);
    }
  }
  return { conversation, outcomes, provider };
}

const SIGNATURE = Uint8Array.from({ length: 48 }, (_, index) => (index * 37) % 256);

const thought: readonly ProviderEvent[] = [
  { type: 'thinking-delta', text: 'Let me ' },
  { type: 'thinking-delta', text: 'see…' },
  { type: 'thinking-signature', signature: SIGNATURE },
  { type: 'redacted-thinking', data: SIGNATURE.slice(0, 20) },
];

const call: readonly ProviderEvent[] = [
  { type: 'tool-call-start', id: 'call_1', name: 'search' },
  { type: 'tool-call-delta', id: 'call_1', argumentsFragment: '{"q":["a","é"]}' },
  { type: 'tool-call-done', id: 'call_1' },
];

/** A conversation with everything a session has to keep; the turn 3 is to be cut. */
export const SAMPLE_PROMPTS = ['first: ünïcode', 'use a tool', 'and then?', 'cut me', 'the last'];
export const SAMPLE_CUT = 3;
export const SAMPLE_SCRIPTS: readonly (readonly Step[])[] = [
  [started('req_1'), ...thought, text('Hello '), text('there.'), usage(1000, 50), stop()],
  [started('req_2'), text('I look.'), ...call, usage(1100, 20), stop('tool_use')],
  // Two failed attempts: one refused before it said anything, one with a part of an answer.
  [failure('rate_limited')],
  [started('req_4'), text('Half an'), usage(1200, 3), failure('overloaded')],
  [started('req_5'), text('A whole answer.'), usage(1200, 7), stop()],
  [started('req_6'), ...thought, usage(1300, 1), text('Never '), { type: 'hang' }],
  [started('req_7'), text('Done.'), usage(10, 1), usage(1400, 9), stop()],
];
