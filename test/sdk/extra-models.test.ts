import { describe, expect, test } from 'vitest';
import type { ModelSpec } from '../../src/protocol/model-spec.ts';
import { withExtraModels } from '../../src/sdk/extra-models.ts';

const base: ModelSpec = {
  id: 'acme-large-5',
  contextWindow: 1_000_000,
  maxOutputTokens: 128_000,
  supportsToolUse: true,
  supportsVision: true,
  supportsDocuments: false,
  supportsStreaming: true,
  thinking: {
    supported: true,
    adaptiveByDefault: false,
    disable: 'always',
    budget: { min: 1024, max: 127_999, default: 8000, deprecated: false },
  },
  caching: {
    supported: true,
    keepaliveSupported: false,
    explicitMarkers: true,
    implicitAutomatic: false,
  },
  pricing: { currency: 'USD', free: false, tiers: [{ inputPerMtok: 5, outputPerMtok: 25 }] },
  supportedToolChoiceModes: ['auto'],
  catalog: { aliases: ['large'], family: 'acme-large', displayName: 'Large 5' },
  maxContextWindow: 2_000_000,
};

const small: ModelSpec = {
  ...base,
  id: 'acme-small-5',
  supportsVision: false,
  caching: {
    ...base,
    supported: false,
    keepaliveSupported: false,
    explicitMarkers: false,
    implicitAutomatic: false,
  },
  catalog: { aliases: [], family: 'acme-small' },
};

const roster: readonly [ModelSpec, ...ModelSpec[]] = [
  base,
  { ...base, id: 'acme-large-4', supportsVision: false },
  small,
];

const added = (id: string, limits: string) =>
  withExtraModels(roster, { [id]: limits }, 'acme').at(-1);

test('a new model has its own limits and an unknown price', () => {
  const spec = added('acme-large-6', '200000/64000');

  expect(spec).toMatchObject({
    id: 'acme-large-6',
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
  });
  expect(spec?.pricing).toEqual({
    currency: 'USD',
    free: false,
    priceUnknown: true,
    tiers: [{ inputPerMtok: 0, outputPerMtok: 0, cacheWritePerMtok: 0, cacheReadPerMtok: 0 }],
  });
  expect(spec?.catalog).toEqual({ aliases: [], family: 'acme-large' });
  expect(spec?.maxContextWindow).toBeUndefined();
});

test('cache rates stand in the price exactly when the family caches', () => {
  expect(added('acme-small-6', '1000/100')?.pricing?.tiers).toEqual([
    { inputPerMtok: 0, outputPerMtok: 0 },
  ]);
});

describe('abilities come from the newest model of the family', () => {
  test.each([
    { id: 'acme-large-6', vision: true },
    { id: 'acme-small-6', vision: false },
    { id: 'something-else', vision: true },
  ])('$id', ({ id, vision }) => {
    expect(added(id, '1000/100')?.supportsVision).toBe(vision);
  });

  test('without family names the likeness of the ids decides', () => {
    const nameless = roster.map((spec) => ({ ...spec, catalog: { aliases: [] } }));
    const [first = base, ...rest] = nameless;

    expect(
      withExtraModels([first, ...rest], { 'acme-small-9': '1000/100' }, 'acme').at(-1),
    ).toMatchObject({
      supportsVision: false,
      catalog: { aliases: [] },
    });
  });
});

test('a reasoning budget stays below the new output limit', () => {
  expect(added('acme-large-6', '200000/4096')?.thinking?.budget).toEqual({
    min: 1024,
    max: 4095,
    default: 4095,
    deprecated: false,
  });
  expect(added('acme-large-6', '200000/1000')?.thinking?.budget).toBeUndefined();
});

test('an id of the roster takes the limits and keeps its price', () => {
  const specs = withExtraModels(roster, { 'acme-large-5': '500/50' }, 'acme');

  expect(specs.map(({ id }) => id)).toEqual(['acme-large-5', 'acme-large-4', 'acme-small-5']);
  expect(specs[0]).toEqual({ ...base, contextWindow: 500, maxOutputTokens: 50 });
});

test('without entries the roster is as it was', () => {
  expect(withExtraModels(roster, undefined, 'acme')).toEqual(roster);
});

test.each([
  '',
  '200000',
  '200000/',
  '/64000',
  '0/64000',
  '200000/0',
  '-1/5',
  '2e5/64000',
  '1/2/3',
  '9007199254740993/1',
])('limits of "%s" are refused with the id', (limits) => {
  expect(() => added('acme-large-6', limits)).toThrow(/^acme: extra_models: .*"acme-large-6"/);
});
