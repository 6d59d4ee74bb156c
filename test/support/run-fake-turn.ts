/** Runs turns of the engine against scripted providers. */
import type { Message } from '../../src/protocol/message.ts';
import { runTurn, type TurnResult } from '../../src/turn/run-turn.ts';
import type { ModelRef, TurnEvent, TurnOutcome } from '../../src/turn/turn-event.ts';
import { createTurnMemory } from '../../src/turn/turn-memory.ts';
import {
  type CandidateParams,
  DEFAULT_IDLE_MS,
  DEFAULT_RETRY_POLICY,
  type ProviderDirectory,
  type ProviderLookup,
  type TurnPlan,
} from '../../src/turn/turn-plan.ts';
import type { TurnDependencies, TurnRequest } from '../../src/turn/turn-request.ts';
import { ManualClock, seededRandom } from './fake-host.ts';
import { capabilitiesOf, type FakeProvider } from './fake-provider.ts';

export const LARGE: ModelRef = { provider: 'acme', model: 'large' };

/** Waits of retries are over at once, the long ones of idle limits never. */
export function retryClock(): ManualClock {
  return new ManualClock(undefined, (delayMs) => delayMs <= 120_000 && delayMs !== 200);
}

export function userMessage(value: string, id = 'user-1'): Message {
  return { id, role: 'user', content: [{ type: 'text', text: value }] };
}

export function turnRequest(overrides: Partial<TurnRequest> = {}): TurnRequest {
  return {
    turn: 1,
    sessionId: 'session-1',
    turnId: 'turn-1',
    workingDirectory: '/project',
    messages: [userMessage('hello')],
    assembledContext: [],
    tools: [],
    ...overrides,
  };
}

export function turnPlan(
  refs: readonly (ModelRef & { readonly params?: Partial<CandidateParams> })[] = [LARGE],
  overrides: Partial<TurnPlan> = {},
): TurnPlan {
  return {
    candidates: refs.map(({ provider, model, params }) => ({
      ref: { provider, model },
      params: { stopSequences: [], ...params },
    })),
    retry: DEFAULT_RETRY_POLICY,
    idleMs: DEFAULT_IDLE_MS,
    ...overrides,
  };
}

/** Asks the given answers in turn for a name, the last one for ever. */
export function directoryOf(
  answers: Readonly<Record<string, FakeProvider | readonly (FakeProvider | ProviderLookup)[]>>,
): ProviderDirectory {
  const queues = new Map(
    Object.entries(answers).map(([name, answer]) => [
      name,
      'stream' in answer ? [answer] : [...answer],
    ]),
  );
  return async (name) => {
    const queue = queues.get(name) ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer === undefined) throw new Error(`no fake provider "${name}"`);
    if (!('stream' in answer)) return answer;
    return { type: 'ready', provider: answer, capabilities: capabilitiesOf(answer.models) };
  };
}

export function dependencies(
  providers: ProviderDirectory,
  overrides: Partial<TurnDependencies> = {},
): TurnDependencies {
  let ids = 0;
  return {
    providers,
    clock: retryClock(),
    random: seededRandom(),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    memory: createTurnMemory(),
    ...overrides,
  };
}

export interface FakeTurn {
  readonly providers: ProviderDirectory;
  readonly plan?: TurnPlan;
  readonly request?: TurnRequest;
  readonly dependencies?: Partial<TurnDependencies>;
  readonly signal?: AbortSignal;
  /** A reader; what it returns is awaited before the next event is pulled. */
  readonly onEvent?: (event: TurnEvent) => unknown;
}

export interface FakeTurnResult extends TurnResult {
  readonly events: readonly TurnEvent[];
  readonly types: readonly TurnEvent['type'][];
}

export async function runFakeTurn(turn: FakeTurn): Promise<FakeTurnResult> {
  const generator = runTurn(
    turn.request ?? turnRequest(),
    turn.plan ?? turnPlan(),
    dependencies(turn.providers, turn.dependencies),
    turn.signal ?? new AbortController().signal,
  );
  const events: TurnEvent[] = [];
  for (;;) {
    const step = await generator.next();
    if (step.done === true) {
      return { ...step.value, events, types: events.map((event) => event.type) };
    }
    events.push(step.value);
    await turn.onEvent?.(step.value);
  }
}

/** Events of one kind. */
export function only<T extends TurnEvent['type']>(
  events: readonly TurnEvent[],
  type: T,
): (TurnEvent & { readonly type: T })[] {
  return events.filter((event): event is TurnEvent & { readonly type: T } => event.type === type);
}

export function warnings(events: readonly TurnEvent[]): readonly string[] {
  return only(events, 'warning').map((event) => event.message);
}

export async function drain(events: AsyncIterable<TurnEvent>): Promise<TurnOutcome | undefined> {
  let outcome: TurnOutcome | undefined;
  for await (const event of events) if (event.type === 'turn-end') outcome = event.outcome;
  return outcome;
}
