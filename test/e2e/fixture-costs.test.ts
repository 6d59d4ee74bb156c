// What every shared recording costs, computed by hand from the counters of its expected outcome and
// the vendor's published prices, against what the engine says of the provider's own process.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/protocol/json.ts';
import { DEFAULT_RETRY_POLICY } from '../../src/turn/turn-plan.ts';
import { type BuiltProvider, startBuiltProvider } from '../support/built-provider.ts';
import { type FixtureCase, loadFixtureCases } from '../support/fixture-cases.ts';
import { runFakeTurn, turnPlan } from '../support/run-fake-turn.ts';
import { sharedFolder, sharedNote } from '../support/shared.ts';
import { startWireServer } from '../support/wire-server.ts';

interface Vendor {
  readonly folder: string;
  readonly provider: string;
  config(fixture: FixtureCase): JsonObject;
  model(fixture: FixtureCase): string;
  /** Millionths of a US dollar; `null`: the price is not known. */
  readonly costs: Readonly<Record<string, number | null>>;
}

const KEY = { api_key: 'test-key' };

// US dollars for a million tokens are millionths of a dollar for one, so every figure below is
// in × rate + (out + reasoning) × rate + cache read × rate + cache write × rate.
const vendors: readonly Vendor[] = [
  {
    folder: 'anthropic',
    provider: 'anthropic',
    config: () => KEY,
    model: () => 'claude-sonnet-5',
    // Sonnet 5: 2 / 10 / 0.2 / 2.5. Sonnet 4.5: 3 / 15 / 0.3 / 3.75. Haiku 4.5: 1 / 5 / 0.1 / 1.25.
    costs: {
      'error-overloaded-mid-stream': 51, // Sonnet 4.5: 12 × 3 + 1 × 15
      'parallel-tool-calls-noargs': 852, // Haiku 4.5: 542 × 1 + 62 × 5
      'prompt-cache-reasoning-detail': 11_592.3, // 6 × 2 + 198 × 10 + 6,289 × 0.2 + 3,337 × 2.5
      'redacted-thinking': 3_111, // Sonnet 4.5: 92 × 3 + 189 × 15
      refusal: null, // Fable 5 has no published price
      'server-tool-mcp': 4_995, // Sonnet 4.5: 1,250 × 3 + 83 × 15
      'server-tool-web-search-citations': null, // nor has Sonnet 4 any longer
      'text-basic': 486, // Sonnet 4.5: 12 × 3 + 30 × 15
      'thinking-signature-tool-noargs': 1_058, // Haiku 4.5: 598 × 1 + (39 + 53) × 5
      'tool-json-split-fragments': 1_084, // Haiku 4.5: 849 × 1 + 47 × 5
    },
  },
  {
    folder: 'google',
    provider: 'google',
    config: () => KEY,
    model: () => 'gemini-3-pro-preview',
    // 3 and 3.1 Pro up to 200,000 tokens: 2 / 12 / 0.2. 2.5 Flash: 0.3 / 2.5 / 0.075. 2.0 Flash is
    // not listed, so the price of the model that was asked for counts.
    costs: {
      'code-execution': 631.7, // 2.5 Flash: 264 × 0.3 + (126 + 95) × 2.5
      'parallel-tools-partial-args': 1_912, // 26 × 2 + (23 + 132) × 12
      'text-first-usage-overstates': 302, // 79 × 2 + 12 × 12
      'text-thinking-tokens': 2_514, // 9 × 2 + (23 + 185) × 12
      'thinking-summary-reply': 1_473, // 2.5 Flash: 10 × 0.3 + (48 + 540) × 2.5
      'thinking-summary-then-tool': 446.4, // 2.5 Flash: 38 × 0.3 + (6 + 168) × 2.5
      'tool-call-gemini3-signature': 2_602, // 29 × 2 + (10 + 202) × 12
      'tool-call-single-chunk': 164, // 52 × 2 + 5 × 12
      'url-context-tool-use-prompt-tokens': 1_547.6, // 2.5 Flash: 4,642 × 0.3 + (25 + 37) × 2.5
      'usage-live-mid-stream': 292.9, // 2.5 Flash: 18 × 0.3 + (80 + 35) × 2.5
    },
  },
  {
    folder: 'openai-chat',
    provider: 'openai',
    config: () => ({ ...KEY, api: 'chat' }),
    model: () => 'gpt-5.6-sol',
    // 5.6 sol: 2 / 10 / 0.2 / 2.5; the dated ids that were served are not listed.
    costs: {
      'azure-router-empty-first-choices': 810, // 15 × 2 + (14 + 64) × 10
      'json-body-cache-write': 10_086, // 8 × 2 + 4 × 10 + 4,012 × 2.5
      'json-body-cached': 3_984.8, // 125 × 2 + 353 × 10 + 1,024 × 0.2
      'json-body-refusal': 260, // 65 × 2 + 13 × 10
    },
  },
  {
    folder: 'openai-responses',
    provider: 'openai',
    config: () => ({ ...KEY, api: 'responses' }),
    model: () => 'gpt-5.6-sol',
    // 5.6 sol as above; 5.1 and 5.1-codex-max: 1.25 / 10 / 0.125.
    costs: {
      'background-queued-event': 120, // 15 × 2 + 9 × 10
      'incomplete-max-output-tokens': 198, // 19 × 2 + (8 + 8) × 10
      'json-body-cache-write': 10_096, // 8 × 2 + 5 × 10 + 4,012 × 2.5
      'phase-commentary-tool-call': 816, // 63 × 2 + (43 + 26) × 10
      'reasoning-encrypted-tool-call': 447.5, // 5.1-codex-max: 134 × 1.25 + 28 × 10
      'text-basic': 118, // 14 × 2 + 9 × 10
      'tool-call-single': 296.25, // 5.1: 45 × 1.25 + 24 × 10
    },
  },
  {
    folder: 'xai',
    provider: 'xai',
    config: ({ endpoint }) => ({ ...KEY, api: endpoint ?? 'responses' }),
    model: ({ endpoint }) => (endpoint === 'chat' ? 'grok-3-mini' : 'grok-4.7'),
    // 3-mini: 0.3 / 0.5 / 0.075. code-fast-1, which served the last: 0.2 / 1.5 / 0.02.
    costs: {
      'chat-reasoning-text': 146.625, // 1 × 0.3 + (1 + 290) × 0.5 + 11 × 0.075
      'chat-tool-call-whole-args': 149.75, // 1 × 0.3 + (26 + 227) × 0.5 + 306 × 0.075
      'responses-reasoning-store-false': 1_255.14, // 24 × 0.2 + (578 + 253) × 1.5 + 192 × 0.02
    },
  },
  {
    folder: 'openai-compatible',
    provider: 'openai-compatible',
    config: ({ endpoint }) => ({
      api: endpoint ?? 'chat',
      extra_models: { recorded: '131072/8192' },
    }),
    model: () => 'recorded',
    // A server on a private address is free, except for models a vendor lists with a price:
    // Llama 3.3 70B at Groq 0.59 / 0.79, Mistral Small 0.1 / 0.3.
    costs: {
      'deepseek-reasoning-tool-call': 0,
      'groq-tool-call-usage-x-groq': 135.75, // 210 × 0.59 + 15 × 0.79
      'hf-router-null-usage-details': 0,
      'lmstudio-responses-tool-call': 0,
      'mistral-thinking-array': 0,
      'mistral-tool-call-no-index': 19, // 124 × 0.1 + 22 × 0.3
      'ollama-parallel-same-index': 0,
      'vllm-usage-on-every-chunk': 0,
    },
  },
  {
    folder: 'openrouter',
    provider: 'openrouter',
    config: ({ endpoint }) => ({ ...KEY, api: endpoint ?? 'chat' }),
    model: () => 'anthropic/claude-sonnet-4.5',
    // Its list comes from the gateway; without one no price is known.
    costs: {
      'json-body-cache-read-write': null,
      'responses-tool-call-no-args': null,
      'stream-anthropic-signature': null,
      'stream-reasoning-encrypted': null,
    },
  },
];

