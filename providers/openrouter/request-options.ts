// The gateway's own knobs in a request's `provider_options`: fields of the body, as they are.
import {
  type DeclaredOption,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  requireOption,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

type Check = DeclaredOption['check'];

const isNumber: Check = (value) => typeof value === 'number';
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isTextList: Check = (value) =>
  isJsonArray(value) && value.every((element) => typeof element === 'string');
const isObjectList: Check = (value) =>
  isJsonArray(value) && value.every((element) => isJsonObject(element));

/** Every option and what it must be. */
const OPTIONS: Readonly<Record<string, DeclaredOption>> = {
  provider: {
    check: (value) => isJsonObject(value),
    wanted: 'an object such as {"order": ["anthropic"]}',
  },
  models: { check: isTextList, wanted: 'a list of model ids' },
  transforms: { check: isTextList, wanted: 'a list of texts' },
  plugins: { check: isObjectList, wanted: 'a list of objects' },
  top_p: { check: isNumber, wanted: 'a number' },
  top_k: { check: isInteger, wanted: 'an integer' },
  seed: { check: isInteger, wanted: 'an integer' },
  frequency_penalty: { check: isNumber, wanted: 'a number' },
  presence_penalty: { check: isNumber, wanted: 'a number' },
  parallel_tool_calls: { check: (value) => typeof value === 'boolean', wanted: 'true or false' },
};

/**
 * Reads a request's options.
 *
 * @throws ModelFailure - `invalid_request`: an option that does not exist or has another type.
 */
export function optionFields(options: JsonObject = {}): JsonObject {
  for (const [name, value] of Object.entries(options)) {
    requireOption(OPTIONS, name, value, invalidRequest);
  }
  return options;
}
