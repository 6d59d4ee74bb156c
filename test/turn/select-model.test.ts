import { expect, test } from 'vitest';
import { didYouMean } from '../../src/diagnostics/suggest.ts';
import type { ContentBlock } from '../../src/protocol/message.ts';
import type { ModelSpec } from '../../src/protocol/model-spec.ts';
import type { TurnErrorCategory } from '../../src/turn/turn-event.ts';
import type { ProviderLookup } from '../../src/turn/turn-plan.ts';
import { FakeProvider, modelSpec, stop, text } from '../support/fake-provider.ts';
import {
  directoryOf,
  LARGE,
  only,
  runFakeTurn,
  turnPlan,
  turnRequest,
  userMessage,
  warnings,
} from '../support/run-fake-turn.ts';

const ANSWER = [text('Hi'), stop()];
const OTHER = { provider: 'other', model: 'large' };
const CHAIN = turnPlan([LARGE, OTHER]);
const image: ContentBlock = { type: 'image', data: new Uint8Array([1]), mediaType: 'image/png' };
const document: ContentBlock = {
  type: 'document',
  data: new Uint8Array([1]),
  mediaType: 'application/pdf',
};

function provider(name: string, spec: Partial<ModelSpec> = {}) {
  return new FakeProvider({ name, models: [modelSpec(spec)], scripts: [ANSWER] });
}

function unavailable(category: TurnErrorCategory, message: string): readonly ProviderLookup[] {
  return [{ type: 'unavailable', error: { category, message, retryable: false } }];
}

function asking(...content: readonly ContentBlock[]) {
  return turnRequest({ messages: [{ id: 'm', role: 'user', content }] });
}

test.each<{ name: string; content: ContentBlock[]; able: Partial<ModelSpec>; reason: string }>([
  { name: 'an image', content: [image], able: { supportsVision: true }, reason: 'no vision' },
  {
    name: 'a document',
    content: [document],
    able: { supportsDocuments: true },
    reason: 'no documents',
  },
  {
    name: 'a tool result',
    content: [{ type: 'tool-result', toolUseId: 'a', content: [], isError: true }],
    able: { supportsToolUse: true },
    reason: 'no tools',
  },
  {
    name: 'an image inside a tool result',
    content: [{ type: 'tool-result', toolUseId: 'a', content: [image], isError: false }],
    able: { supportsToolUse: true, supportsVision: true },
    reason: 'no vision, no tools',
  },
  {
    name: 'a long text',
    content: [{ type: 'text', text: 'x'.repeat(1_000_000) }],
    able: { contextWindow: 300_000 },
    reason: 'takes 200000 tokens, about 250000 are needed',
  },
])('a primary that can not take $name gives way, and this is told', async (row) => {
  const acme = provider('acme');
  const other = provider('other', row.able);

  const { events } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: CHAIN,
    request: asking(...row.content),
  });

  expect(acme.requests).toEqual([]);
  expect(only(events, 'fallback')).toEqual([
    {
      type: 'fallback',
      from: LARGE,
      to: OTHER,
      reason: row.reason,
      skipped: [],
      discardsOutput: false,
    },
  ]);
  expect(other.requests).toHaveLength(1);
});

test('an estimate of the size never refuses the last model there is', async () => {
  const acme = provider('acme', { contextWindow: 10 });

  const { outcome, events } = await runFakeTurn({
    providers: directoryOf({ acme }),
    request: asking({ type: 'text', text: 'x'.repeat(100) }),
  });

  expect(outcome.status).toBe('success');
  expect(only(events, 'fallback')).toEqual([]);
});

test('among models that all seem too small the first is taken', async () => {
  const acme = provider('acme', { contextWindow: 10 });
  const other = provider('other', { contextWindow: 5 });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: CHAIN,
    request: asking({ type: 'text', text: 'x'.repeat(100) }),
  });

  expect(outcome.model).toEqual(LARGE);
});

test('an exhausted chain is one error that names each candidate and its reason', async () => {
  const acme = provider('acme');
  const other = unavailable('provider_unavailable', 'other: not found');

  const { outcome, types } = await runFakeTurn({
    providers: directoryOf({ acme, other }),
    plan: CHAIN,
    request: asking(image),
  });

  expect(types).toEqual(['error', 'turn-end']);
  expect(outcome).toMatchObject({
    status: 'error',
    costUsd: 0,
    model: undefined,
    error: {
      category: 'no_eligible_model',
      message:
        'No model can serve this request: acme/large (no vision); other/large (other: not found).',
    },
  });
});

test('an image for the only model, which has no vision, is refused before any request', async () => {
  const acme = provider('acme');

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    request: asking(image),
  });

  expect(acme.requests).toEqual([]);
  expect(outcome.error).toMatchObject({
    category: 'invalid_request',
    message: 'acme/large can not serve this request: no vision.',
    provider: 'acme',
  });
});

test.each<{ name: string; block: ContentBlock; message: string }>([
  {
    name: 'empty image',
    block: { type: 'image', data: new Uint8Array(), mediaType: 'image/png' },
    message: 'An attached image is empty.',
  },
  {
    name: 'empty document',
    block: { type: 'document', data: new Uint8Array(), mediaType: 'application/pdf' },
    message: 'An attached document is empty.',
  },
  {
    name: 'image that is none',
    block: { type: 'image', data: new Uint8Array([1]), mediaType: 'text/html' },
    message: 'An attached image has the media type "text/html", which is none.',
  },
  {
    name: 'document of no type',
    block: { type: 'document', data: new Uint8Array([1]), mediaType: 'pdf' },
    message: 'An attached document has the media type "pdf", which is none.',
  },
])('an attachment no model could read is refused: $name', async ({ block, message }) => {
  const acme = provider('acme', { supportsVision: true, supportsDocuments: true });

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme }),
    request: asking(block),
  });

  expect(acme.requests).toEqual([]);
  expect(outcome.error).toMatchObject({ category: 'invalid_request', message });
});

