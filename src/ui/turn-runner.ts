/** Runs one turn after the other and hands their events on. */
import type { Clock } from '../host/host.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import type { StartTurn, TurnChoice } from './chat-options.ts';

/**
 * Events that are there already would be taken without a pause; after this long, milliseconds, the
 * screen and the keyboard get their turn.
 */
const BREATH_MS = 12;

export interface TurnRunner {
  start(prompt: string, choice: TurnChoice): void;
  abort(): void;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
}

export interface TurnRunnerOptions {
  readonly startTurn: StartTurn;
  readonly clock: Clock;
  readonly onEvent: (event: TurnEvent) => void;
  /** The events broke off: a defect of the engine, which must not stop the chat. */
  readonly onBroken: (message: string) => void;
}

export function createTurnRunner(options: TurnRunnerOptions): TurnRunner {
  let controller = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(prompt: string, choice: TurnChoice, signal: AbortSignal): Promise<void> {
    // The end is handed on once the iteration is over: the next turn may start from it, and the
    // engine must have left this one by then.
    let end: TurnEvent | undefined;
    try {
      for await (const event of breathing(options.startTurn(prompt, signal, choice))) {
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
    start(prompt, choice) {
      controller = new AbortController();
      running = run(prompt, choice, controller.signal);
    },
    abort: () => controller.abort(),
    idle: () => running,
  };
}
