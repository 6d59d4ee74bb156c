/** What a roster says of a model, on one line: for tables of a vendor's published facts. */
import type { ModelSpec, PricingTier } from '../../src/protocol/model-spec.ts';

export type RosterRow = readonly [
  id: string,
  window: number,
  output: number,
  /** Levels, budget, whether it thinks unasked (`on`) or not (`off`), and when that can be ended. */
  thinking: string,
  /** Input, output, cache read, cache write; for each size of prompt. */
  price: string,
];

export function rosterRow(model: ModelSpec): RosterRow {
  return [model.id, model.contextWindow, model.maxOutputTokens, thinkingOf(model), priceOf(model)];
}

function thinkingOf({ thinking }: ModelSpec): string {
  if (thinking?.supported !== true) return 'none';
  const { effort, budget, adaptiveByDefault, disable } = thinking;
  return [
    ...(effort === undefined ? [] : [effort.levels.join(' ')]),
    ...(budget === undefined ? [] : [`${budget.min}..${budget.max}`]),
    adaptiveByDefault ? 'on' : 'off',
    disable,
  ].join(', ');
}

function priceOf({ pricing }: ModelSpec): string {
  if (pricing?.free === true) return 'free';
  if (pricing?.priceUnknown === true) return 'unknown';
  return (pricing?.tiers ?? []).map(tierOf).join('; ');
}

function tierOf(tier: PricingTier): string {
  const { inputTokensFrom: from } = tier;
  const rates = [
    tier.inputPerMtok,
    tier.outputPerMtok,
    tier.cacheReadPerMtok,
    tier.cacheWritePerMtok,
  ].filter((rate) => rate !== undefined);
  return `${from === undefined ? '' : `from ${from}: `}${rates.join(' / ')}`;
}

/** What a model takes, and how its cache works. */
export function abilitiesOf(model: ModelSpec): string {
  const { supportsToolUse: tools, supportsVision: images, supportsDocuments: documents } = model;
  const { explicitMarkers: marked, implicitAutomatic: implicit } = model.caching ?? {};
  const flags = { tools, images, documents, marked, implicit };
  return Object.entries(flags)
    .filter(([, has]) => has === true)
    .map(([name]) => name)
    .join(' ');
}
