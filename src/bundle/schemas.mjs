// Writes `schemas/config/<name>.json` from each provider's definition: what is known of a built-in
// without running it. `npm run schemas`; a test compares the files with the running providers.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The shipped facts of one provider, as JSON text. */
export async function shippedSchema(name) {
  const outfile = join(root, 'dist', `.schema-${name}-${process.pid}.mjs`);
  await mkdir(dirname(outfile), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [`providers/${name}/provider.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    outfile,
    logLevel: 'warning',
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
  });
  try {
    const { provider } = await import(pathToFileURL(outfile).href);
    const { roster, origins } = provider.shipped ?? { roster: 'dynamic', origins: [] };
    const facts = { name, roster, origins, schema: provider.configSchema, models: provider.models };
    return `${JSON.stringify(facts, undefined, 2)}\n`;
  } finally {
    await rm(outfile, { force: true });
  }
}

export async function providerNames() {
  const entries = await readdir(join(root, 'providers'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(join(root, 'schemas', 'config'), { recursive: true });
  for (const name of await providerNames()) {
    await writeFile(join(root, 'schemas', 'config', `${name}.json`), await shippedSchema(name));
  }
}
