import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LoadedConfig } from '../../src/config/load.ts';
import { revealObject } from '../../src/config/secret.ts';
import type { Severity } from '../../src/diagnostics/diagnostic.ts';
import type { ConfigSchema } from '../../src/protocol/config-schema.ts';
import { configFrom, knownProviders, parseJudged, TEST_SCHEMAS } from '../support/config-from.ts';
import { sharedFolder, sharedNote } from '../support/shared.ts';

interface Case {
  readonly valid: boolean;
  readonly errors: readonly { readonly id: string; readonly line: number }[];
  readonly warnings?: readonly { readonly id: string; readonly line: number }[];
  readonly env?: Readonly<Record<string, string>>;
  readonly schemas?: Readonly<Record<string, ConfigSchema>>;
  readonly decoded?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, readonly string[]>>;
}

const folder = join(sharedFolder ?? '', 'spec', 'cases');
const names =
  sharedFolder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.hcl'))
        .map((name) => name.replace(/\.hcl$/, ''));

function readCase(name: string): Case {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

function load(name: string): Promise<LoadedConfig> {
  const { env = {}, schemas = {} } = readCase(name);
  return configFrom(readFileSync(join(folder, `${name}.hcl`)), {
    parse: parseJudged,
    environment: env,
    builtIns: knownProviders({ ...TEST_SCHEMAS, ...schemas }),
  });
}

function listed({ diagnostics }: LoadedConfig, severity: Severity) {
  return diagnostics
    .filter((diagnostic) => diagnostic.severity === severity)
    .map(({ code, range }) => ({ id: code, line: range?.start.line ?? 0 }));
}

/** One case leaves `api_key` out, although a decoded block always has every declared key. */
function completed(decoded: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { anthropic } = decoded;
  return typeof anthropic === 'object'
    ? { ...decoded, anthropic: { api_key: '', ...anthropic } }
    : decoded;
}

describe.skipIf(sharedFolder === undefined)(`shared cases${sharedNote}`, () => {
  test.each(names)('%s gives exactly the listed errors', async (name) => {
    const loaded = await load(name);

    expect(listed(loaded, 'error')).toEqual(readCase(name).errors);
    expect(loaded.config === undefined).toBe(!readCase(name).valid);
  });

  test.each(names)('%s gives exactly the listed warnings', async (name) => {
    const { errors, warnings = [] } = readCase(name);
    const loaded = await load(name);

    // Files with errors list their warnings only in part.
    if (errors.length === 0) expect(listed(loaded, 'warning')).toEqual(warnings);
    else expect(listed(loaded, 'warning')).toEqual(expect.arrayContaining([...warnings]));
  });

  test.each(names.filter((name) => readCase(name).decoded !== undefined))(
    '%s decodes every provider as listed',
    async (name) => {
      const { values } = await load(name);
      const decoded = [...values].map(([local, { config }]) => [local, revealObject(config)]);

      expect(Object.fromEntries(decoded)).toEqual(completed(readCase(name).decoded ?? {}));
    },
  );

  test.each(names.filter((name) => readCase(name).environment !== undefined))(
    '%s gives each provider its environment, sorted',
    async (name) => {
      const { providers } = await load(name);
      const entries = providers.map(({ localName, environment }) => [
        localName,
        [...environment].map(([variable, value]) => `${variable}=${value}`),
      ]);

      expect(Object.fromEntries(entries)).toEqual(readCase(name).environment);
    },
  );
});
