import type { ModelRef } from '../turn/turn-event.ts';

/** What goes with a prompt; what the person did not choose is as the configuration says. */
export interface TurnChoice {
  readonly model?: ModelRef | undefined;
  /** An effort level of the model, or `off`. */
  readonly thinking?: string | undefined;
  /** The prompt as it was typed: markers stand for large pastes, whose words name no files. */
  readonly typed: string;
}
