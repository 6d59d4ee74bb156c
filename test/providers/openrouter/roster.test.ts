import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FALLBACK_MODELS } from '../../../providers/openrouter/models.ts';
import { Roster, type Schedule } from '../../../providers/openrouter/roster.ts';
import { modelOf } from '../../../providers/openrouter/roster-entry.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { Http, HttpRequest, HttpResponse } from '../../../src/sdk/http.ts';
import { ModelFailure } from '../../../src/sdk/model-failure.ts';
import { type RosterRow, rosterRow } from '../../support/roster-row.ts';
import { sharedFolder, sharedNote } from '../../support/shared.ts';

const entry: JsonObject = {
  id: 'acme/one',
  name: 'Acme: One',
  context_length: 1000,
  architecture: { input_modalities: ['text', 'image'] },
  pricing: { prompt: '0.0000003', completion: '0.0000025', input_cache_read: '0.00000003' },
  top_provider: { context_length: 800, max_completion_tokens: null },
  supported_parameters: ['tools', 'tool_choice', 'structured_outputs'],
};

describe('an entry of the list', () => {
  test('becomes a model with the smaller window and rounded prices', () => {
    expect(modelOf(entry)).toMatchObject({
      id: 'acme/one',
      contextWindow: 800,
      maxOutputTokens: 200,
      supportsToolUse: true,
      supportsVision: true,
      supportsDocuments: false,
      supportsResponseSchema: true,
      supportedToolChoiceModes: ['auto', 'any', 'none', 'specific'],
      thinking: { supported: false },
      caching: { supported: true, explicitMarkers: false, implicitAutomatic: true },
      pricing: {
        free: false,
        tiers: [
          {
            inputPerMtok: 0.3,
            outputPerMtok: 2.5,
            cacheReadPerMtok: 0.03,
            cacheWritePerMtok: 0.3,
          },
        ],
      },
    });
  });

  test.each([
    { name: 'no id', changes: { id: null } },
    { name: 'no window', changes: { context_length: null, top_provider: {} } },
  ])('with $name is no model', ({ changes }) => {
    expect(modelOf({ ...entry, ...changes })).toBeUndefined();
  });

  test.each([
    {
      name: 'a router, whose price depends',
      pricing: { prompt: '-1', completion: '-1' },
      expected: { priceUnknown: true },
    },
    { name: 'no price', pricing: {}, expected: { priceUnknown: true } },
    {
      name: 'nothing to pay',
      pricing: { prompt: '0', completion: '0' },
      expected: { free: true, tiers: [] },
    },
    {
      name: 'a price that changes with the hour',
      pricing: {
        prompt: '1',
        completion: '1',
        overrides: [{ utc_start: '0000', utc_end: '0600', prompt: '2' }],
      },
      expected: { priceUnknown: true },
    },
    {
      name: 'prompts of three sizes',
      pricing: {
        prompt: '0.000001',
        completion: '0.000002',
        overrides: [
          { min_prompt_tokens: 500, prompt: '0.000003' },
          { min_prompt_tokens: 200, completion: '0.000004' },
        ],
      },
      expected: {
        tiers: [
          { inputPerMtok: 1, outputPerMtok: 2, inputTokensUntil: 201 },
          { inputPerMtok: 1, outputPerMtok: 4, inputTokensFrom: 201, inputTokensUntil: 501 },
          { inputPerMtok: 3, outputPerMtok: 2, inputTokensFrom: 501 },
        ],
      },
    },
  ])('with $name', ({ pricing, expected }) => {
    expect(modelOf({ ...entry, pricing })?.pricing).toMatchObject(expected);
  });

  test.each([
    {
      name: 'every level',
      reasoning: { supported_efforts: null, default_effort: 'high', default_enabled: true },
      expected: {
        effort: {
          levels: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
          default: 'high',
        },
        adaptiveByDefault: true,
        disable: 'always',
      },
    },
    {
      name: 'some levels, of which none only switches off',
      reasoning: { supported_efforts: ['none', 'high', 'low'] },
      expected: { effort: { levels: ['low', 'high'], default: 'low' } },
    },
    {
      name: 'a budget and no level',
      reasoning: { supports_max_tokens: true, mandatory: true },
      expected: { budget: { min: 1024, max: 1999 }, adaptiveByDefault: true, disable: 'never' },
    },
  ])('that reasons by $name', ({ reasoning, expected }) => {
    const thinking = modelOf({
      ...entry,
      reasoning,
      top_provider: { max_completion_tokens: 2000 },
      context_length: 10_000,
    })?.thinking;

    expect(thinking).toMatchObject({ supported: true, ...expected });
  });

  test('of a family that marks its caches has one, whatever the list says of its price', () => {
    const model = modelOf({
      ...entry,
      id: 'anthropic/x',
      pricing: { prompt: '0.000001', completion: '1' },
    });

    expect(model?.caching).toMatchObject({ supported: true, explicitMarkers: true });
    expect(model?.pricing?.tiers[0]).toMatchObject({ cacheReadPerMtok: 1, cacheWritePerMtok: 1 });
  });
});

interface ExpectedModel {
  readonly id: string;
  readonly context_window: number;
  readonly max_output_tokens: number;
  readonly reasoning: boolean;
  readonly image_input: boolean;
  readonly file_input: boolean;
  readonly input_per_mtok: number;
  readonly output_per_mtok: number;
}

