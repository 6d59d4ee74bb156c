/** The indentation rule of `<<-` heredocs. */
import { countGraphemes, graphemeOffset } from './advance.ts';
import { leadingBlanks } from './blanks.ts';
import type { TemplatePiece, TextPiece } from './template-pieces.ts';

/**
 * Takes the smallest indentation of all lines off every line. Blank lines do not count; what an
 * interpolation yields is not looked at. A tab or a wide blank counts as one.
 */
export function removeIndentation(pieces: readonly TemplatePiece[]): void {
  const starts: TextPiece[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  let atLineStart = true;
  for (const piece of pieces) {
    if (atLineStart) {
      atLineStart = false;
      smallest = Math.min(smallest, indentation(piece));
      if (piece.type === 'text' && !isBlankLine(piece.text)) starts.push(piece);
    }
    if (piece.type === 'text' && piece.text.endsWith('\n')) atLineStart = true;
  }
  for (const piece of starts) piece.text = piece.text.slice(graphemeOffset(piece.text, smallest));
}

function indentation(piece: TemplatePiece): number {
  if (piece.type !== 'text') return 0;
  if (isBlankLine(piece.text)) return Number.POSITIVE_INFINITY;
  return countGraphemes(leadingBlanks(piece.text));
}

function isBlankLine(text: string): boolean {
  return text.endsWith('\n') && leadingBlanks(text).length === text.length;
}