test('an unknown model that the user named is refused with the nearest match', async () => {
  const acme = provider('acme');

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other: provider('other') }),
    plan: turnPlan([{ provider: 'acme', model: 'lrge' }, OTHER], { primaryIsExplicit: true }),
    dependencies: { didYouMean },
  });

  expect(outcome.error).toMatchObject({
    category: 'invalid_request',
    message:
      'acme/lrge can not serve this request: the provider "acme" has no model "lrge". Did you mean "large"?',
  });
});

test('an unknown model of a profile is passed over', async () => {
  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme: provider('acme'), other: provider('other') }),
    plan: turnPlan([{ provider: 'acme', model: 'gone' }, OTHER]),
  });

  expect(outcome).toMatchObject({ status: 'success', model: OTHER });
});

test.each<{ category: TurnErrorCategory; falls: boolean }>([
  { category: 'provider_unavailable', falls: true },
  { category: 'provider_crashed', falls: true },
  { category: 'auth_error', falls: false },
  { category: 'configuration', falls: false },
])('a primary whose bring-up fails with $category falls back: $falls', async (row) => {
  const other = provider('other');

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme: unavailable(row.category, 'acme: no'), other }),
    plan: CHAIN,
  });

  expect(other.requests).toHaveLength(row.falls ? 1 : 0);
  expect(outcome.error?.category).toBe(row.falls ? undefined : row.category);
});

test('a fallback whose credential is refused at bring-up is passed over', async () => {
  const third = provider('third');
  const blind = provider('acme');

  const { outcome, events } = await runFakeTurn({
    providers: directoryOf({
      acme: blind,
      other: unavailable('auth_error', 'other: no key'),
      third: new FakeProvider({
        name: 'third',
        models: [modelSpec({ supportsVision: true })],
        scripts: [ANSWER],
      }),
    }),
    plan: turnPlan([LARGE, OTHER, { provider: 'third', model: 'large' }]),
    request: asking(image),
  });

  expect(third.requests).toEqual([]);
  expect(outcome.status).toBe('success');
  expect(only(events, 'fallback')).toMatchObject([
    { skipped: [{ candidate: OTHER, reason: 'other: no key' }] },
  ]);
});

test('the failure of the only provider there is is told as itself', async () => {
  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme: unavailable('provider_unavailable', 'acme: not found') }),
    plan: turnPlan([LARGE, { provider: 'acme', model: 'small' }]),
  });

  expect(outcome.error).toMatchObject({
    category: 'provider_unavailable',
    message: 'acme: not found',
  });
});

test('a setting the primary does not declare is refused before anything is sent', async () => {
  const acme = provider('acme');

  const { outcome } = await runFakeTurn({
    providers: directoryOf({ acme, other: provider('other') }),
    plan: turnPlan([{ ...LARGE, params: { thinkingEffort: 'high' } }, OTHER]),
  });

  expect(acme.requests).toEqual([]);
  expect(outcome.error).toMatchObject({
    category: 'invalid_request',
    message: 'The model "large" takes no thinking effort. It does not think.',
  });
});

test('a setting a fallback does not declare is left out with a warning', async () => {
  const other = provider('other');

  const { events, outcome } = await runFakeTurn({
    providers: directoryOf({ acme: unavailable('provider_unavailable', 'acme: gone'), other }),
    plan: turnPlan([LARGE, { ...OTHER, params: { thinkingEffort: 'high', temperature: 1 } }]),
  });

  expect(outcome.status).toBe('success');
  expect(other.requests[0]?.params).toEqual({ temperature: 1, stopSequences: [] });
  expect(warnings(events)).toEqual([
    'The model "large" takes no thinking effort. It does not think. It was left out of the request.',
  ]);
});

test('a fallback of unknown price is passed over under a cost limit', async () => {
  const pricing = { currency: 'USD', free: false, priceUnknown: true, tiers: [] };

  const { outcome } = await runFakeTurn({
    providers: directoryOf({
      acme: unavailable('provider_unavailable', 'acme: gone'),
      other: provider('other', { pricing }),
    }),
    plan: turnPlan([LARGE, OTHER], { maxCostUsd: 1 }),
  });

  expect(outcome.error?.category).toBe('no_eligible_model');
});

test('providers behind the one that serves are not started', async () => {
  const asked: string[] = [];
  const directory = directoryOf({ acme: provider('acme'), other: provider('other') });

  await runFakeTurn({
    providers: (name, signal) => {
      asked.push(name);
      return directory(name, signal);
    },
    plan: CHAIN,
  });

  expect(asked).toEqual(['acme']);
});

test('an abort while a provider starts ends the turn', async () => {
  const controller = new AbortController();
  const acme = provider('acme');
  const directory = directoryOf({ acme });

  const { outcome } = await runFakeTurn({
    providers: async (name, signal) => {
      controller.abort();
      return directory(name, signal);
    },
    signal: controller.signal,
  });

  expect(outcome.status).toBe('cancelled');
  expect(acme.requests).toEqual([]);
});

test('text of the history counts for the size too', async () => {
  const { outcome } = await runFakeTurn({
    providers: directoryOf({
      acme: provider('acme'),
      other: provider('other', { contextWindow: 1e6 }),
    }),
    plan: CHAIN,
    request: turnRequest({
      messages: [userMessage('x'.repeat(500_000), 'a'), userMessage('y'.repeat(500_000), 'b')],
    }),
  });

  expect(outcome.model).toEqual(OTHER);
});
