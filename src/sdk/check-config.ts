import type { ConfigAttribute, ConfigSchema } from '../protocol/config-schema.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { badSetting } from './http/failures.ts';
import { isJsonArray, isJsonObject } from './json.ts';

/**
 * Checks a configuration against a schema, as a kernel has done before: a caller that did not is
 * told the name of each key that is unknown or has a wrong type, and never a value.
 *
 * @throws ModelFailure - `invalid_request` naming every such key by its dotted path.
 */
export function checkConfig(config: JsonObject, schema: ConfigSchema, provider: string): void {
  const faults = faultsOf(config, schema.attributes, '');
  if (faults.length > 0) throw badSetting(provider, `configuration: ${faults.join('; ')}`);
}

function faultsOf(
  config: JsonObject,
  attributes: readonly ConfigAttribute[],
  prefix: string,
): readonly string[] {
  const known = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  return Object.entries(config).flatMap(([key, value]) => {
    const attribute = known.get(key);
    if (attribute === undefined) return [`unknown key "${prefix}${key}"`];
    return faultsAt(value, attribute, `${prefix}${key}`);
  });
}

function faultsAt(value: JsonValue, attribute: ConfigAttribute, path: string): readonly string[] {
  if (value === null) return [];
  if (attribute.type === 'object' && isJsonObject(value)) {
    return faultsOf(value, attribute.object_attributes ?? [], `${path}.`);
  }
  return fits(value, attribute.type) ? [] : [`"${path}" must be of type ${attribute.type}`];
}

function fits(value: JsonValue, type: ConfigAttribute['type']): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'list_string':
      return isJsonArray(value) && value.every((item) => typeof item === 'string');
    case 'list_number':
      return isJsonArray(value) && value.every((item) => typeof item === 'number');
    case 'map_string':
      return isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');
    case 'object':
      return isJsonObject(value);
    case 'unspecified':
      return true;
  }
}
