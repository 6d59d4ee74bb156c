import { expect, test } from 'vitest';
import { ulidSource } from '../../src/turn/ulid.ts';
import { ManualClock, seededRandom } from '../support/fake-host.ts';

test('an id has 26 characters of the ULID alphabet and begins with its time', () => {
  const clock = new ManualClock(1_469_918_176_385);

  const id = ulidSource(clock, seededRandom())();

  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(id.slice(0, 10)).toBe('01ARYZ6S41');
});

test('ids of one source are distinct and sort in order, also when the clock goes back', () => {
  const clock = new ManualClock();
  const next = ulidSource(clock, seededRandom());
  const ids: string[] = [];

  for (let index = 0; index < 300; index += 1) {
    if (index % 100 === 50) clock.advance(index % 200 === 50 ? 3 : -7);
    ids.push(next());
  }

  expect(new Set(ids).size).toBe(300);
  expect([...ids].sort()).toEqual(ids);
});

test('the count goes over into the next digit', () => {
  const next = ulidSource({ now: () => 0 }, () => 31.5 / 32);

  const [first, second] = [next(), next()];

  expect(first).toBe(`0000000000${'Z'.repeat(16)}`);
  expect(second).toBe(`0000000000${'0'.repeat(16)}`);
});
