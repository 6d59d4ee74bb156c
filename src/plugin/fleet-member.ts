import type { JsonObject } from '../protocol/json.ts';
import type { Capabilities } from '../protocol/model-spec.ts';
import type { BringUpContext } from './bring-up.ts';
import type { LaunchSpec } from './launch-spec.ts';
import type { StopLimits } from './stop.ts';

/** One provider a fleet may start. */
export interface FleetMember {
  readonly spec: LaunchSpec;
  /**
   * Decodes the provider's block with its own schema, into what `Configure` receives. Called once a
   * launch; its result holds secrets and is not kept.
   *
   * @returns `undefined` when the block is not valid; saying why is the caller's business.
   */
  decode(capabilities: Capabilities): JsonObject | undefined;
}

export interface FleetContext extends BringUpContext {
  readonly stopLimits?: StopLimits | undefined;
}
