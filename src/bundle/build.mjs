// Bundles the program: the kernel, the chat and each provider as one file each, started through a
// launcher with V8's code cache; the SDK as modules for other packages.
import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

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

// The chat waits at top level for its layout engine, which only ES modules can.
const chatApart = {
  name: 'chat-apart',
  setup(api) {
    api.onResolve({ filter: /\/ui\/chat\.tsx$/ }, () => ({
      path: 'chat',
      namespace: 'chat-apart',
    }));
    api.onLoad({ filter: /.*/, namespace: 'chat-apart' }, () => ({
      contents: "export const runChat=async(options)=>(await __load('chat.mjs')).runChat(options)",
    }));
  },
};

/** A part that only some commands need; the others neither read nor unpack it. */
const apart = (name, filter) => ({
  name: `${name}-apart`,
  setup(api) {
    api.onResolve({ filter }, ({ path }) => ({ path, namespace: `${name}-apart` }));
    api.onLoad({ filter: /.*/, namespace: `${name}-apart` }, () => ({
      contents: `module.exports = __load('${name}.cjs');`,
    }));
  },
});

// Only a command that starts a provider speaks gRPC.
const grpcApart = apart('grpc', /^@grpc\/grpc-js$/);
// Only a run with --json-schema checks an answer.
const schemaApart = apart('schema', /\/compile-schema\.ts$/);

// What the command line parser takes of Node and of other packages at load, but never needs here.
const plainHelp = {
  name: 'plain-help',
  setup(api) {
    const ofParser = /node_modules\/(yargs|yargs-parser)\//;
    api.onResolve({ filter: /^(assert|node:module)$/ }, ({ importer }) =>
      ofParser.test(importer.replaceAll('\\', '/'))
        ? { path: join(root, 'src', 'bundle', 'parser-built-ins.mjs') }
        : undefined,
    );
    const stub = join(root, 'src', 'bundle', 'plain-text.mjs');
    const exported = {
      'string-width': 'stringWidth',
      'strip-ansi': 'stripAnsi',
      'wrap-ansi': 'wrapAnsi',
    };
    api.onResolve({ filter: /^(string-width|strip-ansi|wrap-ansi)$/ }, ({ path, importer }) =>
      /node_modules\/(cliui|yargs)\//.test(importer.replaceAll('\\', '/'))
        ? { path, namespace: 'plain-help' }
        : undefined,
    );
    api.onLoad({ filter: /.*/, namespace: 'plain-help' }, ({ path }) => ({
      contents: `export { ${exported[path]} as default } from ${JSON.stringify(stub)}`,
      resolveDir: root,
    }));
  },
};

// Node compiles its own modules anew in every process (its crypto alone takes longer than reading a
// configuration), so a bundle takes one only when something of it is used.
const LAZY =
  /^(node:)?(child_process|crypto|dns|fs\/promises|http|https|module|os|readline|tty|v8|zlib)$/;
const lazyBuiltIns = {
  name: 'lazy-built-ins',
  setup(api) {
    api.onResolve({ filter: LAZY }, ({ path, namespace }) =>
      namespace === 'lazy-built-ins'
        ? { path, external: true }
        : { path: path.replace(/^(node:)?/, 'node:'), namespace: 'lazy-built-ins' },
    );
    api.onLoad({ filter: /.*/, namespace: 'lazy-built-ins' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default');
      return {
        contents: `for (const name of ${JSON.stringify(names)}) Object.defineProperty(exports, name,
          { enumerable: true, get: () => require(${JSON.stringify(path)})[name] });`,
        loader: 'js',
      };
    });
  },
};

