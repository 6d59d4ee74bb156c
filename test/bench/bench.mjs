// `npm run bench`: every budget, as a ratio to N (`node -e 0`) or F (one fetch) of the same run.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chatRun } from './chat.mjs';
import { interleaved, median, percentile, run } from './measure.mjs';
import { startServer } from './server.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const root = fileURLToPath(new URL('../..', import.meta.url));
const agent = [process.execPath, join(root, 'dist', 'agent.js')];
const fetchOnce = [process.execPath, join(root, 'test', 'bench', 'fetch-once.mjs')];

const home = await mkdtemp(join(tmpdir(), 'agent-bench-'));
const env = { PATH: process.env.PATH, HOME: home, BENCH_KEY: 'bench-key-value' };
const server = await startServer();

const configText = (mode) => `
provider "anthropic" {
  api_key  = env("BENCH_KEY")
  base_url = "${server.url(mode)}"
}

provider "example" {}
`;

async function configFile(mode) {
  const path = join(home, `${mode}.hcl`);
  await writeFile(path, configText(mode));
  return path;
}

async function changedFile(round, mode) {
  const path = join(home, `changed-${mode}.hcl`);
  await writeFile(path, `# ${round} ${performance.now()}\n${configText(mode)}`);
  return path;
}

const files = {
  one: await configFile('one'),
  burst: await configFile('burst'),
  paced: await configFile('paced'),
  lines: await configFile('lines'),
};
const model = ['-m', 'anthropic/claude-haiku-4-5'];
const ask = (config, ...more) =>
  run([...agent, 'run', 'hi', '--config', config, ...model, ...more], { env, cwd: home });

async function startUp() {
  const validate = (...more) => run([...agent, 'validate', ...more], { env, cwd: home });
  await validate(files.one, '--static');
  return interleaved(
    {
      node: () => run([process.execPath, '-e', '0'], { env }),
      version: () => run([...agent, '--version'], { env }),
      help: () => run([...agent, '--help'], { env }),
      static: () => validate(files.one, '--static'),
      providers: () => validate(files.one),
      changed: async (round) => validate(await changedFile(round, 'static'), '--static'),
    },
    ROUNDS,
  );
}

async function oneShot() {
  await ask(files.one);
  return interleaved(
    {
      fetch: () => run([...fetchOnce, server.url('one')], { env }),
      run: async () => {
        const result = await ask(files.one);
        const firstByteMs = result.chunks.find(({ bytes }) => bytes.length > 0)?.atMs;
        return {
          ...result,
          firstTokenMs: firstByteMs - server.times.firstDeltaMs,
          exitMs: result.endedMs - server.times.endMs,
        };
      },
      changed: async (round) => ask(await changedFile(round, 'one')),
    },
    ROUNDS,
  );
}

const lateness = (result) =>
  result.chunks.flatMap(({ atMs, bytes }) =>
    [...bytes.toString().matchAll(/\[([\d.]+)\]/g)].map(([, sentMs]) => atMs - Number(sentMs)),
  );

async function streams() {
  return interleaved(
    {
      fetch: () => run([...fetchOnce, server.url('burst')], { env }),
      burst: () => ask(files.burst),
      pacedF: () => run([...fetchOnce, server.url('paced')], { env }),
      paced: () => ask(files.paced),
    },
    Math.max(3, Math.floor(ROUNDS / 2)),
  );
}

async function memory() {
  const options = { env, cwd: home, memory: true };
  const of = (config) => run([...agent, 'run', 'hi', '--config', config, ...model], options);
  return { one: (await of(files.one)).pssMb, burst: (await of(files.burst)).pssMb };
}

