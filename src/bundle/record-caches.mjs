// What one run compiles is kept beside the program, so that the next start need not compile it again.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startVendors } from './vendor-answers.mjs';

const runNode = promisify(execFile);

/**
 * Runs the bundled program and each of its providers once, against a server of its own.
 *
 * @param dist - The folder of the bundles.
 * @param schemas - The folder with what each provider is configured by.
 */
export async function recordCaches(dist, schemas) {
  const providers = join(dist, 'providers');
  const files = await readdir(providers);
  const names = files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3));
  const known = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(schemas, `${name}.json`), 'utf8'))),
  );
  const home = await mkdtemp(join(tmpdir(), 'agent-build-'));
  const vendors = await startVendors();
  try {
    await writeFile(join(home, 'agent.hcl'), configurationOf(known, vendors.url));
    const run = runIn(home, join(dist, 'agent.js'), providers);
    const help = await run(['--help', '--color', 'never']);
    await writeFile(join(dist, 'help.txt'), help.stdout);
    // The first run has the file judged, for which V8 is set in a way that a later start is not.
    await run(['run', '-m', 'example/demo', 'hello']);
    await run(['run', '-m', 'example/demo', 'hello'], { AGENT_RECORD_CODE_CACHE: dist });
    await Promise.all(known.map((provider) => recordProvider(provider, run, providers)));
  } finally {
    vendors.close();
    await rm(home, { recursive: true, force: true });
  }
}

function runIn(home, agent, providers) {
  const env = { PATH: process.env.PATH, HOME: home, KEY: 'none', RECORD: providers };
  return (args, more) => {
    const running = runNode(process.execPath, [agent, ...args], {
      cwd: home,
      env: { ...env, ...more },
    });
    running.child.stdin.end();
    return running;
  };
}

function configurationOf(known, url) {
  const blocks = known.map(({ name, schema }) => {
    const has = (wanted) => schema.attributes.some((attribute) => attribute.name === wanted);
    const settings = [
      has('base_url') ? `base_url = "${url}"` : '',
      has('api_key') ? 'api_key = env("KEY")' : '',
      has('pace_ms') ? 'pace_ms = 0' : '',
    ];
    const recording = 'environment {\n    AGENT_RECORD_CODE_CACHE = env("RECORD")\n  }';
    return `provider "${name}" {\n  ${[...settings, recording].join('\n  ')}\n}\n`;
  });
  return blocks.join('\n');
}

async function recordProvider({ name, roster, models }, run, providers) {
  // One that runs another program would start whatever the builder has of that name.
  if (name === 'claude-cli') return recordStart(join(providers, `${name}.js`), providers);
  const model = roster === 'static' ? models[0].id : 'recorded';
  // An answer that is not understood has compiled as much as is needed; nobody reads it.
  await run(['run', '-m', `${name}/${model}`, '--no-session', 'hello']).catch(() => undefined);
}

/** A provider that is only started and ended again. */
async function recordStart(launcher, providers) {
  const child = spawn(process.execPath, [launcher], {
    env: {
      AGENT_RECORD_CODE_CACHE: providers,
      PLUGGABLEHARNESS_AGENT_PLUGIN: 'pluggableharness-agent-v1-a6f3c9d2-plugin-handshake',
      PLUGIN_PROTOCOL_VERSIONS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  await new Promise((resolve) => child.once('exit', resolve));
}
