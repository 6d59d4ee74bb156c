// The vendor's own knobs in a request's `provider_options`.
import {
  arrayAt,
  type DeclaredOption,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  providerOptions,
  requireOption,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

export interface RequestOptions {
  /** Fields of `generationConfig`. */
  readonly generation: JsonObject;
  readonly safetySettings: readonly JsonObject[];
  /** The name of an explicit cache; it stands for context and tools. */
  readonly cachedContent: string | undefined;
  /** The vendor's tools, which it runs itself; sent after the declared ones. */
  readonly serverTools: readonly JsonObject[];
}

/**
 * Reads a request's options.
 *
 * @throws ModelFailure - `invalid_request`: an option that does not exist or has another type.
 */
export function readRequestOptions(options: JsonObject | undefined): RequestOptions {
  const view = providerOptions(options);
  for (const name of view.keys())
    requireOption(OPTIONS, name, options?.[name] ?? null, invalidRequest);
  return {
    generation: {
      ...present('topP', view.number('top_p')),
      ...present('topK', view.integer('top_k')),
      ...present('seed', view.integer('seed')),
    },
    safetySettings: arrayAt(options, 'safety_settings').filter(isJsonObject),
    cachedContent: view.string('cached_content'),
    serverTools: arrayAt(options, 'server_tools').filter(isJsonObject),
  };
}

type Check = DeclaredOption['check'];

const isInteger: Check = (value) => Number.isSafeInteger(value);
const isObjectList: Check = (value) =>
  isJsonArray(value) && value.every((element) => isJsonObject(element));

/** Every option and what it must be. */
const OPTIONS: Readonly<Record<string, DeclaredOption>> = {
  top_p: { check: (value) => typeof value === 'number', wanted: 'a number' },
  top_k: { check: isInteger, wanted: 'an integer' },
  seed: { check: isInteger, wanted: 'an integer' },
  safety_settings: {
    check: isObjectList,
    wanted: 'a list of objects with "category" and "threshold"',
  },
  cached_content: {
    check: (value) => typeof value === 'string' && value !== '',
    wanted: 'a name such as "cachedContents/abc"',
  },
  server_tools: { check: isObjectList, wanted: 'a list of tools such as [{"googleSearch": {}}]' },
};

function present(name: string, value: number | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
