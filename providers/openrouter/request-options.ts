// The gateway's own knobs in a request's `provider_options`: fields of the body, as they are.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

type Check = (value: JsonValue) => boolean;

const isNumber: Check = (value) => typeof value === 'number';
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isTextList: Check = (value) =>
  isJsonArray(value) && value.every((element) => typeof element === 'string');
const isObjectList: Check = (value) =>
  isJsonArray(value) && value.every((element) => isJsonObject(element));

/** Every option: what it must be, as a check and in words. */
const OPTIONS: Readonly<Record<string, readonly [Check, string]>> = {
  provider: [(value) => isJsonObject(value), 'an object such as {"order": ["anthropic"]}'],
  models: [isTextList, 'a list of model ids'],
  transforms: [isTextList, 'a list of texts'],
  plugins: [isObjectList, 'a list of objects'],
  top_p: [isNumber, 'a number'],
  top_k: [isInteger, 'an integer'],
  seed: [isInteger, 'an integer'],
  frequency_penalty: [isNumber, 'a number'],
  presence_penalty: [isNumber, 'a number'],
  parallel_tool_calls: [(value) => typeof value === 'boolean', 'true or false'],
};

/**
 * Reads a request's options.
 *
 * @throws ModelFailure - `invalid_request`: an option that does not exist or has another type.
 */
export function optionFields(options: JsonObject = {}): JsonObject {
  for (const [name, value] of Object.entries(options)) {
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (option === undefined) {
      const known = Object.keys(OPTIONS).join(', ');
      throw invalidRequest(`there is no provider option "${name}"; known are ${known}`);
    }
    const [check, wanted] = option;
    if (!check(value)) throw invalidRequest(`the provider option "${name}" must be ${wanted}`);
  }
  return options;
}
