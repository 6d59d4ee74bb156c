export const CONFIG_ATTRIBUTE_TYPES = [
  'string',
  'number',
  'bool',
  'list_string',
  'list_number',
  'map_string',
  'object',
] as const;

export type ConfigAttributeType = (typeof CONFIG_ATTRIBUTE_TYPES)[number];

/** One attribute of a provider's block, as data. Field names are those of the wire. */
export interface ConfigAttribute {
  readonly name: string;
  /** A foreign provider may send a type we do not know: `schema-bad-type`. */
  readonly type: ConfigAttributeType | 'unspecified';
  readonly required?: boolean | undefined;
  /** Its value must be exactly `env("NAME")`. */
  readonly sensitive?: boolean | undefined;
  readonly description?: string | undefined;
  /** With `object` only. */
  readonly object_attributes?: readonly ConfigAttribute[] | undefined;
  /** JSON text of the value an absent attribute takes. */
  readonly default_json?: string | undefined;
}

/** The shape of a provider's HCL block. */
export interface ConfigSchema {
  readonly attributes: readonly ConfigAttribute[];
}
