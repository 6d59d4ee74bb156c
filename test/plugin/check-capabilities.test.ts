import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAPABILITY_RULES, type CapabilityRule } from '../../src/plugin/capability-finding.ts';
import { checkCapabilities, isUsable } from '../../src/plugin/check-capabilities.ts';
import type {
  Capabilities,
  ModelSpec,
  PricingTier,
  ThinkingSpec,
} from '../../src/protocol/model-spec.ts';

const NOW_MS = Date.UTC(2026, 6, 27);

const tier: PricingTier = { inputPerMtok: 3, outputPerMtok: 15 };
const cachedTier: PricingTier = { ...tier, cacheReadPerMtok: 0.3, cacheWritePerMtok: 3.75 };
const noThinking: ThinkingSpec = {
  supported: false,
  adaptiveByDefault: false,
  disable: 'unspecified',
};
const thinking: ThinkingSpec = {
  supported: true,
  adaptiveByDefault: true,
  disable: 'always',
  effort: { levels: ['low', 'high'], default: 'high' },
  budget: { min: 1024, max: 32_000, default: 2048, deprecated: false },
};
const noCaching = {
  supported: false,
  keepaliveSupported: false,
  explicitMarkers: false,
  implicitAutomatic: false,
};
const caching = { ...noCaching, supported: true, explicitMarkers: true };

function model(overrides: Partial<ModelSpec> = {}): ModelSpec {
  return {
    id: 'demo',
    contextWindow: 200_000,
    maxOutputTokens: 8000,
    supportsToolUse: true,
    supportsVision: false,
    supportsDocuments: false,
    supportsStreaming: true,
    thinking,
    caching,
    pricing: { currency: 'USD', free: false, tiers: [cachedTier] },
    supportedToolChoiceModes: ['auto', 'any'],
    ...overrides,
  };
}

function capabilities(overrides: Partial<Capabilities> = {}): Capabilities {
  return {
    models: [model()],
    slashCommands: [],
    supportedHookPoints: [],
    configSchema: { attributes: [] },
    ...overrides,
  };
}

function rulesOf(checked: Capabilities): readonly CapabilityRule[] {
  return checkCapabilities(checked, NOW_MS).map((finding) => finding.rule);
}

function priced(tiers: readonly PricingTier[], free = false): Partial<ModelSpec> {
  return { caching: noCaching, pricing: { currency: 'USD', free, tiers } };
}

test.each<{ readonly name: string; readonly spec: Partial<ModelSpec> }>([
  { name: 'all axes used', spec: {} },
  { name: 'no thinking', spec: { thinking: noThinking } },
  { name: 'no thinking, said twice', spec: { thinking: { ...noThinking, disable: 'never' } } },
  { name: 'both caching mechanisms', spec: { caching: { ...caching, implicitAutomatic: true } } },
  { name: 'free without tiers', spec: priced([], true) },
  { name: 'a placeholder price', spec: priced([{ inputPerMtok: 0, outputPerMtok: 0 }]) },
  {
    name: 'adjacent half-open tiers of size',
    spec: priced([
      { ...tier, inputTokensUntil: 200_000 },
      { ...tier, inputTokensFrom: 200_000 },
    ]),
  },
  {
    name: 'adjacent half-open tiers of time',
    spec: priced([
      { ...tier, effectiveUntilMs: NOW_MS + 1 },
      { ...tier, effectiveFromMs: NOW_MS + 1 },
    ]),
  },
  { name: 'a gap in the past', spec: priced([{ ...tier, effectiveFromMs: NOW_MS }]) },
  {
    name: 'a budget without a default',
    spec: { thinking: { ...thinking, budget: { min: 0, max: 1, deprecated: true } } },
  },
  { name: 'a percentage at its edge', spec: { effectiveContextWindowPercent: 100 } },
])('a model in order has no finding: $name', ({ spec }) => {
  expect(rulesOf(capabilities({ models: [model(spec)] }))).toEqual([]);
});

