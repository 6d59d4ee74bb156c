// Bundles the program: one file a provider, the kernel in lazy chunks, the SDK for other packages.
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['source'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { AGENT_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
};

// Bundled CommonJS packages call `require` for Node's own modules.
const requireBanner = {
  js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
};

// Ink asks for its devtools under DEV=true, which the bundle does not ship.
const withoutInkDevtools = {
  name: 'without-ink-devtools',
  setup(api) {
    api.onResolve({ filter: /devtools\.js$/ }, ({ path }) => ({
      path,
      namespace: 'without-ink-devtools',
    }));
    api.onLoad({ filter: /.*/, namespace: 'without-ink-devtools' }, () => ({ contents: '' }));
  },
};

async function providerNames() {
  const entries = await readdir(join(root, 'providers'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function bundleKernel() {
  await build({
    ...common,
    entryPoints: { agent: 'src/cli/main.ts' },
    outdir: dist,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    banner: requireBanner,
    plugins: [withoutInkDevtools],
  });
}

async function bundleProviders() {
  const names = await providerNames();
  await build({
    ...common,
    entryPoints: Object.fromEntries(names.map((name) => [name, `providers/${name}/main.ts`])),
    outdir: join(dist, 'providers'),
    banner: requireBanner,
  });
}

async function bundleSdk() {
  await build({
    ...common,
    minify: false,
    entryPoints: { index: 'src/sdk/index.ts', testing: 'src/sdk/testing.ts' },
    outdir: join(dist, 'sdk'),
    splitting: true,
    packages: 'external',
  });
}

async function copyParser() {
  await mkdir(dist, { recursive: true });
  const from = join(root, 'node_modules', '@cdktf', 'hcl2json');
  await copyFile(join(from, 'main.wasm.gz'), join(dist, 'main.wasm.gz'));
}

await rm(dist, { recursive: true, force: true });
await Promise.all([bundleKernel(), bundleProviders(), bundleSdk(), copyParser()]);
