/** One provider of a file, as far as it is known before anything of it runs. */
import type { Environment } from '../../host/host.ts';
import type { ConfigSchema } from '../../protocol/config-schema.ts';
import type { ProviderBlock } from '../config.ts';
import { decodeProvider } from '../decode-provider.ts';
import { evaluator } from '../evaluator.ts';
import type { ConfigObject } from '../secret.ts';
import { type BodyText, bodyTexts } from './body-texts.ts';

/** The entry file of a build that is not ours. */
export interface ForeignEntry {
  /** Absolute. */
  readonly path: string;
  /** As a user knows it, and as it is the same on every machine: relative to the project. */
  readonly shown: string;
}

export interface AskSubject {
  readonly block: ProviderBlock;
  /** Present for a build that asks before it runs. */
  readonly entry?: ForeignEntry | undefined;
  /** Absent for a build whose schema is known only once it runs. */
  readonly schema?: ConfigSchema | undefined;
  /** The decoded block; absent where there is no schema or a fault. */
  readonly values?: ConfigObject | undefined;
  /** Default origins, shipped with a built-in. */
  readonly origins: readonly string[];
  /** Every text of the block, where no schema tells which of them matter. */
  readonly texts: readonly BodyText[];
}

/** What is known of a built-in without running it. */
export interface ShippedFacts {
  readonly schema: ConfigSchema;
  readonly origins: readonly string[];
}

/** A provider of ours: its block by its shipped schema, with the values it would be given. */
export function shippedSubject(
  block: ProviderBlock,
  { schema, origins }: ShippedFacts,
  environment: Environment,
): AskSubject {
  const values = decodeProvider(block, schema, { environment }).value?.config;
  return { block, schema, values, origins, texts: [] };
}

/**
 * A provider of somebody else.
 *
 * @param shipped - Of the built-in whose place it takes: which attributes are secret, and where
 *   requests go by default.
 */
export function foreignSubject(
  block: ProviderBlock,
  entry: ForeignEntry | undefined,
  environment: Environment,
  shipped?: ShippedFacts | undefined,
): AskSubject {
  const evaluate = evaluator({ environment, isEnvAllowed: true });
  const texts = block.body ? bodyTexts(block.body, evaluate) : [];
  return { block, entry, schema: shipped?.schema, origins: shipped?.origins ?? [], texts };
}