const brokenModels: readonly {
  readonly name: string;
  readonly spec: Partial<ModelSpec>;
  readonly rule: CapabilityRule;
}[] = [
  { name: 'no id', spec: { id: '' }, rule: 'model-id-empty' },
  { name: 'no context window', spec: { contextWindow: 0 }, rule: 'limits-not-positive' },
  { name: 'no output', spec: { maxOutputTokens: 0 }, rule: 'limits-not-positive' },
  { name: 'no thinking message', spec: { thinking: undefined }, rule: 'thinking-missing' },
  {
    name: 'an effort without thinking',
    spec: { thinking: { ...noThinking, effort: { levels: ['low'], default: 'low' } } },
    rule: 'thinking-unsupported-control',
  },
  {
    name: 'a budget without thinking',
    spec: { thinking: { ...noThinking, budget: { min: 0, max: 1, deprecated: false } } },
    rule: 'thinking-unsupported-control',
  },
  {
    name: 'adaptive without thinking',
    spec: { thinking: { ...noThinking, adaptiveByDefault: true } },
    rule: 'thinking-unsupported-control',
  },
  {
    name: 'a switch without thinking',
    spec: { thinking: { ...noThinking, disable: 'conditional' } },
    rule: 'thinking-unsupported-control',
  },
  {
    name: 'thinking without a word on its switch',
    spec: { thinking: { ...thinking, disable: 'unspecified' } },
    rule: 'thinking-disable-unset',
  },
  {
    name: 'an effort without levels',
    spec: { thinking: { ...thinking, effort: { levels: [], default: '' } } },
    rule: 'thinking-effort',
  },
  {
    name: 'a default effort that is no level',
    spec: { thinking: { ...thinking, effort: { levels: ['low'], default: 'high' } } },
    rule: 'thinking-effort',
  },
  {
    name: 'a budget from more to less',
    spec: { thinking: { ...thinking, budget: { min: 2, max: 1, deprecated: false } } },
    rule: 'thinking-budget',
  },
  {
    name: 'a budget of nothing',
    spec: { thinking: { ...thinking, budget: { min: 0, max: 0, deprecated: false } } },
    rule: 'thinking-budget',
  },
  {
    name: 'a default budget outside its range',
    spec: { thinking: { ...thinking, budget: { min: 1, max: 2, default: 3, deprecated: false } } },
    rule: 'thinking-budget',
  },
  {
    name: 'no caching message',
    spec: { ...priced([tier]), caching: undefined },
    rule: 'caching-missing',
  },
  {
    name: 'caching without a mechanism',
    spec: { caching: { ...noCaching, supported: true } },
    rule: 'caching-mechanism',
  },
  {
    name: 'a mechanism without caching',
    spec: { ...priced([tier]), caching: { ...noCaching, implicitAutomatic: true } },
    rule: 'caching-mechanism',
  },
  { name: 'no price', spec: { pricing: undefined }, rule: 'pricing-missing' },
  {
    name: 'another currency',
    spec: { pricing: { currency: 'EUR', free: false, tiers: [cachedTier] } },
    rule: 'pricing-currency',
  },
  { name: 'no tier', spec: priced([]), rule: 'pricing-no-tier' },
  { name: 'a negative rate', spec: priced([{ ...tier, inputPerMtok: -1 }]), rule: 'pricing-rate' },
  {
    name: 'a rate that is no number',
    spec: priced([{ ...tier, audioInputPerMtok: Number.NaN }]),
    rule: 'pricing-rate',
  },
  {
    name: 'caching without its rates',
    spec: { pricing: { currency: 'USD', free: false, tiers: [tier] } },
    rule: 'pricing-cache-rates',
  },
  {
    name: 'one cache rate alone',
    spec: {
      pricing: { currency: 'USD', free: false, tiers: [{ ...tier, cacheReadPerMtok: 1 }] },
    },
    rule: 'pricing-cache-rates',
  },
  { name: 'cache rates without caching', spec: priced([cachedTier]), rule: 'pricing-cache-rates' },
  {
    name: 'tiers that overlap in size',
    spec: priced([
      { ...tier, inputTokensUntil: 201 },
      { ...tier, inputTokensFrom: 200 },
    ]),
    rule: 'pricing-overlap',
  },
  {
    name: 'a tool-choice mode twice',
    spec: { supportedToolChoiceModes: ['auto', 'auto'] },
    rule: 'tool-choice-modes',
  },
  {
    name: 'tool-choice modes without tools',
    spec: { supportsToolUse: false },
    rule: 'tool-choice-modes',
  },
  {
    name: 'levels of an answer length it does not have',
    spec: { verbosity: { supported: false, levels: ['low'] } },
    rule: 'verbosity',
  },
  {
    name: 'a default answer length that is no level',
    spec: { verbosity: { supported: true, levels: ['low'], default: 'high' } },
    rule: 'verbosity',
  },
  {
    name: 'a percentage above 100',
    spec: { effectiveContextWindowPercent: 101 },
    rule: 'context-percent',
  },
];

test.each(brokenModels)('a model with $name is refused by that rule alone', ({ spec, rule }) => {
  const findings = checkCapabilities(capabilities({ models: [model(spec)] }), NOW_MS);

  expect(findings.map((finding) => finding.rule)).toEqual([rule]);
  expect(findings[0]?.model).toBe(spec.id === '' ? 'number 1' : 'demo');
  expect(isUsable(findings)).toBe(false);
});

test('a tier that ends before it begins is refused', () => {
  const backwards = { ...tier, inputTokensFrom: 9, inputTokensUntil: 8 };

  expect(rulesOf(capabilities({ models: [model(priced([tier, backwards]))] }))).toEqual([
    'pricing-tier-interval',
  ]);
});

