/**
 * What the judge can be asked in reasonable time. Some texts of a few hundred kilobytes would keep
 * it busy for minutes, or exhaust its memory: of such a text our own front end decides alone.
 */
import type { SyntaxTree } from './syntax/parse.ts';
import type { Token } from './syntax/token.ts';

/** Characters of one file: the judge looks at each many times. */
const MAX_LENGTH = 300_000;

/** Tokens of one file, a number counting tenfold: the judge reads it with 512 bits. */
const MAX_WEIGHT = 60_000;
const NUMBER_WEIGHT = 10;

/** Pieces of one string or heredoc: the judge joins them in time that grows with their square. */
const MAX_PIECES = 1500;

/** Characters of one number, and its power of ten: the judge computes them exactly. */
const MAX_NUMBER_LENGTH = 100;
const MAX_POWER = 400;

/** Errors: the judge tells all of them, each with some sentences. */
const MAX_ERRORS = 1000;

/** Whether a parsed text is better not given to the judge. */
export function isTooHeavyForJudge({ tokens, errors }: SyntaxTree): boolean {
  return (
    errors.length > MAX_ERRORS ||
    lengthOf(tokens) > MAX_LENGTH ||
    weightOf(tokens) > MAX_WEIGHT ||
    tokens.some(isHeavyNumber) ||
    mostPieces(tokens) > MAX_PIECES
  );
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.at(-1)?.offset ?? 0;
}

function weightOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { kind }) => sum + (kind === 'number' ? NUMBER_WEIGHT : 1), 0);
}

function isHeavyNumber({ kind, text }: Token): boolean {
  if (kind !== 'number') return false;
  if (text.length > MAX_NUMBER_LENGTH) return true;
  const power = /e(.*)$/i.exec(text)?.[1];
  return power !== undefined && !(Math.abs(Number(power)) <= MAX_POWER);
}

function mostPieces(tokens: readonly Token[]): number {
  const open: number[] = [];
  let most = 0;
  for (const { kind } of tokens) {
    if (kind === 'open-quote' || kind === 'open-heredoc') open.push(0);
    else if (kind === 'close-quote' || kind === 'close-heredoc') open.pop();
    else if (PIECES.has(kind)) {
      const count = (open.pop() ?? 0) + 1;
      open.push(count);
      most = Math.max(most, count);
    }
  }
  return most;
}

const PIECES: ReadonlySet<Token['kind']> = new Set([
  'quoted-text',
  'heredoc-text',
  'interpolation',
  'directive',
]);
