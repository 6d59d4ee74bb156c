import type { BudgetControl, ModelSpec, Pricing, ThinkingSpec } from '../protocol/model-spec.ts';
import { badSetting } from './http/failures.ts';

/**
 * Adds the operator's `extra_models` to a roster, so that a model published after our release is
 * usable the same day (MP-10a). A new id takes the abilities of the newest model of its family and
 * an unknown price; an id that is there already takes only the new limits.
 *
 * @param roster - Newest first within a family; not empty. The family is `catalog.family`, or else
 *   the longest common beginning of the ids.
 * @param entries - Model id to `"CONTEXT/OUTPUT"` in tokens, such as `"200000/64000"`.
 * @throws ModelFailure - `invalid_request` naming the id whose limits can not be read.
 */
export function withExtraModels(
  roster: readonly [ModelSpec, ...ModelSpec[]],
  entries: Readonly<Record<string, string>> | undefined,
  provider: string,
): readonly ModelSpec[] {
  const specs = new Map<string, ModelSpec>(roster.map((spec) => [spec.id, spec]));
  for (const [id, text] of Object.entries(entries ?? {})) {
    const limits = parseLimits(id, text, provider);
    const known = specs.get(id);
    specs.set(id, known === undefined ? newModel(id, limits, roster) : { ...known, ...limits });
  }
  return [...specs.values()];
}

interface Limits {
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
}

function parseLimits(id: string, text: string, provider: string): Limits {
  const match = /^\s*([1-9]\d*)\s*\/\s*([1-9]\d*)\s*$/.exec(text);
  const contextWindow = Number(match?.[1]);
  const maxOutputTokens = Number(match?.[2]);
  if (!Number.isSafeInteger(contextWindow) || !Number.isSafeInteger(maxOutputTokens)) {
    const expected = 'expected "CONTEXT/OUTPUT" in tokens, such as "200000/64000"';
    throw badSetting(provider, `extra_models: the limits of "${id}" can not be read; ${expected}`);
  }
  return { contextWindow, maxOutputTokens };
}

function newModel(id: string, limits: Limits, roster: readonly [ModelSpec, ...ModelSpec[]]) {
  const relative = closestRelative(id, roster);
  // Figures that belong to one model, unlike abilities, are not passed on.
  const {
    maxContextWindow: _max,
    autoCompactTokenLimit: _limit,
    compHash: _hash,
    ...rest
  } = relative;
  const family = relative.catalog?.family;
  return {
    ...rest,
    id,
    ...limits,
    thinking: fittingThinking(relative.thinking, limits),
    pricing: unknownPrice(relative.caching?.supported === true),
    catalog: { aliases: [], ...(family === undefined ? {} : { family }) },
  };
}

function closestRelative(id: string, roster: readonly [ModelSpec, ...ModelSpec[]]): ModelSpec {
  let [closest] = roster;
  let best = 0;
  for (const spec of roster) {
    const family = spec.catalog?.family;
    // A named family beats any likeness of ids.
    const isOfFamily = family !== undefined && family !== '' && id.startsWith(family);
    const score = isOfFamily ? 1000 + family.length : commonLength(id, spec.id);
    if (score > best) [closest, best] = [spec, score];
  }
  return closest;
}

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/** A reasoning budget must leave room for an answer. */
function fittingThinking(thinking: ThinkingSpec | undefined, limits: Limits) {
  if (thinking?.budget === undefined) return thinking;
  const { budget, ...rest } = thinking;
  const max = Math.min(budget.max, limits.maxOutputTokens - 1);
  return max < Math.max(budget.min, 1) ? rest : { ...rest, budget: lowered(budget, max) };
}

function lowered(budget: BudgetControl, max: number): BudgetControl {
  return budget.default === undefined
    ? { ...budget, max }
    : { ...budget, max, default: Math.min(budget.default, max) };
}

/** The rates are placeholders that no cost is computed from (`wire` §5.7). */
export function unknownPrice(hasCaching: boolean): Pricing {
  const cacheRates = hasCaching ? { cacheWritePerMtok: 0, cacheReadPerMtok: 0 } : {};
  return {
    currency: 'USD',
    free: false,
    priceUnknown: true,
    tiers: [{ inputPerMtok: 0, outputPerMtok: 0, ...cacheRates }],
  };
}
