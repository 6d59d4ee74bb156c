/** Reads the line a provider announces itself with, and keeps its output flowing afterwards. */

/** The launcher library's own limit for one line of output. */
const LINE_LIMIT_BYTES = 65_536;
const LINE_FEED = 0x0a;

export type FirstLine =
  | { readonly type: 'line'; readonly text: string }
  /** The output ended before a line feed; `text` is what there was. */
  | { readonly type: 'ended'; readonly text: string }
  | { readonly type: 'too-long'; readonly text: string };

/**
 * Reads up to the first line feed. What follows is read to the end and thrown away, for as long as
 * the child lives: it must never wait for us.
 */
export async function readFirstLine(output: AsyncIterable<Uint8Array>): Promise<FirstLine> {
  const chunks = output[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= LINE_LIMIT_BYTES) {
    const next = await chunks.next();
    if (next.done) return { type: 'ended', text: textOf(read) };
    const end = next.value.indexOf(LINE_FEED);
    read.push(end < 0 ? next.value : next.value.subarray(0, end));
    bytes += next.value.length;
    if (end < 0) continue;
    void discard(chunks);
    return { type: 'line', text: textOf(read) };
  }
  void discard(chunks);
  return { type: 'too-long', text: textOf(read) };
}

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8');
}

/** The output of a child ends quietly; it never rejects. */
async function discard(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  let next = await chunks.next();
  while (!next.done) next = await chunks.next();
}
