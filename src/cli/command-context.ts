import type { Host } from '../host/host.ts';
import type { Secrets } from './secrets.ts';
import type { SignalSource } from './signals.ts';

/** What a command works with. */
export interface CommandContext {
  readonly host: Host;
  readonly signals: SignalSource;
  /** Ends the program at once; for a second signal only. */
  readonly exit: (code: number) => void;
  /** Every resolved secret of this run; what leaves the program passes its redactors. */
  readonly secrets: Secrets;
}
