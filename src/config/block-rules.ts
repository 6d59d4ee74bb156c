/** How the tables of `block-schema.ts` describe blocks; the loader and the docs read them. */
import type { ConfigAttributeType } from '../protocol/config-schema.ts';

/**
 * One attribute. A provider's `ConfigAttribute` is one as it stands; what only the kernel's own
 * blocks need is optional.
 */
export interface AttributeRule {
  readonly name: string;
  /** `json_object`: any object, taken as it is. */
  readonly type: ConfigAttributeType | 'unspecified' | 'json_object';
  readonly required?: boolean | undefined;
  /** Its value must be exactly `env("NAME")`. */
  readonly sensitive?: boolean | undefined;
  readonly description?: string | undefined;
  readonly object_attributes?: readonly AttributeRule[] | undefined;
  readonly default_json?: string | undefined;
  /** A fraction is refused. */
  readonly integer?: boolean | undefined;
  /** Inclusive. */
  readonly minimum?: number | undefined;
  /** Inclusive. */
  readonly maximum?: number | undefined;
  /** Exclusive. */
  readonly above?: number | undefined;
  /** The only texts allowed. */
  readonly values?: readonly string[] | undefined;
  /** An empty text is refused. */
  readonly nonEmpty?: boolean | undefined;
  /** For the docs: what holds when it is left out, where that is not a plain default. */
  readonly omitted?: string | undefined;
}

export interface LabelRule {
  /** For the docs, such as `NAME`. */
  readonly placeholder: string;
  /** `identifier` for what others refer to, `text` for any visible text, `hook-point` for a set. */
  readonly form: 'identifier' | 'text' | 'hook-point';
  /** A second block with the same label is `duplicate-block`. */
  readonly isUnique: boolean;
}

export interface BodyRule {
  readonly attributes: readonly AttributeRule[];
  /** Names are free, and each value is read by this rule. */
  readonly entries?: AttributeRule | undefined;
  readonly blocks: readonly BlockRule[];
}

export interface BlockRule extends BodyRule {
  readonly type: string;
  readonly label?: LabelRule | undefined;
  /** How often an unlabelled block may stand in its parent; labelled ones are `repeated`. */
  readonly occurrence: 'optional' | 'required' | 'repeated';
  /** The body is a provider's own and is decoded by its schema. */
  readonly isForeign?: boolean | undefined;
  /** For the docs, whole sentences. */
  readonly description: string;
}