async function slowReader() {
  const command = `"$@" | { sleep 1; dd bs=1000 2>/dev/null; }`;
  const argv = [...agent, 'run', 'hi', '--config', files.burst, ...model];
  const result = await run(['bash', '-c', command, 'slow', ...argv], { env, cwd: home });
  return result.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function chat() {
  const run = () =>
    chatRun([...agent, 'chat', '--config', files.lines, ...model], { env, cwd: home });
  return interleaved({ run }, Math.max(3, Math.floor(ROUNDS / 2)));
}

const wall = (results) => median(results.map(({ wallMs }) => wallMs));
const cpu = (results) => median(results.map((result) => result.cpuMs));
const rows = [];
const row = (what, value, budget) => rows.push([what, value, budget]);
const ratio = (value, reference, unit) => `${(value / reference).toFixed(2)} ${unit}`;

const start = await startUp();
const N = wall(start.node);
row('N: node -e 0', `${N.toFixed(0)} ms`, '');
row('--version', ratio(wall(start.version), N, 'N'), '1.25 N');
row('--help', ratio(wall(start.help), N, 'N'), '1.4 N');
row('validate --static, unchanged', ratio(wall(start.static), N, 'N'), '1.8 N');
row('validate, two providers', ratio(wall(start.providers), N, 'N'), '3.5 N');
row('validate --static, changed', ratio(wall(start.changed), N, 'N'), '5 N');

server.requests.length = 0;
const one = await oneShot();
const F = wall(one.fetch);
const runs = one.run.length + one.changed.length + 1;
row('F: one fetch', `${F.toFixed(0)} ms`, '');
row('one-shot, wall', ratio(wall(one.run), F, 'F'), '1.2 F');
row('one-shot, wall, changed file', ratio(wall(one.changed), F, 'F'), '2.0 F');
row('one-shot, CPU', ratio(cpu(one.run), cpu(one.fetch), 'F'), '1.5 F');
row('first token → stdout', `${median(one.run.map((r) => r.firstTokenMs)).toFixed(1)} ms`, '12 ms');
row('end of stream → exit', `${median(one.run.map((r) => r.exitMs)).toFixed(0)} ms`, '50 ms');
row('requests a run', ((server.requests.length - one.fetch.length) / runs).toFixed(2), '1');

const stream = await streams();
const late = stream.paced.flatMap(lateness);
const lateF = stream.pacedF.flatMap(lateness);
const lateText = (values) =>
  [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1)).join(' / ');
row('20,000 deltas, wall', ratio(wall(stream.burst), wall(stream.fetch), 'F'), '1.5 F');
row('20,000 deltas, CPU', ratio(cpu(stream.burst), cpu(stream.fetch), 'F'), '1.7 F');
row('400 paced deltas, late p50/p95/max', `${lateText(late)} ms`, 'F + 1 / 2.5 / 20 ms');
row('the same, fetch', `${lateText(lateF)} ms`, '');

const pss = await memory();
row('one-shot, memory (PSS)', `${pss.one.toFixed(0)} MB`, '80 MB');
row('20,000 deltas, memory', `${(pss.burst / pss.one).toFixed(2)} × one-shot`, '1.25 ×');
row('slow reader, bytes', String(await slowReader()), String(20_000 * 26 + 1));

const { run: chats } = await chat();
const chatOf = (name) => median(chats.map((result) => result[name]));
row('chat, 20,000 deltas, last half', `${chatOf('halves').toFixed(2)} × first half`, '1.5 ×');
row('chat, frames a second', chatOf('framesPerSecond').toFixed(0), '30');
row('chat, bytes written', `${(chatOf('bytes') / 1e6).toFixed(2)} MB`, '');
row('chat, CPU of the kernel', ratio(chatOf('cpuMs'), cpu(stream.fetch), 'F'), '');
row('chat, memory of the kernel', `${chatOf('peakMb').toFixed(0)} MB`, '');

const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => cells[column].length)));
for (const cells of [['measured', 'here', 'budget'], ...rows]) {
  process.stdout.write(
    `${cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd()}\n`,
  );
}
server.close();
await rm(home, { recursive: true, force: true });
