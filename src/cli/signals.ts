/** Signals of the run: the first one aborts, a second one ends the program at once. */

export type ProgramSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Exit codes of a run that a signal ended; a signal beats any other cause. */
export const SIGNAL_EXIT_CODES: Readonly<Record<ProgramSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/** Where signals come from; `process` in the program. */
export interface SignalSource {
  on(signal: ProgramSignal, listener: () => void): unknown;
  off(signal: ProgramSignal, listener: () => void): unknown;
}

export interface SignalWatch {
  /** Aborts with the first signal. */
  readonly signal: AbortSignal;
  /** The first signal that came, if any. */
  received(): ProgramSignal | undefined;
  close(): void;
}

/**
 * Watches SIGINT, SIGTERM and SIGHUP.
 *
 * @param exit - Called with the exit code on the second signal: end at once.
 */
export function watchSignals(source: SignalSource, exit: (code: number) => void): SignalWatch {
  const controller = new AbortController();
  let first: ProgramSignal | undefined;
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => {
    const listener = () => {
      if (first !== undefined) return exit(SIGNAL_EXIT_CODES[name]);
      first = name;
      controller.abort(new Error(`received ${name}`));
    };
    source.on(name, listener);
    return () => source.off(name, listener);
  });
  return {
    signal: controller.signal,
    received: () => first,
    close: () => {
      for (const stop of listeners) stop();
    },
  };
}
