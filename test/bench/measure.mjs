// Runs commands and reads wall time, CPU time and memory of their process trees.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const now = () => performance.timeOrigin + performance.now();

/** Runs once. CPU counts every descendant that was waited for; `chunks` have their arrival times. */
export function run(argv, options = {}) {
  const script = '"$@"; code=$?; times >&3; exit $code';
  const startedMs = now();
  const child = spawn('bash', ['-c', script, 'bench', ...argv], {
    env: options.env,
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const chunks = [];
  let errors = '';
  let cpu = '';
  child.stdout.on('data', (bytes) => chunks.push({ atMs: now(), bytes }));
  child.stderr.on('data', (bytes) => {
    errors += bytes;
  });
  child.stdio[3].on('data', (bytes) => {
    cpu += bytes;
  });
  const memory = options.memory ? watchMemory(child.pid) : undefined;
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      const endedMs = now();
      memory?.stop();
      child.on('close', () => {
        if (code !== 0) return reject(new Error(`${argv.join(' ')} exited ${code}: ${errors}`));
        resolve({
          wallMs: endedMs - startedMs,
          endedMs,
          cpuMs: cpuMs(cpu),
          chunks,
          pssMb: memory?.peakMb(),
        });
      });
    });
  });
}

function cpuMs(times) {
  const line = times.trim().split('\n').at(-1) ?? '';
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + minutes * 60_000 + seconds * 1000, 0);
}

function watchMemory(pid) {
  let peakKb = 0;
  const timer = setInterval(() => {
    const kb = tree(pid)
      .filter((member) => member !== pid)
      .reduce((sum, member) => sum + pssKb(member), 0);
    peakKb = Math.max(peakKb, kb);
  }, 8);
  return { stop: () => clearInterval(timer), peakMb: () => peakKb / 1024 };
}

function tree(pid) {
  const children = readOr(`/proc/${pid}/task/${pid}/children`, '').trim().split(' ');
  return [pid, ...children.filter(Boolean).flatMap((child) => tree(Number(child)))];
}

function pssKb(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(readOr(`/proc/${pid}/smaps_rollup`, ''))?.[1] ?? 0);
}

function readOr(path, fallback) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback; // the process ended in between
  }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Runs each of the named commands in turn, `rounds` times, so that all meet the same noise. */
export async function interleaved(commands, rounds) {
  const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, command] of Object.entries(commands))
      results[name].push(await command(round));
  }
  return results;
}
