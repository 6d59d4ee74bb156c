/** Reads the terminal and hands on what was typed; the only place that knows waiting times. */
import type { Clock } from '../host/host.ts';
import { type GroupedInput, groupBurst } from './input-burst.ts';
import type { InputEvent } from './input-event.ts';
import { createInputParser, type Waiting } from './input-parser.ts';

/** How long what has begun may stay unfinished, milliseconds. */
const WAITING_MS: Readonly<Record<Exclude<Waiting, 'nothing'>, number>> = {
  // A person's Escape; a slow line cuts sequences behind it.
  escape: 50,
  sequence: 500,
  // The end marker was lost: without a bound every key would vanish into the paste.
  paste: 1_000,
};

/** Reads of one unmarked paste follow each other within this time, milliseconds. */
const BURST_MS = 30;

export interface KeyboardOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly clock: Clock;
  readonly onInput: (input: GroupedInput) => void;
  /** The terminal has gone. */
  readonly onEnd: () => void;
}

export interface Keyboard {
  /** Stops reading, such as while another program has the terminal. */
  pause(): void;
  resume(): void;
  close(): void;
}

export function openKeyboard(options: KeyboardOptions): Keyboard {
  const { stdin, clock } = options;
  const parser = createInputParser();
  let timeout = new AbortController();
  let lastPasteMs = Number.NEGATIVE_INFINITY;

  function take(events: readonly InputEvent[]): void {
    const isContinuing = clock.monotonic() - lastPasteMs < BURST_MS;
    const burst = groupBurst(events, isContinuing);
    if (burst.isPaste) lastPasteMs = clock.monotonic();
    for (const input of burst.inputs) options.onInput(input);
  }

  function onData(chunk: Uint8Array): void {
    timeout.abort();
    take(parser.push(chunk));
    const waiting = parser.waiting();
    if (waiting !== 'nothing') void flushLater(WAITING_MS[waiting]);
  }

  async function flushLater(delayMs: number): Promise<void> {
    timeout = new AbortController();
    const { signal } = timeout;
    await clock.sleep(delayMs, signal);
    if (!signal.aborted) take(parser.flush());
  }

  stdin.on('data', onData);
  stdin.on('end', options.onEnd);
  // A closed window makes reading and setting modes fail; there is nobody left to tell.
  stdin.on('error', options.onEnd);
  return {
    pause: () => void stdin.pause(),
    resume: () => void stdin.resume(),
    close() {
      timeout.abort();
      stdin.off('data', onData);
      stdin.off('end', options.onEnd);
      stdin.pause();
      stdin.unref();
    },
  };
}