test.skipIf(sharedFolder === undefined)(`the recorded list${sharedNote ?? ''}`, () => {
  const read = (name: string) =>
    JSON.parse(
      readFileSync(join(sharedFolder ?? '', 'fixtures', 'vendors', 'openrouter', name), 'utf8'),
    );
  const wanted: readonly ExpectedModel[] = read('models-list.expected.json').models;
  const entries: readonly JsonObject[] = read('models-list.http.json').body.data;

  const models = entries.map((each) => modelOf(each));

  expect(models.map(summary)).toEqual(
    wanted.map((model) => ({
      id: model.id,
      window: model.context_window,
      output: model.max_output_tokens,
      reasoning: model.reasoning,
      images: model.image_input,
      files: model.file_input,
      prices: [model.input_per_mtok, model.output_per_mtok],
    })),
  );
  console.log('openrouter (shared) × models-list: roster');
});

function summary(model: ReturnType<typeof modelOf>) {
  const [tier] = model?.pricing?.tiers ?? [];
  return {
    id: model?.id,
    window: model?.contextWindow,
    output: model?.maxOutputTokens,
    reasoning: model?.thinking?.supported,
    images: model?.supportsVision,
    files: model?.supportsDocuments,
    prices: [tier?.inputPerMtok, tier?.outputPerMtok],
  };
}

/** A list that is served so, and the timers that were set. */
function rosterOf(answers: readonly (string | ModelFailure)[]) {
  const timers: { readonly run: () => void; readonly delayMs: number; isCancelled: boolean }[] = [];
  const schedule: Schedule = (run, delayMs) => {
    const timer = { run, delayMs, isCancelled: false };
    timers.push(timer);
    return () => {
      timer.isCancelled = true;
    };
  };
  const sent: HttpRequest[] = [];
  const http: Http = {
    connect: () => {},
    close: async () => {},
    request: async (request) => {
      sent.push(request);
      const answer = answers[sent.length - 1] ?? '';
      if (typeof answer !== 'string') throw answer;
      const response: HttpResponse = {
        status: answer === '' ? 500 : 200,
        headers: {},
        receivedAtMs: 0,
        body: (async function* () {})(),
        text: async () => answer,
      };
      return response;
    },
  };
  const roster = new Roster({ http, url: 'u', headers: {}, log: () => {}, schedule });
  return { roster, timers, sent };
}

const listOf = (...ids: readonly string[]) =>
  JSON.stringify({ data: ids.map((id) => ({ ...entry, id })) });
const ids = (roster: Roster) => roster.models.map(({ id }) => id);
const refused = new ModelFailure({ category: 'overloaded', message: 'no', retryable: true });

describe('the roster', () => {
  const { signal } = new AbortController();

  test('is what the gateway lists, renewed every hour', async () => {
    const { roster, timers } = rosterOf([listOf('a/1', 'a/1', 'a/2'), listOf('a/3')]);
    await roster.load(signal);
    expect(ids(roster)).toEqual(['a/1', 'a/2']);

    timers[0]?.run();
    await expect.poll(() => ids(roster)).toEqual(['a/3']);

    expect(timers.map(({ delayMs }) => delayMs)).toEqual([3_600_000, 3_600_000]);
  });

  test.each([
    { name: 'a refusal', answer: refused },
    { name: 'an error', answer: '' },
    { name: 'something else', answer: '<html>' },
    { name: 'an empty list', answer: '{"data":[]}' },
  ])('without a list, for $name, is a few models, and tries again soon', async ({ answer }) => {
    const { roster, timers } = rosterOf([answer]);

    await roster.load(signal);

    expect(roster.models).toBe(FALLBACK_MODELS);
    expect(timers[0]?.delayMs).toBe(60_000);
  });

  test('keeps the list it has when a new one can not be had', async () => {
    const { roster, timers } = rosterOf([listOf('a/1'), refused]);
    await roster.load(signal);

    timers[0]?.run();
    await expect.poll(() => timers.length).toBe(2);

    expect(ids(roster)).toEqual(['a/1']);
  });

  test('forgets its timer when it is closed, and sets no other', async () => {
    const { roster, timers } = rosterOf([listOf('a/1')]);
    await roster.load(signal);

    roster.close();
    timers[0]?.run();

    expect(timers).toHaveLength(1);
    expect(timers[0]?.isCancelled).toBe(true);
  });
});

test('without a list no price is known, and limits are those that any route takes', () => {
  expect(FALLBACK_MODELS.map(rosterRow)).toEqual([
    ['openrouter/auto', 128_000, 16_384, 'none', 'unknown'],
    ['anthropic/claude-sonnet-4.5', 200_000, 64_000, 'low medium high, off, always', 'unknown'],
    ['anthropic/claude-sonnet-4', 200_000, 64_000, 'low medium high, off, always', 'unknown'],
    ['openai/gpt-4o', 128_000, 16_384, 'none', 'unknown'],
    ['openai/gpt-4.1-mini', 1_047_576, 32_768, 'none', 'unknown'],
    ['openai/o3', 200_000, 100_000, 'low medium high, on, never', 'unknown'],
    ['google/gemini-2.5-flash', 1_048_576, 65_535, 'low medium high, off, always', 'unknown'],
  ] satisfies readonly RosterRow[]);
});
