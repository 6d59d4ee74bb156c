// What many models have in common.
import type { Pricing, ThinkingSpec } from 'agent-hcl/sdk';

export const IMPLICIT_CACHE = {
  supported: true,
  explicitMarkers: false,
  implicitAutomatic: true,
  keepaliveSupported: false,
};
export const NO_CACHE = { ...IMPLICIT_CACHE, supported: false, implicitAutomatic: false };

export const FREE: Pricing = { currency: 'USD', free: true, tiers: [] };
export const NO_THINKING: ThinkingSpec = {
  supported: false,
  adaptiveByDefault: false,
  disable: 'never',
};
/** Whether it reasons is not known; that it may has to be said for its reasoning to be shown. */
export const MAY_THINK: ThinkingSpec = {
  supported: true,
  adaptiveByDefault: true,
  disable: 'never',
};

/** Reasoning of a depth to choose. */
export function steered(levels: readonly string[], byDefault: string): ThinkingSpec {
  return { ...MAY_THINK, effort: { levels, default: byDefault } };
}
