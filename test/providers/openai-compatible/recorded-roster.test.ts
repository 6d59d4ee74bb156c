import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltProvider, startBuiltProvider } from '../../support/built-provider.ts';
import { sharedFolder, sharedNote } from '../../support/shared.ts';
import { type PlayedResponse, startWireServer } from '../../support/wire-server.ts';

const SHOWN = { capabilities: ['completion'] };
const TAGS = { models: [{ name: 'recorded' }] };

let provider: BuiltProvider;
beforeAll(async () => {
  provider = await startBuiltProvider('openai-compatible');
});
afterAll(() => provider.close());

/** The roster of an Ollama that answers so. */
async function rosterOf(answers: { readonly tags: unknown; readonly shown: unknown }) {
  const bodies = new Map([
    ['/api/tags', answers.tags],
    ['/api/show', answers.shown],
    ['/api/ps', { models: [] }],
  ]);
  const server = await startWireServer(({ path }): PlayedResponse => {
    const body = bodies.get(path);
    const headers = { 'content-type': 'application/json' };
    return body === undefined
      ? { status: 404, headers, body: '{}' }
      : { headers, body: JSON.stringify(body) };
  });
  try {
    await provider.configure({ base_url: server.url, dialect: 'ollama' });
    const outcome = await provider.client.capabilities(AbortSignal.timeout(20_000));
    if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
    return outcome.value.models;
  } finally {
    await server.close();
  }
}

describe.skipIf(sharedFolder === undefined)(`recorded rosters of Ollama${sharedNote}`, () => {
  const read = (name: string) => {
    const folder = join(sharedFolder ?? '', 'fixtures', 'vendors', 'openai-compatible');
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  };

  test('ollama-api-show', async () => {
    const { model } = read('ollama-api-show.expected.json');

    const roster = await rosterOf({ tags: TAGS, shown: read('ollama-api-show.http.json').body });

    expect(roster).toMatchObject([
      {
        id: 'recorded',
        contextWindow: model.configured_context,
        maxContextWindow: model.trained_context,
        supportsToolUse: model.tools,
        supportsVision: model.image_input,
        thinking: { supported: model.thinking },
      },
    ]);
    console.log('openai-compatible (shared) × ollama-api-show: roster');
  });

  test('ollama-api-tags', async () => {
    const { models } = read('ollama-api-tags.expected.json');

    const roster = await rosterOf({ tags: read('ollama-api-tags.http.json').body, shown: SHOWN });

    expect(roster.map(({ id, pricing }) => ({ id, free: pricing?.free }))).toEqual(models);
    console.log('openai-compatible (shared) × ollama-api-tags: roster');
  });
});