// Widths of text need a Unicode pattern that takes 30 ms to compile; plain text never asks for it.
const lazyWidths = {
  name: 'lazy-widths',
  setup(api) {
    api.onLoad({ filter: /node_modules[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const patterns = source
        .replace(/^const (\w+Regex) = (\/.*\/(?:v|gu));$/gm, 'const $1 = lazyPattern(() => $2);')
        .replace('new Intl.Segmenter()', 'lazySegmenter()');
      const lazyPattern = `function lazily(make) {
        let made;
        return () => (made ??= make());
      }
      function lazyPattern(make) {
        const get = lazily(make);
        return {
          test: (text) => get().test(text),
          [Symbol.search]: (text) => text.search(get()),
          [Symbol.match]: (text) => text.match(get()),
        };
      }
      function lazySegmenter() {
        const get = lazily(() => new Intl.Segmenter());
        return { segment: (text) => get().segment(text) };
      }`;
      return { contents: `${patterns}\n${lazyPattern}`, loader: 'js' };
    });
  },
};

// Under DEV=true Ink loads devtools, and the package.json beside it; the bundle ships neither.
const withoutInkDevtools = {
  name: 'without-ink-devtools',
  setup(api) {
    api.onResolve({ filter: /devtools\.js$/ }, ({ path }) => ({ path, namespace: 'no-devtools' }));
    api.onLoad({ filter: /.*/, namespace: 'no-devtools' }, () => ({ contents: '' }));
    api.onLoad({ filter: /[\\/]ink[\\/]build[\\/]utils\.js$/ }, () => ({
      contents: 'export const isDev = () => false;',
    }));
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

async function writeLauncher(path, bundle, isAgent) {
  const launcher = await readFile(join(root, 'src', 'bundle', 'launcher.cjs'), 'utf8');
  const text = launcher
    .replaceAll('__PROGRAM__', bundle)
    .replaceAll('__KIND__', isAgent ? 'agent' : 'provider')
    .replaceAll('__AGENT_VERSION__', version);
  await writeFile(path, isAgent ? `#!/usr/bin/env node\n${text}` : text, { mode: 0o755 });
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
  await writeLauncher(join(dist, 'agent.js'), 'kernel.cjs', true);
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
    await writeLauncher(join(dist, 'providers', `${name}.js`), `bundles/${name}.cjs`, false);
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

async function copyParser() {
  const from = join(root, 'node_modules', '@cdktf', 'hcl2json', 'main.wasm.gz');
  await copyFile(from, join(dist, 'main.wasm.gz'));
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
  copyParser(),
]);

const runNode = promisify(execFile);
const launcherOf = (name) => join(dist, 'providers', `${name}.js`);

/** What one offline run compiles is kept, so that the next start need not compile it again. */
async function recordKernel() {
  if (!(await exists(join(dist, 'agent.js')))) return;
  const agent = join(dist, 'agent.js');
  const help = await runNode(process.execPath, [agent, '--help', '--color', 'never']);
  await writeFile(join(dist, 'help.txt'), help.stdout);
  const home = await mkdtemp(join(tmpdir(), 'agent-build-'));
  try {
    await writeFile(join(home, 'agent.hcl'), 'provider "example" {\n  pace_ms = 0\n}\n');
    const env = { PATH: process.env.PATH, HOME: home };
    const run = (more) =>
      runNode(process.execPath, [agent, 'run', 'hello'], { cwd: home, env: { ...env, ...more } });
    // The first run has the file judged, for which V8 is set in a way that a later start is not.
    await run({});
    await run({ AGENT_RECORD_CODE_CACHE: dist });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** A provider that is started and ended again has compiled what every start needs. */
async function recordProvider(name) {
  const child = spawn(process.execPath, [launcherOf(name)], {
    env: {
      AGENT_RECORD_CODE_CACHE: join(dist, 'providers'),
      PLUGGABLEHARNESS_AGENT_PLUGIN: 'pluggableharness-agent-v1-a6f3c9d2-plugin-handshake',
      PLUGIN_PROTOCOL_VERSIONS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  await new Promise((resolve) => child.once('exit', resolve));
}

const bundles = await folderNames(join(dist, 'providers')).catch(() => []);
if (bundles.length > 0) {
  const files = await readdir(join(dist, 'providers'));
  const names = files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3));
  await Promise.all([recordKernel(), ...names.map(recordProvider)]);
}
