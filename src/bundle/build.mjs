// Bundles the program: the kernel, the chat and each provider as one file each, started through a
// launcher with V8's code cache; the SDK as modules for other packages.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  chatApart,
  grpcApart,
  lazyBuiltIns,
  lazyWidths,
  plainHelp,
  schemaApart,
  withoutInkDevtools,
} from './plugins.mjs';
import { recordCaches } from './record-caches.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  conditions: ['source'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { AGENT_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
};

// A bundle runs as the body of a function (see launcher.cjs), so that it can have a code cache.
const program = {
  ...common,
  format: 'cjs',
  define: { ...common.define, 'import.meta.url': '__moduleUrl' },
  banner: {
    js: "var __moduleUrl=require('node:url').pathToFileURL(__filename).href;",
  },
};

async function folderNames(path) {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function exists(path) {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

/** @param parts - The program's file first, then what it loads where it needs it, beside it. */
async function writeLauncher(path, isAgent, ...parts) {
  const launcher = await readFile(join(root, 'src', 'bundle', 'launcher.cjs'), 'utf8');
  const hashes = await Promise.all(parts.map((part) => hashOf(join(dirname(path), part))));
  const text = launcher
    .replaceAll('__PROGRAM__', parts[0])
    .replaceAll('__HASHES__', JSON.stringify(Object.fromEntries(hashes)))
    .replaceAll('__KIND__', isAgent ? 'agent' : 'provider')
    .replaceAll('__AGENT_VERSION__', version);
  await writeFile(path, isAgent ? `#!/usr/bin/env node\n${text}` : text, { mode: 0o755 });
}

async function hashOf(path) {
  const digest = createHash('sha256').update(await readFile(path));
  return [basename(path), digest.digest('hex').slice(0, 24)];
}

async function bundleKernel() {
  if (!(await exists(join(root, 'src', 'cli', 'main.ts')))) return;
  await build({
    ...program,
    entryPoints: { kernel: 'src/cli/main.ts' },
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    plugins: [chatApart, grpcApart, schemaApart, plainHelp, lazyWidths, lazyBuiltIns],
  });
  await build({
    ...program,
    entryPoints: { grpc: '@grpc/grpc-js', schema: 'src/cli/compile-schema.ts' },
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    plugins: [lazyBuiltIns],
  });
  await writeLauncher(join(dist, 'agent.js'), true, 'kernel.cjs', 'grpc.cjs', 'schema.cjs');
}

async function bundleChat() {
  if (!(await exists(join(root, 'src', 'ui', 'chat.tsx')))) return;
  await build({
    ...common,
    format: 'esm',
    entryPoints: { chat: 'src/ui/chat.tsx' },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    // Bundled CommonJS packages call `require` for Node's own modules.
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
    plugins: [withoutInkDevtools],
  });
}

async function bundleProviders() {
  const folders = await folderNames(join(root, 'providers'));
  const found = await Promise.all(
    folders.map((name) => exists(join(root, 'providers', name, 'main.ts'))),
  );
  const names = folders.filter((_, index) => found[index]);
  if (names.length === 0) return;
  await build({
    ...program,
    entryPoints: Object.fromEntries(names.map((name) => [name, `providers/${name}/main.ts`])),
    outdir: join(dist, 'providers', 'bundles'),
    outExtension: { '.js': '.cjs' },
    plugins: [lazyBuiltIns],
  });
  for (const name of names) {
    await writeLauncher(join(dist, 'providers', `${name}.js`), false, `bundles/${name}.cjs`);
  }
}

async function bundleSdk() {
  if (!(await exists(join(root, 'src', 'sdk', 'index.ts')))) return;
  const testing = await exists(join(root, 'src', 'sdk', 'testing.ts'));
  await build({
    ...common,
    format: 'esm',
    minify: false,
    entryPoints: {
      index: 'src/sdk/index.ts',
      'chat-completions': 'src/sdk/chat-completions/index.ts',
      responses: 'src/sdk/responses/index.ts',
      ...(testing ? { testing: 'src/sdk/testing.ts' } : {}),
    },
    outdir: join(dist, 'sdk'),
    splitting: true,
    packages: 'external',
  });
  await writeFile(join(dist, 'sdk', 'package.json'), '{ "type": "module" }\n');
}

async function bundleConformance() {
  await build({
    ...common,
    format: 'esm',
    minify: false,
    entryPoints: { index: 'src/conformance/index.ts', vitest: 'src/conformance/vitest.ts' },
    outdir: join(dist, 'conformance'),
    splitting: true,
    packages: 'external',
  });
  await writeFile(join(dist, 'conformance', 'package.json'), '{ "type": "module" }\n');
}

async function unpackParser() {
  const packed = await readFile(join(root, 'node_modules', '@cdktf', 'hcl2json', 'main.wasm.gz'));
  await writeFile(join(dist, 'main.wasm'), gunzipSync(packed));
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
await Promise.all([
  bundleKernel(),
  bundleChat(),
  bundleProviders(),
  bundleSdk(),
  bundleConformance(),
  unpackParser(),
]);

const bundles = await folderNames(join(dist, 'providers')).catch(() => []);
if (bundles.length > 0) await recordCaches(dist, join(root, 'schemas', 'config'));
