import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until no process of this id runs; a zombie counts as gone, since only its parent can reap it.
 *
 * @throws When it is still there after `limitMs`.
 */
export async function processGone(id: number, limitMs = 10_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (await isRunning(id)) {
    if (performance.now() > end) throw new Error(`process ${id} still runs after ${limitMs} ms`);
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
