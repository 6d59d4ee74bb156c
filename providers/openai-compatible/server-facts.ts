// What servers say of their models, each in its own way.
import {
  arrayAt,
  booleanAt,
  countAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  stringAt,
} from 'agent-hcl/sdk';
import type { ModelFacts } from './models.ts';

/** The models of a `GET /models` answer, in either of its forms. */
export function listOf(list: JsonValue | undefined): readonly JsonObject[] {
  const entries = Array.isArray(list) ? arrayAt(list) : arrayAt(list, 'data');
  return entries.filter(isJsonObject);
}

/** Models that hold no conversation. */
const OTHER_KINDS = /embed|whisper|(?:^|[-/])tts|orpheus|rerank|moderation|-ocr|guard/i;

/** Reads `GET /models`: ids, and what some servers add to them. */
export function modelFacts(list: JsonValue | undefined): readonly ModelFacts[] {
  return unique(
    listOf(list).flatMap((model) => {
      const id = stringAt(model, 'id');
      const isChat = booleanAt(model, 'capabilities', 'completion_chat') !== false;
      const isActive = booleanAt(model, 'active') !== false;
      if (!id || !isChat || !isActive || OTHER_KINDS.test(id)) return [];
      return [
        {
          id,
          contextWindow: sizeAt(model, [
            ['max_model_len'],
            ['context_window'],
            ['max_context_length'],
            ['context_length'],
          ]),
          trainedContext: sizeAt(model, [['meta', 'n_ctx_train']]),
          maxOutputTokens: sizeAt(model, [['max_completion_tokens'], ['max_output_tokens']]),
          tools: booleanAt(model, 'capabilities', 'function_calling'),
          vision: booleanAt(model, 'capabilities', 'vision'),
        },
      ];
    }),
  );
}

/** The names in Ollama's `GET /api/tags`. */
export function ollamaNames(tags: JsonValue | undefined): readonly string[] {
  const names = arrayAt(tags, 'models').map(
    (model) => stringAt(model, 'name') ?? stringAt(model, 'model') ?? '',
  );
  return [...new Set(names.filter((name) => name !== '' && !OTHER_KINDS.test(name)))];
}

/** The windows of the models that Ollama has loaded, by name (`GET /api/ps`). */
export function runningWindows(processes: JsonValue | undefined): ReadonlyMap<string, number> {
  return new Map(
    arrayAt(processes, 'models').flatMap((model): readonly [string, number][] => {
      const name = stringAt(model, 'name');
      const window = sizeAt(model, [['context_length']]);
      return name === undefined || window === undefined ? [] : [[name, window]];
    }),
  );
}

/** Reads Ollama's `POST /api/show`, whose length is the trained one and not the running one. */
export function ollamaFacts(
  id: string,
  shown: JsonValue | undefined,
  running: number | undefined,
): ModelFacts {
  const architecture = stringAt(shown, 'model_info', 'general.architecture') ?? '';
  const configured = /^num_ctx\s+(\d+)\s*$/m.exec(stringAt(shown, 'parameters') ?? '')?.[1];
  const abilities = objectAt(shown)?.['capabilities'];
  const can = (ability: string) =>
    Array.isArray(abilities) ? arrayAt(abilities).includes(ability) : undefined;
  return {
    id,
    contextWindow: running ?? (configured === undefined ? undefined : Number(configured)),
    trainedContext: sizeAt(shown, [['model_info', `${architecture}.context_length`]]),
    tools: can('tools'),
    vision: can('vision'),
    thinking: can('thinking'),
  };
}

/** Adds what llama.cpp's `GET /props` says to the one model it serves. */
export function llamacppFacts(
  models: readonly ModelFacts[],
  props: JsonValue | undefined,
): readonly ModelFacts[] {
  const contextWindow = sizeAt(props, [['default_generation_settings', 'n_ctx'], ['n_ctx']]);
  const declared = booleanAt(props, 'chat_template_caps', 'supports_tools');
  const template = stringAt(props, 'chat_template');
  return models.map((model) => ({
    ...model,
    contextWindow: contextWindow ?? model.contextWindow,
    // A template that never mentions tools can not show them to the model.
    tools: declared ?? (template === undefined ? undefined : /\btools\b/.test(template)),
    vision: booleanAt(props, 'modalities', 'vision'),
  }));
}

/** Reads LM Studio's own list: `/api/v1/models`, or the older `/api/v0/models`. */
export function lmstudioFacts(list: JsonValue | undefined): readonly ModelFacts[] {
  const models = [...arrayAt(list, 'models'), ...arrayAt(list, 'data')];
  return unique(
    models.flatMap((model) => {
      const id = stringAt(model, 'key') ?? stringAt(model, 'id');
      const type = stringAt(model, 'type') ?? '';
      if (!id || type.startsWith('embedding')) return [];
      const named = arrayAt(model, 'capabilities');
      const loaded = arrayAt(model, 'loaded_instances')[0];
      return [
        {
          id,
          contextWindow:
            sizeAt(loaded, [['config', 'context_length']]) ??
            sizeAt(model, [['loaded_context_length'], ['max_context_length']]),
          trainedContext: sizeAt(model, [['max_context_length']]),
          tools:
            booleanAt(model, 'capabilities', 'trained_for_tool_use') ??
            (named.includes('tool_use') || undefined),
          vision: booleanAt(model, 'capabilities', 'vision') ?? (type === 'vlm' || undefined),
        },
      ];
    }),
  );
}

/** The first size that is above zero. */
function sizeAt(
  value: JsonValue | undefined,
  paths: readonly (readonly string[])[],
): number | undefined {
  for (const path of paths) {
    const size = countAt(value, ...path);
    if (size !== undefined && size > 0) return size;
  }
  return undefined;
}

/** A list that names one model twice would make a roster nobody may have. */
function unique(models: readonly ModelFacts[]): readonly ModelFacts[] {
  return [...new Map(models.map((model) => [model.id, model])).values()];
}
