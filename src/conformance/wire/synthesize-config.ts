/** A configuration made from the advertised schema, so that a provider can be tried without one. */
import type {
  ConfigAttribute,
  ConfigSchema,
} from '../../protocol/gen/pluggableharness/config/v1/types_pb.js';
import { AttrType } from '../../protocol/gen/wire-tables.ts';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import { parseJson } from '../parse-json.ts';

export interface SynthesizedConfig {
  readonly config: JsonObject;
  /** The canaries in it: one for each sensitive attribute. */
  readonly secrets: readonly string[];
  /** Whether requests to the vendor go to `baseUrl`. */
  readonly isRedirected: boolean;
}

const BASE_URL = 'base_url';

/**
 * Canaries for sensitive attributes, samples for other required ones, and the suite's own server as
 * the vendor.
 */
export function synthesizeConfig(
  schema: ConfigSchema | undefined,
  baseUrl: string,
): SynthesizedConfig {
  const attributes = schema?.attributes ?? [];
  const secrets: string[] = [];
  const config = objectOf(attributes, '', { baseUrl, secrets });
  return { config, secrets, isRedirected: takesBaseUrl(schema) };
}

/** Whether the vendor's address can be set. */
export function takesBaseUrl(schema: ConfigSchema | undefined): boolean {
  return (schema?.attributes ?? []).some(isBaseUrl);
}

function isBaseUrl({ name, type }: ConfigAttribute): boolean {
  return name === BASE_URL && type === AttrType.STRING;
}

/** The texts that a given configuration has where its schema says "sensitive". */
export function secretsOf(
  attributes: readonly ConfigAttribute[],
  config: JsonObject,
): readonly string[] {
  return attributes.flatMap((attribute) => {
    const value = config[attribute.name];
    if (value === undefined) return [];
    if (attribute.sensitive) return textsIn(value);
    return isObject(value) ? secretsOf(attribute.objectAttributes, value) : [];
  });
}

function textsIn(value: JsonValue): readonly string[] {
  // A shorter text stands in too many other ones to be searched for.
  if (typeof value === 'string') return value.length < 4 ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Making {
  readonly baseUrl: string;
  readonly secrets: string[];
}

function objectOf(
  attributes: readonly ConfigAttribute[],
  prefix: string,
  making: Making,
): JsonObject {
  const entries = attributes
    .filter((attribute) => isWanted(attribute) || (prefix === '' && isBaseUrl(attribute)))
    .map((attribute) => [attribute.name, configValue(attribute, prefix, making)] as const);
  return Object.fromEntries(entries);
}

function isWanted(attribute: ConfigAttribute): boolean {
  return attribute.required || attribute.sensitive || attribute.objectAttributes.some(isWanted);
}

function configValue(attribute: ConfigAttribute, prefix: string, making: Making): JsonValue {
  const path = `${prefix}${attribute.name}`;
  if (prefix === '' && isBaseUrl(attribute)) return making.baseUrl;
  if (attribute.type === AttrType.OBJECT) {
    return objectOf(attribute.objectAttributes, `${path}.`, making);
  }
  if (!attribute.sensitive) return sampleOf(attribute);
  const canary = canaryOf(path);
  making.secrets.push(canary);
  if (attribute.type === AttrType.MAP_STRING) return { 'x-agent-canary': canary };
  return attribute.type === AttrType.LIST_STRING ? [canary] : canary;
}

/** Its base64 and URL-encoded forms differ from the plain one, as those of a real key may. */
function canaryOf(path: string): string {
  return `agent-canary+${path.replaceAll(/[^A-Za-z0-9]/g, '-')}/7f3a9c51`;
}

function sampleOf({ type, defaultJson }: ConfigAttribute): JsonValue {
  const declared = defaultJson === undefined ? undefined : parseJson(defaultJson);
  if (declared !== undefined && declared !== null) return declared;
  switch (type) {
    case AttrType.NUMBER:
      return 1;
    case AttrType.BOOL:
      return false;
    case AttrType.LIST_STRING:
      return ['sample'];
    case AttrType.LIST_NUMBER:
      return [1];
    case AttrType.MAP_STRING:
      return { sample: 'sample' };
    default:
      return 'sample';
  }
}
