import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/protocol/json.ts';
import type { GenerationParams } from '../../../src/protocol/model-request.ts';
import { message, text } from '../../support/sample-request.ts';
import { build, refusal } from './build-body.ts';

function generated(
  modelId: string,
  params: Partial<GenerationParams>,
  providerOptions?: JsonObject,
) {
  return build({ modelId, params: { stopSequences: [], ...params }, providerOptions });
}

describe('max_tokens', () => {
  test.each([
    { name: 'all the model can give, when nothing is asked', params: {}, tokens: 64_000 },
    { name: 'what is asked', params: { maxOutputTokens: 1000 }, tokens: 1000 },
    {
      name: 'never more than the model can give',
      params: { maxOutputTokens: 99_999 },
      tokens: 64_000,
    },
    {
      name: 'what is asked, when a budget fits into it',
      params: { maxOutputTokens: 3000, thinkingBudgetTokens: 2000 },
      tokens: 3000,
    },
    {
      name: 'room for the answer besides a budget that does not fit',
      params: { maxOutputTokens: 1000, thinkingBudgetTokens: 2000 },
      tokens: 3000,
    },
    { name: 'above the largest budget', params: { thinkingBudgetTokens: 63_999 }, tokens: 64_000 },
  ])('is $name', ({ params, tokens }) => {
    expect(generated('claude-haiku-4-5', params).body['max_tokens']).toBe(tokens);
  });

  test('that had to be changed is told to the log', () => {
    expect(generated('claude-haiku-4-5', { maxOutputTokens: 99_999 }).notes).toEqual([
      'max_tokens is 64000 instead of 99999',
    ]);
  });

  test('leaves the window to a long prompt', () => {
    const modelId = 'claude-haiku-4-5';
    const long = message('user', text('x'.repeat(3 * 150_000)));
    const longer = message('user', text('x'.repeat(3 * 250_000)));

    expect(build({ modelId, messages: [long] }).body['max_tokens']).toBeCloseTo(50_000, -2);
    expect(build({ modelId, messages: [longer] }).body['max_tokens']).toBe(4096);
  });
});

describe('sampling', () => {
  const options = { top_p: 0.9, top_k: 40 };

  test('is passed on where the model takes it', () => {
    const { body, notes } = generated('claude-haiku-4-5', { temperature: 0.3 }, options);

    expect(body).toMatchObject({ temperature: 0.3, top_p: 0.9, top_k: 40 });
    expect(notes).toEqual([]);
  });

  test.each([
    'claude-sonnet-5',
    'claude-opus-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-fable-5',
  ])('is left out for %s, which refuses it, and the log says so', (model) => {
    const { body, notes } = generated(model, { temperature: 0.3 }, options);

    for (const name of ['temperature', 'top_p', 'top_k']) {
      expect(body).not.toHaveProperty(name);
      expect(notes).toContain(`${name} is left out: ${model} refuses it`);
    }
  });

  test('is fixed while thinking is on', () => {
    const thinking = { thinkingBudgetTokens: 2048 };
    const { body, notes } = generated(
      'claude-haiku-4-5',
      { temperature: 0.3, ...thinking },
      options,
    );

    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('top_k');
    expect(body['top_p']).toBe(0.9);
    expect(notes).toEqual([
      'temperature is left out: thinking is on',
      'top_k is left out: thinking is on',
    ]);
    expect(generated('claude-haiku-4-5', { temperature: 1, ...thinking }).body).toMatchObject({
      temperature: 1,
    });
  });

  test('stop sequences are passed on, none is sent as none', () => {
    expect(generated('claude-sonnet-5', { stopSequences: ['END'] }).body['stop_sequences']).toEqual(
      ['END'],
    );
    expect(generated('claude-sonnet-5', {}).body).not.toHaveProperty('stop_sequences');
  });
});

describe('a response schema', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'object', properties: {} } },
      b: { type: 'object', additionalProperties: true },
    },
  };
  const responseSchemaJson = JSON.stringify(schema);

  test('is the form of the output, its objects closed as the vendor wants them', () => {
    const { body } = generated('claude-sonnet-5', { responseSchemaJson, thinkingEffort: 'low' });

    expect(body['output_config']).toEqual({
      effort: 'low',
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          additionalProperties: false,
          properties: {
            a: {
              type: 'array',
              items: { type: 'object', properties: {}, additionalProperties: false },
            },
            b: { type: 'object', additionalProperties: true },
          },
        },
      },
    });
  });

  test.each([
    {
      name: 'a model that can not be held to one',
      model: 'claude-opus-4-1',
      json: responseSchemaJson,
    },
    { name: 'a text that is not JSON', model: 'claude-sonnet-5', json: '{' },
    { name: 'JSON that is no object', model: 'claude-sonnet-5', json: '[]' },
  ])('is refused for $name', ({ model, json }) => {
    const params = { stopSequences: [], responseSchemaJson: json };

    expect(refusal({ modelId: model, params })).toContain('invalid_request: anthropic: ');
  });
});

describe('provider options', () => {
  test('reach the vendor untouched', () => {
    const options = {
      metadata: { user_id: 'u-1' },
      service_tier: 'standard_only',
      container: 'container_1',
      context_management: { edits: [{ type: 'compact_20260112' }] },
      mcp_servers: [{ type: 'url', url: 'https://mcp.test', name: 'm' }],
    };
    const { body, betas } = build({ providerOptions: options });

    expect(body).toMatchObject(options);
    expect(betas).toEqual([
      'context-management-2025-06-27',
      'compact-2026-01-12',
      'mcp-client-2025-11-20',
    ]);
  });

  test("the vendor's own tools follow the declared ones", () => {
    const search = { type: 'web_search_20250305', name: 'web_search' };

    expect(build({ providerOptions: { server_tools: [search] } }).body['tools']).toEqual([search]);
  });

  test.each<{ options: JsonObject; says: string }>([
    { options: { topk: 1 }, says: 'there is no provider option "topk"' },
    { options: { constructor: 1 }, says: 'there is no provider option "constructor"' },
    { options: { top_k: 1.5 }, says: '"top_k" must be an integer' },
    { options: { top_k: 2 ** 53 }, says: '"top_k" must be an integer' },
    { options: { top_k: '7' }, says: '"top_k" must be an integer' },
    { options: { top_p: '0.5' }, says: '"top_p" must be a number' },
    { options: { metadata: 'me' }, says: '"metadata" must be an object' },
    { options: { service_tier: 1 }, says: '"service_tier" must be a text' },
    { options: { container: '' }, says: '"container" must be a container id' },
    { options: { mcp_servers: {} }, says: '"mcp_servers" must be a list' },
    { options: { server_tools: ['a'] }, says: '"server_tools" must be a list' },
    { options: { thinking_display: 'full' }, says: '"summarized" or "omitted"' },
    { options: { disable_parallel_tool_use: 'yes' }, says: 'must be true or false' },
  ])('$options is refused: $says', ({ options, says }) => {
    expect(refusal({ providerOptions: options })).toContain(says);
  });
});
