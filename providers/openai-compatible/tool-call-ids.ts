// Ids of tool calls in the one form a server takes.
import { createHash } from 'node:crypto';

const NINE = /^[a-zA-Z0-9]{9}$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id of nine letters and digits: the id itself, or always the same one in its place. */
export function nineLetterId(id: string): string {
  if (NINE.test(id)) return id;
  const hash = createHash('sha256').update(id).digest();
  return Array.from(hash.subarray(0, 9), (byte) => DIGITS[byte % DIGITS.length]).join('');
}
