// Starts one bundled program with V8's code cache, which halves its load time. The bundler copies
// this file to `dist/agent.js` and to `dist/providers/<name>.js`; `__PROGRAM__` is its bundle.
'use strict';

// The chat's layout engine is WebAssembly that runs for a moment only; V8's optimising compiler would
// be paid for at exit.
const withoutOptimizing = () => require('node:v8').setFlagsFromString('--liftoff-only');
const kind = '__KIND__';
/**
 * When what has run is recorded. A provider says when it is done: its host does not wait for its end.
 */
const DONE = kind === 'provider' ? 'provider-released' : 'exit';
/** Below the user's cache directory. */
const OWN = '/agent/code';
const program = `${__dirname}/__PROGRAM__`;
/** By name of the file, of its text. To compute them would take as long as to load the program. */
const hashes = JSON.parse('__HASHES__');
/** Whether V8 did not take the program's own cache, so that all of it is recorded anew. */
let isRefused = false;
/** What V8 was set to when the program began. */
let usualTag;
/** A month. */
const LONGEST_MS = 30 * 24 * 3_600_000;

const only = process.argv.length === 3 ? process.argv[2] : '';
if (kind === 'agent' && (only === '--version' || only === '-V')) {
  say(Buffer.from('__AGENT_VERSION__\n'));
} else if (kind === 'agent' && (only === '--help' || only === '-h')) {
  say(require('node:fs').readFileSync(`${__dirname}/help.txt`));
} else {
  start(program);
}

// Node's stream for standard output takes time to load; it is left what can not be written at once.
function say(bytes) {
  let count = 0;
  try {
    count = require('node:fs').writeSync(1, bytes);
  } catch {
    // The stream tells of it, or waits.
  }
  if (count < bytes.length) process.stdout.write(bytes.subarray(count));
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
  // Only the build sets this variable, to record what a run compiles.
  const isBuild = process.env.AGENT_RECORD_CODE_CACHE === __dirname;
  const shipped = readIfThere(readFileSync, cacheFile);
  const own = shipped || isBuild ? undefined : ownCache(file);
  const script = new Script(
    `(function(require,__filename,__dirname,__load,module={exports:{}},exports=module.exports){${source}\n})`,
    { filename: file, cachedData: shipped ?? own?.data },
  );
  if (isBuild) {
    usualTag ??= require('node:v8').cachedDataVersionTag();
    process.once(DONE, () => writeFileSync(cacheFile, codeOf(script)));
  }
  own?.keep(script);
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

// A package is installed without code caches, which are of one Node and one machine: the first start
// records its own in the user's cache directory. Whatever goes wrong there, nobody hears of it.
function ownCache(file) {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const path = `${folder}/${name}-${hashes[name]}${nodeMark()}.cache`;
  const data = readIfThere(readOwn, path);
  return {
    data,
    keep(script) {
      // A part may be loaded after V8 was set otherwise, which alone has its cache refused.
      if (file === program) isRefused = script.cachedDataRejected === true;
      if (data !== undefined && !isRefused) return;
      usualTag ??= require('node:v8').cachedDataVersionTag();
      process.once(DONE, () => readIfThere(() => writeOwn(folder, name, path, codeOf(script))));
    },
  };
}

// V8 itself refuses the cache of another Node or of other flags; a name for each spares them from
// taking each other's place. FNV-1a, as Node's own crypto would take longer to load.
function nodeMark() {
  const { arch, execArgv, version } = process;
  let mark = 0x811c9dc5;
  for (const code of Buffer.from([version, arch, ...execArgv, process.env.NODE_OPTIONS].join('\n')))
    mark = Math.imul(mark ^ code, 0x01000193);
  return (mark >>> 0).toString(16).padStart(8, '0');
}

// The next start begins with V8 set as this one began, and takes nothing else: what the one setting
// brought with it is taken back as well.
function codeOf(script) {
  const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');
  if (cachedDataVersionTag() !== usualTag) {
    const before = ['--no-wasm-lazy-validation', '--no-liftoff-only', '--wasm-tier-up'];
    for (const setting of [...before, '--wasm-dynamic-tiering']) setFlagsFromString(setting);
  }
  if (cachedDataVersionTag() !== usualTag) throw new Error('V8 is set otherwise');
  return script.createCachedData();
}

function cacheFolder() {
  const { HOME, XDG_CACHE_HOME } = process.env;
  // On Windows nobody can be told from anybody else.
  if (process.getuid === undefined) return undefined;
  if (XDG_CACHE_HOME?.startsWith('/')) return `${XDG_CACHE_HOME}${OWN}`;
  return HOME?.startsWith('/') ? `${HOME}/.cache${OWN}` : undefined;
}

// Code is run from here, so it is only taken where nobody else may write.
function isOurs({ uid, mode }) {
  return uid === process.getuid() && (mode & 0o022) === 0;
}

function checkFolder(folder) {
  const found = require('node:fs').lstatSync(folder);
  if (!found.isDirectory() || !isOurs(found)) throw new Error('a folder of somebody else');
}

function readOwn(path) {
  const { closeSync, constants, fstatSync, openSync, readFileSync } = require('node:fs');
  checkFolder(path.slice(0, path.lastIndexOf('/')));
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(file);
    return found.isFile() && isOurs(found) ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

function writeOwn(folder, name, path, data) {
  const { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
  // One by one: made recursively, a folder that can not be there is tried for ever.
  for (const parent of [folder.slice(0, -OWN.length), folder.slice(0, -'/code'.length), folder]) {
    if (!existsSync(parent)) mkdirSync(parent, { mode: 0o700 });
  }
  checkFolder(folder);
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, data, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, path);
  } catch {
    rmSync(unfinished, { force: true });
  }
  removeOld(folder, name);
}

// Those of earlier versions, and what an interrupted start left.
function removeOld(folder, name) {
  const { lstatSync, readdirSync, rmSync } = require('node:fs');
  const oldest = Date.now() - LONGEST_MS;
  for (const entry of readdirSync(folder)) {
    const path = `${folder}/${entry}`;
    if (entry.startsWith(`${name}-`) && lstatSync(path).mtimeMs < oldest) rmSync(path);
  }
}
