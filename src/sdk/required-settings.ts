import type { ConfigAttribute, ConfigSchema } from '../protocol/config-schema.ts';
import type { JsonObject } from '../protocol/json.ts';
import { failure } from './failure.ts';
import { isJsonObject } from './json.ts';

/**
 * Checks that every required setting is there. Kernels send the zero value of an omitted text, so an
 * empty one is as good as absent.
 *
 * @throws ModelFailure - `auth_error` for a missing credential, else `invalid_request`.
 */
export function checkRequiredSettings(schema: ConfigSchema, config: JsonObject): void {
  checkRequired(schema.attributes, config, '');
}

function checkRequired(
  attributes: readonly ConfigAttribute[],
  config: JsonObject,
  prefix: string,
): void {
  for (const { name, required, sensitive, object_attributes: nested = [] } of attributes) {
    const value = Object.hasOwn(config, name) ? config[name] : undefined;
    if (required && (value === undefined || value === null || value === '')) {
      const category = sensitive ? 'auth_error' : 'invalid_request';
      throw failure(category, `the setting "${prefix}${name}" is required`);
    }
    if (isJsonObject(value)) checkRequired(nested, value, `${prefix}${name}.`);
  }
}
