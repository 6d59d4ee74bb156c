/** Declarations of "none", which the contract wants said and not left out. */
import type { CachingSpec, ThinkingSpec } from '../protocol/model-spec.ts';

/** A model without a prompt cache. */
export const NO_CACHING: CachingSpec = {
  supported: false,
  keepaliveSupported: false,
  explicitMarkers: false,
  implicitAutomatic: false,
};

/** A model that does not reason. */
export const NO_THINKING: ThinkingSpec = {
  supported: false,
  adaptiveByDefault: false,
  disable: 'unspecified',
};
