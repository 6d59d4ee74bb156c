// Starts one bundled program with V8's code cache, which halves its load time. The bundler copies
// this file to `dist/agent.js` and to `dist/providers/<name>.js`; `__PROGRAM__` is its bundle.
'use strict';

// What is compiled to WebAssembly (the HCL parser, the HTTP parser) runs for a moment only; the
// optimising compiler would be paid for at exit.
require('node:v8').setFlagsFromString('--liftoff-only');

const only = process.argv.length === 3 ? process.argv[2] : '';
if ('__KIND__' === 'agent' && (only === '--version' || only === '-V')) {
  process.stdout.write('__AGENT_VERSION__\n');
} else if ('__KIND__' === 'agent' && (only === '--help' || only === '-h')) {
  process.stdout.write(require('node:fs').readFileSync(`${__dirname}/help.txt`));
} else {
  start(`${__dirname}/__PROGRAM__`);
}

function start(file) {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const cacheFile = `${file}.cache`;
  const source = readFileSync(file, 'utf8');
  const script = new Script(`(function(require,__filename,__dirname,__load){${source}\n})`, {
    filename: file,
    cachedData: readIfThere(readFileSync, cacheFile),
  });
  // Only the build sets this variable, to record what a run compiles.
  if (process.env.AGENT_RECORD_CODE_CACHE === file) {
    process.on('exit', () => writeFileSync(cacheFile, script.createCachedData()));
  }
  const folder = require('node:path').dirname(file);
  script.runInThisContext()(require, file, folder, (name) => import(`${folder}/${name}`));
}

// Without a cache, or with one of another Node, the program starts all the same.
function readIfThere(read, path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
