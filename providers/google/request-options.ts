// The vendor's own knobs in a request's `provider_options`.
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  providerOptions,
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
  for (const name of view.keys()) requireOption(name, options?.[name] ?? null);
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

type Check = (value: JsonValue) => boolean;

const isInteger: Check = (value) => Number.isSafeInteger(value);
const isObjectList: Check = (value) =>
  isJsonArray(value) && value.every((element) => isJsonObject(element));

/** Every option: what it must be, as a check and in words. */
const OPTIONS: Readonly<Record<string, readonly [Check, string]>> = {
  top_p: [(value) => typeof value === 'number', 'a number'],
  top_k: [isInteger, 'an integer'],
  seed: [isInteger, 'an integer'],
  safety_settings: [isObjectList, 'a list of objects with "category" and "threshold"'],
  cached_content: [
    (value) => typeof value === 'string' && value !== '',
    'a name such as "cachedContents/abc"',
  ],
  server_tools: [isObjectList, 'a list of tools such as [{"googleSearch": {}}]'],
};

function requireOption(name: string, value: JsonValue): void {
  const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(OPTIONS).join(', ');
    throw invalidRequest(`there is no provider option "${name}"; known are ${known}`);
  }
  const [check, wanted] = option;
  if (!check(value)) throw invalidRequest(`the provider option "${name}" must be ${wanted}`);
}

function present(name: string, value: number | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
