/** The judge's one text with all its diagnostics → errors with places. */
import type { Position, SourceRange } from '../diagnostics/source-range.ts';
import { FILE_MARK } from './file-mark.ts';
import { graphemeOffset, utf8Length } from './syntax/advance.ts';
import type { HclText } from './syntax/hcl-text.ts';
import type { Token } from './syntax/token.ts';
import type { SyntaxFault } from './syntax/token-cursor.ts';

/** `[FILE:1,2-3: Summary; Detail FILE:…]`, or `1,2-3,4` over several lines. */
const ENTRY = new RegExp(`(?:^| )${FILE_MARK}:(\\d+),(\\d+)-(?:(\\d+),)?(\\d+): (.*?); `, 'gs');

/**
 * Takes the judge's text apart.
 *
 * @param tokens - Of the same text: the judge counts columns token by token, and so only they turn
 *   every column into the right byte.
 * @returns The errors in the judge's order; empty when the text is of another form.
 */
export function judgeFaults(
  message: string,
  source: HclText,
  tokens: readonly Token[],
): readonly SyntaxFault[] {
  const text = message.replace(/^\[/, '').replace(/\]$/, '');
  const entries = [...text.matchAll(ENTRY)];
  const places = new Places(source, tokens);
  return entries.map((entry, index) => {
    const [whole, line = '', column = '', endLine = line, endColumn = '', summary = ''] = entry;
    const detail = text.slice(entry.index + whole.length, entries[index + 1]?.index);
    const range: SourceRange = {
      file: source.file,
      start: places.at(Number(line), Number(column)),
      end: places.at(Number(endLine), Number(endColumn)),
    };
    return { summary, detail: detail.replaceAll(FILE_MARK, source.file), range };
  });
}

/**
 * Turns lines and columns into bytes. The judge counts columns token by token, so nearly every place
 * is the start or end of one; only bad escapes lie within.
 */
class Places {
  readonly #fallback: Position;
  readonly #known = new Map<string, Position>();
  /** The tokens that begin on each line, in order. */
  readonly #tokens = new Map<number, Token[]>();

  constructor({ skippedBytes }: HclText, tokens: readonly Token[]) {
    this.#fallback = { line: 1, column: 1, byte: skippedBytes };
    for (const token of tokens) {
      const { start, end } = token.range;
      for (const position of [start, end]) {
        this.#known.set(`${position.line},${position.column}`, position);
      }
      const onLine = this.#tokens.get(start.line);
      if (onLine === undefined) this.#tokens.set(start.line, [token]);
      else onLine.push(token);
    }
  }

  at(line: number, column: number): Position {
    const known = this.#known.get(`${line},${column}`);
    if (known !== undefined) return known;
    const token = this.#tokens.get(line)?.findLast(({ range }) => range.start.column <= column);
    if (token === undefined) return { ...this.#fallback, line, column };
    const { start } = token.range;
    const before = token.text.slice(0, graphemeOffset(token.text, column - start.column));
    return { line, column, byte: start.byte + utf8Length(before) };
  }
}
