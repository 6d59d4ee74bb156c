/** Keeps an unmarked paste together that reads cut, so that none of its line breaks sends it. */
import type { Clock } from '../host/host.ts';
import { type GroupedInput, groupBurst, lastEnters } from './input-burst.ts';
import type { InputEvent, KeyEvent } from './input-event.ts';

/** Reads of one unmarked paste follow each other within this time, milliseconds. */
const BURST_MS = 30;

/** Long enough for a read that was already due, milliseconds. */
const ONE_READ_MS = 1;

export interface PasteWatch {
  /** Takes what one read brought. */
  take(events: readonly InputEvent[]): void;
  close(): void;
}

/**
 * Enter right behind text waits for what follows, since a read may end anywhere in a paste, and
 * behind a marked one that holds an end marker. A person's Enter comes later and goes on at once.
 */
export function watchPastes(clock: Clock, onInput: (input: GroupedInput) => void): PasteWatch {
  /** What the reads of the last moments brought. */
  let recent: 'nothing' | 'text' | 'unmarked-paste' = 'nothing';
  let held: readonly KeyEvent[] = [];
  let quiet = new AbortController();

  async function awaitQuiet(): Promise<void> {
    quiet = new AbortController();
    const { signal } = quiet;
    await clock.sleep(BURST_MS, signal);
    // Time may have passed while we were busy: what came meanwhile is read before a second wait ends.
    await clock.sleep(ONE_READ_MS, signal);
    if (signal.aborted) return;
    recent = 'nothing';
    const enters = held;
    held = [];
    for (const enter of enters) onInput(enter);
  }

  return {
    take(read) {
      // A part of something longer, such as a marked paste: thousands of reads bring no more.
      if (read.length === 0 && held.length === 0) return;
      quiet.abort();
      const { inputs, isPaste } = groupBurst([...held, ...read], recent === 'unmarked-paste');
      if (isPaste) recent = 'unmarked-paste';
      else if (read.some(({ type }) => type === 'text' || type === 'paste')) recent = 'text';
      held = recent === 'text' ? lastEnters(inputs) : [];
      for (const input of inputs.slice(0, inputs.length - held.length)) onInput(input);
      void awaitQuiet();
    },
    close: () => quiet.abort(),
  };
}
