const DEFAULT_LIMIT_BYTES = 1024 * 1024;

/** Reads a body as UTF-8, at most `limitBytes` of it; the rest is not waited for. */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  limitBytes = DEFAULT_LIMIT_BYTES,
): Promise<string> {
  // Streaming mode holds back a character cut at the limit instead of garbling it.
  const decoder = new TextDecoder();
  let text = '';
  let left = limitBytes;
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    if (left <= 0) return text;
  }
  return text + decoder.decode();
}
