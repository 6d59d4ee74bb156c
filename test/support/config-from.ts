import type { KnownProvider } from '../../src/config/check-known.ts';
import { type LoadedConfig, type LoadOptions, loadConfig } from '../../src/config/load.ts';
import type { RawBody } from '../../src/config/syntax/ast.ts';
import { hclText } from '../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../src/config/syntax/parse.ts';
import type { DiagnosticCode } from '../../src/diagnostics/code.ts';
import { type Decoded, errorDiagnostic } from '../../src/diagnostics/diagnostic.ts';
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

const SYNTAX_CODES: Readonly<Record<string, DiagnosticCode>> = {
  'Invalid single-argument block definition': 'single-line-block',
  'Attribute redefined': 'duplicate-attribute',
  'Invalid argument name': 'quoted-argument-name',
};

/** Our own front end alone: at most one error a line, none behind a text that is not closed. */
export async function parseText(file: string, bytes: Uint8Array): Promise<Decoded<RawBody>> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const { errors, body } = parseSource(hclText(file, text));
  const misread = errors.findIndex(({ summary }) => summary === 'Invalid multi-line string');
  const told = misread === -1 ? errors : errors.slice(0, misread + 1);
  const byLine = new Map(told.toReversed().map((error) => [error.range.start.line, error]));
  const diagnostics = [...byLine.values()].map(({ summary, detail, range }) =>
    errorDiagnostic({ code: SYNTAX_CODES[summary] ?? 'syntax-error', summary, detail, range }),
  );
  return { value: diagnostics.length === 0 ? body : undefined, diagnostics };
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
