// What the bundler takes apart, puts off or leaves out, so that a program loads only what it needs.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

// The chat waits at top level for its layout engine, which only ES modules can.
export const chatApart = {
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
export const grpcApart = apart('grpc', /^@grpc\/grpc-js$/);
// Only a run with --json-schema checks an answer.
export const schemaApart = apart('schema', /\/compile-schema\.ts$/);

// What the command line parser takes of Node and of other packages at load, but never needs here.
export const plainHelp = {
  name: 'plain-help',
  setup(api) {
    const ofParser = /node_modules\/(yargs|yargs-parser)\//;
    api.onResolve({ filter: /^(assert|node:module)$/ }, ({ importer }) =>
      ofParser.test(importer.replaceAll('\\', '/'))
        ? { path: join(here, 'parser-built-ins.mjs') }
        : undefined,
    );
    // It looks for a package.json with a version, in every folder up to the root.
    api.onResolve({ filter: /^escalade\/sync$/ }, ({ path }) => ({
      path,
      namespace: 'find-nothing',
    }));
    api.onLoad({ filter: /.*/, namespace: 'find-nothing' }, () => ({
      contents: 'module.exports = () => undefined;',
    }));
    // Help is laid out to a width of our own; to ask for the terminal's loads what streams need.
    api.onLoad({ filter: /yargs[\\/]lib[\\/]platform-shims[\\/]esm\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/stdColumns: .*/, 'stdColumns: null'),
    }));
    const stub = join(here, 'plain-text.mjs');
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
      resolveDir: here,
    }));
  },
};

// Node compiles its own modules anew in every process (its crypto alone takes longer than reading a
// configuration), so a bundle takes one only when something of it is used.
const LAZY =
  /^(node:)?(child_process|crypto|dns|fs\/promises|http|https|module|os|readline|tty|v8|zlib)$/;
export const lazyBuiltIns = {
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
export const lazyWidths = {
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
export const withoutInkDevtools = {
  name: 'without-ink-devtools',
  setup(api) {
    api.onResolve({ filter: /devtools\.js$/ }, ({ path }) => ({ path, namespace: 'no-devtools' }));
    api.onLoad({ filter: /.*/, namespace: 'no-devtools' }, () => ({ contents: '' }));
    api.onLoad({ filter: /[\\/]ink[\\/]build[\\/]utils\.js$/ }, () => ({
      contents: 'export const isDev = () => false;',
    }));
  },
};