test.each<{
  readonly name: string;
  readonly tiers: readonly PricingTier[];
  readonly where: string;
}>([
  {
    name: 'between two sizes',
    tiers: [
      { ...tier, inputTokensUntil: 100 },
      { ...tier, inputTokensFrom: 200 },
    ],
    where: 'for prompts of 100 tokens or more',
  },
  {
    name: 'after the last tier',
    tiers: [{ ...tier, effectiveUntilMs: NOW_MS + 86_400_000 }],
    where: 'from 2026-07-28T00:00:00.000Z',
  },
  {
    name: 'already now',
    tiers: [{ ...tier, effectiveUntilMs: NOW_MS }],
    where: 'from 2026-07-27T00:00:00.000Z for prompts of 0 tokens',
  },
])('a gap in the prices is a warning that says where: $name', ({ tiers, where }) => {
  const findings = checkCapabilities(capabilities({ models: [model(priced(tiers))] }), NOW_MS);

  expect(findings).toMatchObject([{ severity: 'warning', rule: 'pricing-gap', model: 'demo' }]);
  expect(findings[0]?.message).toContain(where);
  expect(isUsable(findings)).toBe(true);
});

test('any grid of adjacent tiers is complete, and without one of its cells it has a gap', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 });
  fc.assert(
    fc.property(cuts, cuts, fc.nat(), (sizes, times, hole) => {
      const tiers = intervals(sizes).flatMap(([inputTokensFrom, inputTokensUntil]) =>
        intervals(times.map((time) => NOW_MS + time)).map(
          ([effectiveFromMs, effectiveUntilMs]): PricingTier => ({
            ...tier,
            inputTokensFrom,
            inputTokensUntil,
            effectiveFromMs,
            effectiveUntilMs,
          }),
        ),
      );
      const missing = hole % tiers.length;
      const rules = (list: readonly PricingTier[]) =>
        rulesOf(capabilities({ models: [model(priced(list))] }));

      expect(rules(tiers)).toEqual([]);
      if (tiers.length > 1) expect(rules(tiers.toSpliced(missing, 1))).toEqual(['pricing-gap']);
      expect(rules([...tiers, tiers[missing] ?? tier])).toEqual(['pricing-overlap']);
    }),
  );
});

/** The half-open intervals that cuts make, open at both ends. */
function intervals(
  cuts: readonly number[],
): readonly (readonly [number | undefined, number | undefined])[] {
  const sorted = cuts.toSorted((a, b) => a - b);
  return [...sorted, undefined].map((until, index) => [sorted[index - 1], until]);
}

const brokenProviders: readonly {
  readonly name: string;
  readonly declared: Partial<Capabilities>;
  readonly rule: CapabilityRule;
}[] = [
  {
    name: 'no config schema',
    declared: { configSchema: undefined },
    rule: 'config-schema-missing',
  },
  { name: 'no models', declared: { models: [] }, rule: 'no-models' },
  { name: 'an id twice', declared: { models: [model(), model()] }, rule: 'model-id-duplicate' },
  {
    name: 'an alias that is an id',
    declared: { models: [model(), model({ id: 'other', catalog: { aliases: ['demo'] } })] },
    rule: 'alias-duplicate',
  },
  {
    name: 'an alias of two models',
    declared: {
      models: [
        model({ catalog: { aliases: ['latest'] } }),
        model({ id: 'other', catalog: { aliases: ['latest'] } }),
      ],
    },
    rule: 'alias-duplicate',
  },
  {
    name: 'a hook point twice',
    declared: { supportedHookPoints: ['session_start', 'session_start'] },
    rule: 'hook-points',
  },
  {
    name: 'a command with a slash',
    declared: { slashCommands: [{ name: '/fix', description: '', template: 'x' }] },
    rule: 'prompt-expansion',
  },
  {
    name: 'a command without a template',
    declared: { slashCommands: [{ name: 'fix', description: '', template: '' }] },
    rule: 'prompt-expansion',
  },
  {
    name: 'a command twice',
    declared: {
      slashCommands: [
        { name: 'fix', description: '', template: 'x' },
        { name: 'fix', description: '', template: 'y' },
      ],
    },
    rule: 'prompt-expansion',
  },
];

test.each(brokenProviders)('a provider with $name is refused', ({ declared, rule }) => {
  expect(rulesOf(capabilities(declared))).toEqual([rule]);
});

test('every fault is found at once', () => {
  const bad = model({ contextWindow: 0, thinking: undefined, pricing: undefined });

  expect(rulesOf(capabilities({ models: [bad], configSchema: undefined }))).toEqual([
    'config-schema-missing',
    'limits-not-positive',
    'thinking-missing',
    'pricing-missing',
  ]);
});

test('each rule has a case above that breaks it', () => {
  const broken = [...brokenModels, ...brokenProviders].map(({ rule }) => rule);
  const own: readonly CapabilityRule[] = ['pricing-tier-interval', 'pricing-gap'];

  expect(new Set([...broken, ...own])).toEqual(new Set(CAPABILITY_RULES));
});
