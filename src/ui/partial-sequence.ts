/** Control sequences that were cut between two deltas of a stream. */

const ESC = '\u001b';

/**
 * The beginning of a sequence at the very end of a text: CSI without its final byte, a control
 * string without its end (perhaps with the first half of `ESC \`), or a lone ESC.
 */
const UNFINISHED = new RegExp(
  `(?:(?:${ESC}\\[|\u009b)[0-?]*[ -/]*` +
    `|(?:${ESC}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\\n\u0007\u0018\u001a${ESC}\u0080-\u009f]*${ESC}?` +
    `|${ESC}[ -/]*)$`,
);

/** A sequence is not waited for longer than this; the sanitizer then treats it as broken. */
const MAX_LENGTH = 4_096;

/**
 * Index where an unfinished sequence at the end begins; the length when there is none.
 * What stands behind that index should be shown only together with what follows.
 */
export function unfinishedSequenceStart(text: string): number {
  const from = Math.max(0, text.length - MAX_LENGTH);
  const end = text.slice(from);
  // A quick look first: nearly no delta has a control character at all.
  const introducer = lastIntroducer(end);
  if (introducer === -1) return text.length;
  const found = UNFINISHED.exec(end);
  return found === null ? text.length : from + found.index;
}

const INTRODUCERS = [ESC, '\u0090', '\u0098', '\u009b', '\u009d', '\u009e', '\u009f'];

function lastIntroducer(text: string): number {
  return Math.max(...INTRODUCERS.map((introducer) => text.lastIndexOf(introducer)));
}
