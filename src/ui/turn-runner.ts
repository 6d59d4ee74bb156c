/** Runs one turn after the other and hands their events on. */
import type { Clock } from '../host/host.ts';
import type { TurnEvent } from '../turn/turn-event.ts';

/**
 * Events that are there already would be taken without a pause; after this long, milliseconds, the
 * screen and the keyboard get their turn.
 */
const BREATH_MS = 12;

/** Asks; the events end with `turn-end`, soon after the signal aborts. */
export type BeginTurn = (signal: AbortSignal) => AsyncIterable<TurnEvent>;

export interface TurnRunner {
  start(begin: BeginTurn): void;
  abort(): void;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
}

export interface TurnRunnerOptions {
  readonly clock: Clock;
  readonly onEvent: (event: TurnEvent) => void;
  /** The events broke off: a defect of the engine, which must not stop the chat. */
  readonly onBroken: (message: string) => void;
}

export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  let controller = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(begin: BeginTurn, signal: AbortSignal): Promise<void> {
    // The end is handed on once the iteration is over: the next turn may start from it, and the
    // engine must have left this one by then.
    let end: TurnEvent | undefined;
    try {
      for await (const event of breathing(begin(signal))) {
        if (event.type === 'turn-end') end = event;
        else options.onEvent(event);
      }
    } catch (error) {
      options.onBroken(error instanceof Error ? error.message : String(error));
      return;
    }
    if (end === undefined) options.onBroken('The turn ended without a result.');
    else options.onEvent(end);
  }

  async function* breathing(events: AsyncIterable<TurnEvent>): AsyncIterable<TurnEvent> {
    let lastBreathMs = options.clock.monotonic();
    for await (const event of events) {
      yield event;
      if (options.clock.monotonic() - lastBreathMs < BREATH_MS) continue;
      await options.clock.sleep(1);
      lastBreathMs = options.clock.monotonic();
    }
  }

  return {
    start(begin) {
      controller = new AbortController();
      running = run(begin, controller.signal);
    },
    abort: () => controller.abort(),
    idle: () => running,
  };
}