async function playTurn(provider: BuiltProvider, vendor: Vendor, fixture: FixtureCase) {
  const server = await startWireServer(fixture.response);
  onTestFinished(() => server.close());
  await provider.configure({
    ...vendor.config(fixture),
    ...fixture.config,
    base_url: server.url,
  });
  const outcome = await provider.client.capabilities();
  if (outcome.type !== 'ok') throw new Error(`no capabilities: ${outcome.type}`);
  const ref = { provider: vendor.provider, model: vendor.model(fixture) };
  return runFakeTurn({
    providers: async () => ({
      type: 'ready',
      provider: provider.client,
      capabilities: outcome.value,
    }),
    plan: turnPlan([ref], { retry: { ...DEFAULT_RETRY_POLICY, maxRetries: 0 } }),
  });
}

const folderOf = ({ folder }: Vendor) => join(sharedFolder ?? '', 'fixtures', 'vendors', folder);
const withUsage = (vendor: Vendor) =>
  loadFixtureCases(folderOf(vendor)).filter(({ expected }) => expected.usage !== null);

if (sharedFolder === undefined) test.skip(`costs of the shared recordings${sharedNote}`, () => {});
else {
  describe.each(vendors)('recordings of $folder', (vendor) => {
    let provider: BuiltProvider;
    beforeAll(async () => {
      provider = await startBuiltProvider(vendor.provider);
    });
    afterAll(() => provider?.close());

    test('each has its figure', () => {
      const names = withUsage(vendor).map(({ name }) => name);

      expect(Object.keys(vendor.costs).toSorted()).toEqual(names.toSorted());
    });

    test.each(withUsage(vendor))('$name', async (fixture) => {
      const { outcome } = await playTurn(provider, vendor, fixture);

      const { input, output, cache_read, cache_write, reasoning } = fixture.expected.usage ?? {};
      expect({
        reasoningTokens: 0,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        ...outcome.usage,
      }).toEqual({
        inputTokens: input,
        outputTokens: output,
        reasoningTokens: reasoning ?? 0,
        cacheReadTokens: cache_read ?? 0,
        cacheWriteTokens: cache_write ?? 0,
      });
      const micros = vendor.costs[fixture.name];
      const isKnown = micros !== null && micros !== undefined;
      expect(outcome.costUsd).toBe(isKnown ? Number(`${micros}e-6`) : undefined);
    });
  });
}
