/** What a start loads of Node is most of what it costs, and one import too many brings it all back. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentFile, temporaryFolder } from '../support/run-agent.ts';

/** Streams, sockets and terminals: each brings the ones before it. */
const HEAVY = ['stream', 'net', 'tty', 'crypto', 'http2', 'zlib'];

/** @returns Those of Node's heavy modules that the program has loaded itself by its end. */
function heavyModules(...args: readonly string[]) {
  const folder = temporaryFolder();
  const watch = join(folder, 'watch.cjs');
  const file = join(folder, 'agent.hcl');
  writeFileSync(file, 'provider "example" {}\n');
  writeFileSync(
    watch,
    `const before = new Set(process.moduleLoadList);
    process.on('exit', () => {
      const loaded = process.moduleLoadList.filter((name) => !before.has(name));
      require('node:fs').writeSync(3, loaded.join());
    });`,
  );
  const start = () =>
    spawnSync(process.execPath, ['-r', watch, agentFile, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
  // The first start has the file judged, of which the second takes the verdict from the cache.
  start();
  const { status, output } = start();
  const loaded = String(output[3]).split(',');
  return { status, heavy: HEAVY.filter((name) => loaded.includes(`NativeModule ${name}`)) };
}

test.each([['--version'], ['--help'], ['validate --static']])(
  'agent %s loads none of what streams and sockets need',
  (line) => {
    expect(heavyModules(...line.split(' '))).toEqual({ status: 0, heavy: [] });
  },
);
