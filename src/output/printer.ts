/** A face without a screen: what a run shows, in order. */
import type { Output } from '../host/host.ts';
import type { Redact } from '../protocol/redact.ts';
import type { StreamRedactor } from '../protocol/redact-stream.ts';
import type { TurnEvent, TurnOutcome } from '../turn/turn-event.ts';

/** Version of the JSON formats. */
export const SCHEMA_VERSION = '1.0';

/** A provider process of the run. */
export interface PluginInfo {
  readonly name: string;
  readonly version: string;
  readonly pid?: number | undefined;
}

/** What is known of a run before its first turn. */
export interface RunStart {
  readonly sessionId?: string | undefined;
  readonly workingDirectory: string;
  readonly profile: string;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly plugins: readonly PluginInfo[];
}

/** How a run ended; made by the command also where no turn was run. */
export interface RunEnd {
  readonly outcome: TurnOutcome;
  readonly exitCode: number;
  /** Turns of the run. */
  readonly turns: number;
  readonly sessionId?: string | undefined;
}

/**
 * Each method resolves when the outputs took what it wrote, so that who awaits it is as slow as the
 * reader; it rejects only with an error of the output.
 */
export interface Printer {
  /** Once, first, also when no turn can follow. */
  begin(run: RunStart): Promise<void>;
  /** Every event of every turn; the result is not printed before `end`. */
  event(event: TurnEvent): Promise<void>;
  /** Once, last, always. */
  end(end: RunEnd): Promise<void>;
}

/** Applied to every text that leaves and comes from outside. */
export interface Redactors {
  /** Removes secret values: for answers, which may well speak of keys. */
  readonly redact: Redact;
  /** Removes also what looks like a credential: for errors and notices. */
  readonly redactAll: Redact;
}

export interface PrinterOptions extends Redactors {
  readonly stdout: Output;
  readonly stderr: Output;
  /** For a text that leaves in pieces; one for each such text. */
  readonly streamRedactor: () => StreamRedactor;
  /** No notices but errors. */
  readonly quiet?: boolean | undefined;
}
