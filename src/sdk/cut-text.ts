/** The longest beginning of a text that fits in so many bytes of UTF-8, on a character boundary. */
export function cutText(text: string, maxBytes: number): string {
  // No character takes less than one byte: most texts need no counting.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // 10xxxxxx continues a character that began before the cut.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
