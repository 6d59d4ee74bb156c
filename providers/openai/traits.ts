// What follows from a model for the requests it takes.
import type { ModelSpec } from 'agent-hcl/sdk';
import { MODELS } from './models.ts';

/** Whether a model reasons: then it refuses sampling parameters and stop sequences. */
export function isReasoning(model: ModelSpec): boolean {
  return model.thinking?.supported === true && !/^gpt-5(?:\.\d+)?-chat/.test(model.id);
}

/**
 * Whether the context of a chat goes under the role `developer`: for models that reason. Of a model
 * that is not in our list, behind another address, nobody knows.
 */
export function takesDeveloperRole(model: ModelSpec, isVendor: boolean): boolean {
  const isKnown = isVendor || MODELS.some(({ id }) => id === model.id);
  return isKnown && isReasoning(model) && !model.id.startsWith('o1-mini');
}

/** Since gpt-5.3-codex messages are marked as remark or answer, and want to be when sent back. */
export function hasPhases({ id }: ModelSpec): boolean {
  const [, major = '0', minor = '0'] = /^gpt-(\d+)(?:\.(\d+))?/.exec(id) ?? [];
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 3);
}
