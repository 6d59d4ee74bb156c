import type { KnownProvider } from '../../src/config/check-known.ts';
import { type LoadedConfig, type LoadOptions, loadConfig } from '../../src/config/load.ts';
import { lazyJudge, parseConfigText } from '../../src/config/parse-config.ts';
import type { RawBody } from '../../src/config/syntax/ast.ts';
import type { Decoded } from '../../src/diagnostics/diagnostic.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import type { ConfigSchema } from '../../src/protocol/config-schema.ts';

/** Two small providers, as many tests need them. */
export const TEST_SCHEMAS: Readonly<Record<string, ConfigSchema>> = {
  anthropic: {
    attributes: [
      { name: 'api_key', type: 'string', sensitive: true },
      { name: 'base_url', type: 'string' },
      { name: 'timeout_ms', type: 'number' },
      { name: 'beta_headers', type: 'list_string' },
      { name: 'extra_headers', type: 'map_string' },
    ],
  },
  example: {
    attributes: [
      { name: 'greeting', type: 'string', required: true },
      { name: 'retries', type: 'number', default_json: '3' },
      {
        name: 'limits',
        type: 'object',
        object_attributes: [
          { name: 'max_tokens', type: 'number' },
          { name: 'tags', type: 'list_string' },
        ],
      },
    ],
  },
};

export function knownProviders(
  schemas: Readonly<Record<string, ConfigSchema>>,
): ReadonlyMap<string, KnownProvider> {
  return new Map(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
}

const judge = lazyJudge(nodeFiles);

/** HCL's own parser is asked about every text, as for a file that is new. */
export async function parseJudged(file: string, bytes: Uint8Array): Promise<Decoded<RawBody>> {
  return parse(file, bytes, false);
}

/** HCL's own parser is asked only about texts that ours refuses: others count as known to be good. */
export async function parseText(file: string, bytes: Uint8Array): Promise<Decoded<RawBody>> {
  return parse(file, bytes, true);
}

async function parse(file: string, bytes: Uint8Array, isKnown: boolean): Promise<Decoded<RawBody>> {
  const verdicts = { isAccepted: async () => isKnown, remember: async () => {} };
  const { value, diagnostics } = await parseConfigText(bytes, file, { judge, verdicts });
  return { value: value?.body, diagnostics };
}

/** Loads a text as `agent.hcl`. */
export function configFrom(
  text: string | Uint8Array,
  options: Partial<LoadOptions> = {},
): Promise<LoadedConfig> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return loadConfig(
    { file: 'agent.hcl', bytes, projectRoot: '/project' },
    { parse: parseText, environment: {}, builtIns: knownProviders(TEST_SCHEMAS), ...options },
  );
}
