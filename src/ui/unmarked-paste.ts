/** Keeps an unmarked paste together that reads cut, so that none of its line breaks sends it. */
import type { Clock } from '../host/host.ts';
import { type GroupedInput, groupBurst, lastEnters } from './input-burst.ts';
import type { InputEvent, KeyEvent } from './input-event.ts';

/** Reads of one unmarked paste follow each other within this time, milliseconds. */
const BURST_MS = 30;

export interface PasteWatch {
  /** Takes what one read brought. */
  take(events: readonly InputEvent[]): void;
  close(): void;
}

/**
 * Enter right behind text waits for what follows, since a read may end anywhere in a paste. A
 * person's Enter comes later than that and goes on at once.
 */
export function watchPastes(clock: Clock, onInput: (input: GroupedInput) => void): PasteWatch {
  let held: readonly KeyEvent[] = [];
  let release = new AbortController();
  let lastTextMs = Number.NEGATIVE_INFINITY;
  let lastPasteMs = Number.NEGATIVE_INFINITY;

  async function hold(enters: readonly KeyEvent[]): Promise<void> {
    held = enters;
    release = new AbortController();
    const { signal } = release;
    await clock.sleep(BURST_MS, signal);
    if (signal.aborted) return;
    held = [];
    for (const enter of enters) onInput(enter);
  }

  return {
    take(read) {
      release.abort();
      const now = clock.monotonic();
      if (read.some(({ type }) => type === 'text')) lastTextMs = now;
      const { inputs, isPaste } = groupBurst([...held, ...read], now - lastPasteMs < BURST_MS);
      held = [];
      if (isPaste) lastPasteMs = now;
      const isUnclear = !isPaste && now - lastTextMs < BURST_MS;
      const enters = isUnclear ? lastEnters(inputs) : [];
      for (const input of inputs.slice(0, inputs.length - enters.length)) onInput(input);
      if (enters.length > 0) void hold(enters);
    },
    close: () => release.abort(),
  };
}
