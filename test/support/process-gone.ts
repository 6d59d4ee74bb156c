import { access, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until no process of this id runs; a zombie counts as gone, since only its parent can reap it.
 *
 * @throws When it is still there after `limitMs`.
 */
export async function processGone(id: number, limitMs = 10_000): Promise<void> {
  await untilNot(() => isRunning(id), `process ${id} still runs`, limitMs);
}

/**
 * Waits until nothing is at a path any more, for what somebody else removes.
 *
 * @throws When it is still there after `limitMs`.
 */
export async function pathGone(path: string, limitMs = 10_000): Promise<void> {
  const isThere = () =>
    access(path).then(
      () => true,
      () => false,
    );
  await untilNot(isThere, `${path} is still there`, limitMs);
}

async function untilNot(
  claim: () => Promise<boolean>,
  complaint: string,
  limitMs: number,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (await claim()) {
    if (performance.now() > end) throw new Error(`${complaint} after ${limitMs} ms`);
    await sleep(10);
  }
}

async function isRunning(id: number): Promise<boolean> {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(status);
}
