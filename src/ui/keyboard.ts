/** Reads the terminal and hands on what was typed; with the waiting times of escape sequences. */
import type { Clock } from '../host/host.ts';
import type { GroupedInput } from './input-burst.ts';
import { createInputParser, type Waiting } from './input-parser.ts';
import { watchPastes } from './unmarked-paste.ts';

/** How long what has begun may stay unfinished, milliseconds. */
const WAITING_MS: Readonly<Record<Exclude<Waiting, 'nothing'>, number>> = {
  // A person's Escape; a slow line cuts sequences behind it.
  escape: 50,
  sequence: 500,
  // The end marker was lost: without a bound every key would vanish into the paste.
  paste: 1_000,
};

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
  const pastes = watchPastes(clock, options.onInput);
  let timeout = new AbortController();
  /** What the running timeout is for. */
  let awaited: Waiting = 'nothing';
  let lastReadMs = 0;

  function onData(chunk: Uint8Array): void {
    lastReadMs = clock.monotonic();
    pastes.take(parser.push(chunk));
    const waiting = parser.waiting();
    // A paste of many megabytes has thousands of reads: its timeout looks at the clock instead.
    if (waiting === 'paste' && awaited === 'paste') return;
    timeout.abort();
    awaited = waiting;
    if (waiting !== 'nothing') void flushLater(WAITING_MS[waiting]);
  }

  async function flushLater(delayMs: number): Promise<void> {
    timeout = new AbortController();
    const { signal } = timeout;
    for (let leftMs = delayMs; leftMs > 0 && !signal.aborted; ) {
      await clock.sleep(leftMs, signal);
      leftMs = lastReadMs + delayMs - clock.monotonic();
    }
    if (signal.aborted) return;
    awaited = 'nothing';
    pastes.take(parser.flush());
  }

  stdin.on('data', onData);
  // Whoever asked for trust before has paused it, which a listener alone does not undo.
  stdin.resume();
  stdin.on('end', options.onEnd);
  // A closed window makes reading and setting modes fail; there is nobody left to tell.
  stdin.on('error', options.onEnd);
  return {
    pause: () => void stdin.pause(),
    resume: () => void stdin.resume(),
    close() {
      timeout.abort();
      pastes.close();
      stdin.off('data', onData);
      stdin.off('end', options.onEnd);
      stdin.pause();
      stdin.unref();
    },
  };
}
