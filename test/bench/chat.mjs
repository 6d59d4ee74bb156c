// The chat in a pseudo-terminal while a long answer streams in.
import { readFileSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import { BURST_DELTAS } from './server.mjs';

const FRAME = '\u001b[?2026h';
const READY = 'Write a message';

/** Clock ticks of `/proc/PID/stat`, milliseconds. */
const TICK_MS = 10;

/** Sends one prompt, takes the answer of `lines` from the server, and leaves. */
export async function chatRun(argv, options) {
  const [program, ...args] = argv;
  const terminal = spawn(program, args, {
    name: 'xterm-256color',
    cols: 80,
    rows: 24,
    cwd: options.cwd,
    env: options.env,
  });
  const seen = watch(terminal);
  const exited = new Promise((resolve) => terminal.onExit(resolve));
  await seen.text(READY);
  terminal.write('hi');
  await seen.text('hi');
  const before = cpuMs(terminal.pid);
  seen.restart();
  terminal.write('\r');
  const firstMs = await seen.text('line 0 ');
  const halfMs = await seen.text(`line ${BURST_DELTAS / 2} `);
  const lastMs = await seen.text(`line ${BURST_DELTAS - 1} `);
  const cpu = cpuMs(terminal.pid) - before;
  const { bytes, frames } = seen.counts();
  const peakMb = peakKb(terminal.pid) / 1024;
  await seen.text(READY);
  terminal.write('\u0004');
  await exited;
  return {
    bytes,
    framesPerSecond: frames / ((lastMs - firstMs) / 1000),
    halves: (lastMs - halfMs) / (halfMs - firstMs),
    cpuMs: cpu,
    peakMb,
  };
}

/** What has arrived since the last restart; waits for texts in it, each behind the one before. */
function watch(terminal) {
  let bytes = 0;
  let frames = 0;
  let rest = '';
  let wanted;
  const look = () => {
    const at = wanted === undefined ? -1 : rest.indexOf(wanted.text);
    if (at === -1) return;
    rest = rest.slice(at);
    const { resolve } = wanted;
    wanted = undefined;
    resolve(performance.now());
  };
  terminal.onData((data) => {
    bytes += Buffer.byteLength(data);
    frames += data.split(FRAME).length - 1;
    rest += data;
    look();
  });
  return {
    text: (text) =>
      new Promise((resolve) => {
        wanted = { text, resolve };
        look();
      }),
    restart: () => {
      [bytes, frames, rest] = [0, 0, ''];
    },
    counts: () => ({ bytes, frames }),
  };
}

function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function peakKb(pid) {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
