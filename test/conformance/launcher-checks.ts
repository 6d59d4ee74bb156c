/** HS-12 and HS-14: what the conformance document asks of a launcher, as checks of any launcher. */
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { openProgram, runBriefly } from '../../src/conformance/open-program.ts';
import { nodeClock } from '../../src/host/node-clock.ts';
import { Connection } from '../../src/plugin/connect.ts';
import { PluginLink } from '../../src/plugin/plugin-link.ts';
import { within } from '../../src/plugin/within.ts';
import type { Last, Launcher } from '../fixtures/conformance/launchers.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';
import { temporaryFolder } from '../support/run-agent.ts';
import { sampleRequest } from '../support/sample-request.ts';

export interface LauncherCheck {
  readonly id: string;
  /**
   * @param hangMs - After how many milliseconds a call that does not end counts as hanging.
   * @returns What is wrong; nothing means it holds.
   */
  run(launcher: Launcher, hangMs: number): Promise<readonly string[]>;
}

const CANARY = 'AGENT_TEST_CANARY';
const START_MS = 10_000;

/** Of this process, that is: the checker. */
async function inheritance({ processes }: Launcher): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'names');
  const base = launchContext();
  process.env[CANARY] = 'seen';
  try {
    const context = { ...base, processes: processes(base.processes), environment: process.env };
    await runBriefly(fixtureSpec('names.mjs', [file]), context, {}, START_MS);
  } finally {
    delete process.env[CANARY];
  }
  const names = readFileSync(file, 'utf8').split('\n');
  return names.includes(CANARY) ? ['the child sees a variable of ours'] : [];
}

/** The process is killed after its first event, with its socket gone and with it still held. */
async function crash(launcher: Launcher, hangMs: number): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const isHeld of [false, true]) {
    const last = await lastOfKilled(launcher, isHeld, hangMs);
    const where = isHeld ? 'with its socket held open' : 'with its socket gone';
    if (last === undefined) findings.push(`${where} the call hangs`);
    else if (last.type !== 'crash') findings.push(`${where} the call ends as ${kindOf(last)}`);
  }
  return findings;
}

function kindOf(last: Last): string {
  return last.type === 'error' ? last.error.category : last.type;
}

/** @returns `undefined` when the call had no end within the limit. */
async function lastOfKilled(launcher: Launcher, isHeld: boolean, hangMs: number) {
  const base = launchContext();
  const context = { ...base, processes: launcher.processes(base.processes) };
  const signal = new AbortController().signal;
  const opened = await openProgram(fixtureSpec('scenarios.mjs'), context, signal);
  if (opened.type === 'failed') throw new Error('the fixture did not start');
  const relay = isHeld ? await holdOpen(opened.address) : undefined;
  const handshake = { ...opened.handshake, address: relay?.address ?? opened.address };
  const { process: child } = opened;
  const connection = new Connection({
    provider: 'raw',
    handshake,
    security: { type: 'plaintext' },
    clock: nodeClock,
    log: () => {},
  });
  const link = new PluginLink(child, connection, nodeClock, hangMs);
  try {
    const request = sampleRequest('hang');
    const followed = launcher.follow({ link, connection }, request, () =>
      child.signalGroup('SIGKILL'),
    );
    return await within(followed, hangMs, nodeClock);
  } finally {
    link.close();
    relay?.close();
    opened.connection.close();
    opened.output.close();
  }
}

/** A socket that stays open towards us whatever becomes of the one behind it. */
async function holdOpen(address: string) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const behind = connect({ path: address, allowHalfOpen: true });
    behind.on('error', () => {});
    socket.on('error', () => {});
    socket.on('close', () => behind.destroy());
    socket.pipe(behind);
    behind.pipe(socket, { end: false });
  });
  const path = join(temporaryFolder(), 'relay');
  await new Promise<void>((resolve) => server.listen(path, () => resolve()));
  return { address: path, close: () => server.close() };
}

export const launcherChecks: readonly LauncherCheck[] = [
  { id: 'HS-12', run: inheritance },
  { id: 'HS-14', run: crash },
];
