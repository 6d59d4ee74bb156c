/** A file's bytes → its text, or why it can not be read as one. */
import type { DiagnosticCode } from '../diagnostics/code.ts';
import { type Decoded, type Diagnostic, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import { advance } from './syntax/advance.ts';
import { type HclText, hclText } from './syntax/hcl-text.ts';

/** Largest file that is read, in bytes. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Decodes a configuration file.
 *
 * @returns The text, or one error: `config-too-large`, or `config-not-utf8` at the first bad byte.
 */
export function readSource(bytes: Uint8Array, file: string): Decoded<HclText> {
  if (bytes.length > MAX_CONFIG_BYTES) return failed(tooLarge(bytes.length, file));
  const bad = firstBadByte(bytes);
  if (bad === undefined) {
    // The mark is kept here and split off there, so that bytes are counted right.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { value: hclText(file, text), diagnostics: [] };
  }
  const isWide = looksLikeUtf16(bytes);
  const detail = isWide
    ? 'This looks like UTF-16. Save the file as UTF-8.'
    : `${bad.isNul ? 'A NUL character can not stand in it.' : 'This is no UTF-8.'} Save the file as UTF-8 text.`;
  return failed(
    fault('config-not-utf8', `${file} is not UTF-8 text. ${detail}`, rangeOf(bytes, bad.at, file)),
  );
}

function failed(diagnostic: Diagnostic): Decoded<HclText> {
  return { value: undefined, diagnostics: [diagnostic] };
}

function fault(code: DiagnosticCode, detail: string, range?: SourceRange): Diagnostic {
  const summary = code === 'config-too-large' ? 'File too large' : 'File is not UTF-8 text';
  return errorDiagnostic({ code, summary, detail, range });
}

function tooLarge(size: number, file: string): Diagnostic {
  const detail = `${file} has ${size} bytes; at most ${MAX_CONFIG_BYTES} (1 MiB) are allowed.`;
  return fault('config-too-large', detail);
}

interface BadByte {
  readonly at: number;
  readonly isNul: boolean;
}

/** Offset of the first NUL or the first byte of the first sequence that is no UTF-8. */
function firstBadByte(bytes: Uint8Array): BadByte | undefined {
  const nul = bytes.indexOf(0);
  const checked = nul === -1 ? bytes : bytes.subarray(0, nul);
  const malformed = isUtf8(checked) ? undefined : firstMalformed(checked);
  if (malformed !== undefined) return { at: malformed, isNul: false };
  return nul === -1 ? undefined : { at: nul, isNul: true };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false; // a TypeError is how a strict decoder says so
  }
}

/** Halves the bytes until the first ones that do not decode are found. */
function firstMalformed(bytes: Uint8Array): number {
  // Invariant: the first `good` bytes are valid, perhaps cut within a character; `bad` are not.
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8Start(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return characterStart(bytes, good);
}

/** Valid, save that the last character may be cut off. */
function isUtf8Start(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false; // as above
  }
}

/** Steps back over the beginning of a character that ends in a bad byte. */
function characterStart(bytes: Uint8Array, end: number): number {
  for (let length = 1; length <= 3 && length <= end; length += 1) {
    const lead = bytes[end - length] ?? 0;
    if (lead >= 0xc0) return isUtf8(bytes.subarray(end - length, end)) ? end : end - length;
    if (lead < 0x80) return end;
  }
  return end;
}

function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const zeros = bytes.subarray(0, 64).filter((byte) => byte === 0).length;
  return hasMark || zeros * 3 > Math.min(bytes.length, 64);
}

function rangeOf(bytes: Uint8Array, at: number, file: string): SourceRange {
  const { text, skippedBytes } = hclText(
    file,
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, at)),
  );
  const start = advance({ line: 1, column: 1, byte: skippedBytes }, text);
  return { file, start, end: { ...start, column: start.column + 1, byte: start.byte + 1 } };
}
