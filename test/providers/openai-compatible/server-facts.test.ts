import { expect, test } from 'vitest';
import {
  llamacppFacts,
  lmstudioFacts,
  modelFacts,
  ollamaFacts,
  ollamaNames,
  runningWindows,
} from '../../../providers/openai-compatible/server-facts.ts';

/** Without what is undefined. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test.each([
  ['vLLM', { id: 'm', max_model_len: 32_768 }, { id: 'm', contextWindow: 32_768 }],
  [
    'Groq',
    { id: 'm', active: true, context_window: 131_072, max_completion_tokens: 65_536 },
    { id: 'm', contextWindow: 131_072, maxOutputTokens: 65_536 },
  ],
  [
    'Mistral',
    {
      id: 'm',
      max_context_length: 262_144,
      capabilities: { completion_chat: true, function_calling: true, vision: false },
    },
    { id: 'm', contextWindow: 262_144, tools: true, vision: false },
  ],
  [
    'llama.cpp',
    { id: 'm', owned_by: 'llamacpp', meta: { n_ctx_train: 8192 } },
    { id: 'm', trainedContext: 8192 },
  ],
  ['a plain server', { id: 'm', object: 'model' }, { id: 'm' }],
])('the list of %s says', (_server, model, facts) => {
  expect(plain(modelFacts({ object: 'list', data: [model] }))).toEqual([facts]);
});

test('models that hold no conversation, and repetitions, are not listed', () => {
  const data = [
    { id: 'm' },
    { id: 'm' },
    { id: 'nomic-embed-text' },
    { id: 'whisper-large-v3' },
    { id: 'ocr-x', capabilities: { completion_chat: false } },
    { id: 'old', active: false },
    { object: 'model' },
  ];

  expect(modelFacts({ data }).map(({ id }) => id)).toEqual(['m']);
  expect(modelFacts({ error: 'no' })).toEqual([]);
  expect(modelFacts(undefined)).toEqual([]);
});

test('Ollama names its models, and which windows run', () => {
  const models = [{ name: 'a:latest' }, { model: 'b' }, { name: 'bge-embed' }, {}];

  expect(ollamaNames({ models })).toEqual(['a:latest', 'b']);
  expect(runningWindows({ models: [{ name: 'a:latest', context_length: 8192 }] })).toEqual(
    new Map([['a:latest', 8192]]),
  );
});

const SHOWN = {
  model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
  parameters: 'num_keep  24\nnum_ctx      16384\nstop "x"',
  capabilities: ['completion', 'tools'],
};

test('of Ollama the running window counts, then the configured one, never the trained one', () => {
  const abilities = {
    id: 'm',
    trainedContext: 131_072,
    tools: true,
    vision: false,
    thinking: false,
  };

  expect(plain(ollamaFacts('m', SHOWN, 8192))).toEqual({ ...abilities, contextWindow: 8192 });
  expect(plain(ollamaFacts('m', SHOWN, undefined))).toEqual({
    ...abilities,
    contextWindow: 16_384,
  });
  expect(plain(ollamaFacts('m', { ...SHOWN, parameters: '' }, undefined))).toEqual(abilities);
  expect(plain(ollamaFacts('m', undefined, undefined))).toEqual({ id: 'm' });
});

test('llama.cpp tells the window of a slot and what its template can show', () => {
  const props = {
    default_generation_settings: { n_ctx: 16_384 },
    chat_template: '{% if tools %}…{% endif %}',
    modalities: { vision: true },
  };

  expect(plain(llamacppFacts([{ id: 'm', trainedContext: 32_768 }], props))).toEqual([
    { id: 'm', trainedContext: 32_768, contextWindow: 16_384, tools: true, vision: true },
  ]);
  expect(plain(llamacppFacts([{ id: 'm' }], { chat_template: 'plain' }))).toEqual([
    { id: 'm', tools: false },
  ]);
  expect(plain(llamacppFacts([{ id: 'm' }], undefined))).toEqual([{ id: 'm' }]);
});

test('LM Studio lists its models in two ways', () => {
  const newer = {
    models: [
      {
        key: 'm',
        type: 'llm',
        max_context_length: 131_072,
        loaded_instances: [{ config: { context_length: 8192 } }],
        capabilities: { vision: false, trained_for_tool_use: true },
      },
      { key: 'e', type: 'embedding' },
    ],
  };
  const older = {
    data: [
      { id: 'm', type: 'vlm', max_context_length: 32_768, capabilities: ['tool_use'] },
      { id: 'e', type: 'embeddings' },
    ],
  };

  expect(plain(lmstudioFacts(newer))).toEqual([
    { id: 'm', contextWindow: 8192, trainedContext: 131_072, tools: true, vision: false },
  ]);
  expect(plain(lmstudioFacts(older))).toEqual([
    { id: 'm', contextWindow: 32_768, trainedContext: 32_768, tools: true, vision: true },
  ]);
});
