/** Limits that keep a status trailer from growing so large that a client hangs on it. */

/** Bytes of a `ModelError`'s raw detail. */
export const RAW_DETAIL_BYTES = 2048;
/** Bytes of a `ModelError`'s message, and of a status message. */
export const MESSAGE_BYTES = 1024;

/** Cuts a text to at most `limit` bytes of UTF-8, never inside a character. */
export function limitUtf8(text: string, limit: number): string {
  // One UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= limit) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.byteLength <= limit) return text;
  let end = limit;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

const CUT = '…';

/**
 * The same for text of a stranger, from which secrets are still to be taken: it is cut between words,
 * and says so. A secret that is cut in two would no longer be found.
 */
export function limitWords(text: string, limit: number): string {
  if (limitUtf8(text, limit) === text) return text;
  const room = limit - Buffer.byteLength(CUT);
  return limitUtf8(text, room).replace(/\S+$/, '') + CUT;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
