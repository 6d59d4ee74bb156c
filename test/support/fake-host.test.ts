import { expect, test } from 'vitest';
import { fakeHost, ManualClock, memoryInput, seededRandom } from './fake-host.ts';

test('time moves only when told, and wakes sleepers in the order of their moments', async () => {
  const clock = new ManualClock(1_000);
  const woken: string[] = [];
  const late = clock.sleep(20).then(() => woken.push(`late ${clock.monotonic()}`));
  const early = clock.sleep(10).then(() => woken.push(`early ${clock.monotonic()}`));

  clock.advance(19);
  await early;
  clock.advance(1);
  await late;

  expect(woken).toEqual(['early 19', 'late 20']);
  expect(clock.now()).toBe(1_020);
});

test('an abort ends a wait at once', async () => {
  const { clock } = fakeHost();
  const controller = new AbortController();
  const sleeping = clock.sleep(1_000, controller.signal);

  controller.abort();
  await sleeping;
  await clock.sleep(1_000, controller.signal);

  expect({ elapsed: clock.monotonic(), sleeping: clock.sleeping }).toEqual({
    elapsed: 0,
    sleeping: 0,
  });
});

test('the same seed gives the same numbers in [0, 1)', () => {
  const [one, two] = [seededRandom(7), seededRandom(7)];

  const numbers = Array.from({ length: 100 }, () => [one(), two()] as const);

  expect(numbers.every(([a, b]) => a === b && a >= 0 && a < 1)).toBe(true);
  expect(new Set(numbers.map(([a]) => a)).size).toBe(100);
});

test('files fail as real ones do', async () => {
  const { files } = fakeHost({ files: { '/home/a/b.txt': 'hello' } });

  await files.append('/home/a/b.txt', ' there', 0o600);
  await files.writeAtomically('/home/c', 'x', 0o600);

  expect(files.text('/home/a/b.txt')).toBe('hello there');
  expect(await files.list('/home')).toEqual(['a', 'c']);
  expect(files.mode('/home/c')).toBe(0o600);
  await expect(files.read('/home/none')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(files.read('/home/a')).rejects.toMatchObject({ code: 'EISDIR' });
});

test('removing a directory removes what is in it', async () => {
  const { files } = fakeHost({ files: { '/home/a/b': '', '/home/c': '' } });

  await files.remove('/home/a');
  await files.remove('/home/never-there');

  expect(await files.list('/home')).toEqual(['c']);
});

test('standard input gives its text once and ends', async () => {
  const chunks: string[] = [];

  for await (const chunk of memoryInput('hello').chunks()) {
    chunks.push(new TextDecoder().decode(chunk));
  }

  expect(chunks).toEqual(['hello']);
});
