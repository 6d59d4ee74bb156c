import { describe, expect, test } from 'vitest';
import { firstConfigText, firstVendors } from '../../src/config/first-config.ts';
import { configFrom, knownProviders } from '../support/config-from.ts';

const modelOf = (provider: string): string | undefined =>
  provider === 'xai' ? undefined : `${provider}-model`;

const keyed = { attributes: [{ name: 'api_key', type: 'string', sensitive: true }] } as const;
const builtIns = knownProviders({
  anthropic: keyed,
  openai: keyed,
  google: keyed,
  openrouter: keyed,
  example: { attributes: [] },
});

test('vendors are those whose key variable is set and not empty, in a fixed order', () => {
  const environment = {
    OPENROUTER_API_KEY: 'k',
    ANTHROPIC_API_KEY: 'k',
    OPENAI_API_KEY: '',
    HOME: '/',
  };

  expect(firstVendors(environment, modelOf).map(({ provider }) => provider)).toEqual([
    'anthropic',
    'openrouter',
  ]);
});

test('a vendor with several variables names the one that is set', () => {
  const [google] = firstVendors({ GOOGLE_API_KEY: 'k' }, modelOf);

  expect(google?.keyVariable).toBe('GOOGLE_API_KEY');
});

test('a vendor that is not built in is left out', () => {
  expect(firstVendors({ XAI_API_KEY: 'k' }, modelOf)).toEqual([]);
});

describe.each([
  { name: 'no key', environment: {} },
  { name: 'one key', environment: { ANTHROPIC_API_KEY: 'test-value-1' } },
  {
    name: 'several keys',
    environment: {
      OPENAI_API_KEY: 'test-value-1',
      GEMINI_API_KEY: 'test-value-2',
      OPENROUTER_API_KEY: 'test-value-3',
    },
  },
])('with $name', ({ environment }) => {
  const text = firstConfigText(firstVendors(environment, modelOf), 'demo');

  test('the file validates without a warning and names a model', async () => {
    const loaded = await configFrom(text, { environment, builtIns });

    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.config?.profiles.get('default')?.primary?.id.value).toMatch(/demo|-model/);
  });

  test('no value of the environment is in it', () => {
    expect(text).not.toMatch(/test-value/);
  });

  test('with its comments removed from the fallbacks it still validates', async () => {
    const opened = text.replaceAll(/^( +)# (fallback \{| {2}(?:provider|id) .*|\})$/gm, '$1$2');
    const loaded = await configFrom(opened, { environment, builtIns });

    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.config?.profiles.get('default')?.fallbacks.length).toBe(
      Math.max(0, Object.keys(environment).length - 1),
    );
  });
});
