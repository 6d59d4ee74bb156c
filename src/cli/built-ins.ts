/** The providers this program ships, with what is known of them without running them. */
import anthropic from '../../schemas/config/anthropic.json' with { type: 'json' };
import claudeCli from '../../schemas/config/claude-cli.json' with { type: 'json' };
import example from '../../schemas/config/example.json' with { type: 'json' };
import google from '../../schemas/config/google.json' with { type: 'json' };
import openai from '../../schemas/config/openai.json' with { type: 'json' };
import openaiCompatible from '../../schemas/config/openai-compatible.json' with { type: 'json' };
import openrouter from '../../schemas/config/openrouter.json' with { type: 'json' };
import xai from '../../schemas/config/xai.json' with { type: 'json' };
import type { KnownProvider } from '../config/check-known.ts';
import type { ConfigSchema } from '../protocol/config-schema.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';

export interface BuiltIn extends KnownProvider {
  readonly name: string;
  /** Where requests go when no `base_url` is set. */
  readonly origins: readonly string[];
  /** The roster before `Configure`, complete or not. */
  readonly models: readonly ModelSpec[];
}

/** What the generator writes; a test compares the files with the definitions. */
export interface ShippedFile {
  readonly name: string;
  readonly roster: string;
  readonly origins: readonly string[];
  readonly schema: unknown;
  readonly models: unknown;
}

const FILES: readonly ShippedFile[] = [
  anthropic,
  claudeCli,
  example,
  google,
  openai,
  openaiCompatible,
  openrouter,
  xai,
];

/** By name, in the order of the alphabet. */
export const builtIns: ReadonlyMap<string, BuiltIn> = builtInTable(FILES);

/** @throws Error - two entries of one name: neither may take the other's place in silence. */
export function builtInTable(files: readonly ShippedFile[]): ReadonlyMap<string, BuiltIn> {
  const table = new Map<string, BuiltIn>();
  for (const file of files) {
    if (table.has(file.name)) throw new Error(`two built-in providers are named "${file.name}"`);
    table.set(file.name, builtInOf(file));
  }
  return table;
}

function builtInOf({ name, roster, origins, schema, models }: ShippedFile): BuiltIn {
  // Both come from typed definitions, through JSON that a test compares with them.
  const known = models as readonly ModelSpec[];
  return {
    name,
    origins,
    schema: schema as ConfigSchema,
    models: known,
    roster: roster === 'static' ? known : undefined,
  };
}
