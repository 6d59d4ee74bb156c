import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { root, sharedFolder, sharedNote } from '../support/shared.ts';

const sdk = pathToFileURL(join(root, 'dist', 'sdk', 'index.js')).href;

/** A provider of a stranger, whose schema is known only once it runs. */
function providerText(name: string, schema: unknown): string {
  return `import { defineProvider, NO_CACHING, NO_THINKING, serve } from ${JSON.stringify(sdk)};
void serve(defineProvider({
  name: ${JSON.stringify(name)},
  version: '1.0.0',
  configSchema: ${JSON.stringify(schema)},
  models: [{
    id: 'm', contextWindow: 1000, maxOutputTokens: 100, supportsToolUse: false, supportsVision: false,
    supportsDocuments: false, supportsStreaming: true, thinking: NO_THINKING, caching: NO_CACHING,
    pricing: { currency: 'USD', free: true, tiers: [] }, supportedToolChoiceModes: [],
  }],
  configure: () => ({ async *stream() { yield { type: 'stop', reason: 'end_turn' }; } }),
}));
`;
}

interface Setup {
  readonly config: string | Uint8Array;
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Validates with the providers as overrides of the user, as the shared cases ask. */
async function validate({ config, schemas, env = {} }: Setup, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  const settings = temporaryFolder();
  writeFileSync(join(cwd, 'agent.hcl'), config);
  const lines = Object.entries(schemas).map(([name, schema]) => {
    const path = join(settings, `${name}.mjs`);
    writeFileSync(path, providerText(name, schema));
    return `  ${name} = ${JSON.stringify(path)}\n`;
  });
  mkdirSync(join(settings, 'agent'));
  writeFileSync(join(settings, 'agent', 'config.hcl'), `dev_overrides {\n${lines.join('')}}\n`);
  return runAgent(['validate', ...args], { cwd, env: { XDG_CONFIG_HOME: settings, ...env } });
}

const vault = { attributes: [{ name: 'pin', type: 'string', sensitive: true }] };

test.each(['text', 'json', 'sarif', 'github'])(
  'a secret that only the running provider knows as one is hidden in %s, on every line it stands on',
  async (format) => {
    const config = 'required_providers {}\n\nprovider "vault" { pin = "4711-do-not-print" }\n';

    const { code, stdout, stderr } = await validate(
      { config, schemas: { vault } },
      '--format',
      format,
    );

    expect(code).toBe(1);
    expect(stdout).toMatch(/secret-not-env/);
    expect(stdout).toMatch(/provider-not-required/);
    expect(stdout + stderr).not.toContain('4711-do-not-print');
  },
);

test('of a provider that did not run every value is hidden', async () => {
  const config =
    'required_providers {\n  vault = { source = "./vault.mjs" }\n}\nprovider "vault" { pin = "4711-do-not-print" }\n';

  const { stdout, stderr } = await validate({ config, schemas: {} });

  expect(stdout).toMatch(/not-trusted|provider-start-failed/);
  expect(stdout + stderr).not.toContain('4711-do-not-print');
});

const folder = join(sharedFolder ?? '', 'spec', 'cases');
const cases =
  sharedFolder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({
          name: name.replace(/\.json$/, ''),
          ...JSON.parse(readFileSync(join(folder, name), 'utf8')),
        }))
        .filter(({ schemas }) => schemas !== undefined);

describe.skipIf(sharedFolder === undefined)(
  `shared cases with schemas of their own${sharedNote}`,
  () => {
    test.each(cases)(
      '$name gives the listed errors through the built program',
      async ({ name, errors, schemas, env }) => {
        const example = {
          attributes: [
            { name: 'greeting', type: 'string', required: true },
            { name: 'retries', type: 'number' },
          ],
        };
        const config = readFileSync(join(folder, `${name}.hcl`));

        const { stdout } = await validate(
          { config, schemas: { example, ...schemas }, env },
          '--json',
        );
        const { diagnostics } = JSON.parse(stdout);

        expect(
          diagnostics
            .filter(({ severity }: { severity: string }) => severity === 'error')
            .map((found: { code: string; range: { start: { line: number } } }) => ({
              id: found.code,
              line: found.range.start.line,
            })),
        ).toEqual(errors);
      },
    );
  },
);
