// Starts one bundled program with V8's code cache, which halves its load time. The bundler copies
// this file to `dist/agent.js` and to `dist/providers/<name>.js`; `__PROGRAM__` is its bundle.
'use strict';

// What is compiled to WebAssembly (an HTTP parser, a layout engine) runs for a moment only; the
// optimising compiler would be paid for at exit. A setting of V8 is part of what its code cache is
// valid for, and Node's module for it takes time to load: only who needs it has it.
const withoutOptimizing = () => require('node:v8').setFlagsFromString('--liftoff-only');
const kind = '__KIND__';
if (kind === 'provider') withoutOptimizing();

const only = process.argv.length === 3 ? process.argv[2] : '';
if (kind === 'agent' && (only === '--version' || only === '-V')) {
  process.stdout.write('__AGENT_VERSION__\n');
} else if (kind === 'agent' && (only === '--help' || only === '-h')) {
  process.stdout.write(require('node:fs').readFileSync(`${__dirname}/help.txt`));
} else {
  start(`${__dirname}/__PROGRAM__`);
}

function start(file) {
  const folder = require('node:path').dirname(file);
  run(file)(require, file, folder, (name) => {
    if (name.endsWith('.cjs')) return part(`${folder}/${name}`);
    withoutOptimizing();
    return import(`${folder}/${name}`);
  });
}

// A part of a program is loaded where the program first needs it.
function part(file) {
  const module = { exports: {} };
  run(file)(require, file, __dirname, undefined, module);
  return module.exports;
}

function run(file) {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const cacheFile = `${file}.cache`;
  const source = readFileSync(file, 'utf8');
  const script = new Script(
    `(function(require,__filename,__dirname,__load,module={exports:{}},exports=module.exports){${source}\n})`,
    { filename: file, cachedData: readIfThere(readFileSync, cacheFile) },
  );
  // Only the build sets this variable, to record what a run compiles.
  if (process.env.AGENT_RECORD_CODE_CACHE === __dirname) {
    process.on('exit', () => writeFileSync(cacheFile, script.createCachedData()));
  }
  return script.runInThisContext();
}

// Without a cache, or with one of another Node, the program starts all the same.
function readIfThere(read, path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
