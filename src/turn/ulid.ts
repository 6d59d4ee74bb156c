import type { Clock, Random } from '../host/host.ts';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/**
 * A source of ULIDs: 48 bits of time and 80 random ones, in 26 characters that sort by time. Within
 * one millisecond, and when the clock goes back, the last one is counted up.
 */
export function ulidSource(clock: Pick<Clock, 'now'>, random: Random): () => string {
  let lastMs = -1;
  let digits: number[] = [];
  return () => {
    const nowMs = clock.now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      digits = Array.from({ length: RANDOM_LENGTH }, () => Math.floor(random() * DIGITS.length));
    } else {
      digits = increment(digits);
    }
    return encodeTime(lastMs) + digits.map((digit) => DIGITS.charAt(digit)).join('');
  };
}

function encodeTime(epochMs: number): string {
  let rest = epochMs;
  let text = '';
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}

/** The next number in the same digits; after the very last one it begins again. */
function increment(digits: readonly number[]): number[] {
  const next = [...digits];
  for (let index = next.length - 1; index >= 0; index -= 1) {
    const digit = (next[index] ?? 0) + 1;
    next[index] = digit % DIGITS.length;
    if (digit < DIGITS.length) break;
  }
  return next;
}
