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

class Places {
  readonly #source: HclText;
  readonly #known = new Map<string, Position>();
  readonly #lines: readonly string[];
  /** Byte offset of each line's start. */
  readonly #starts: number[] = [];

  constructor(source: HclText, tokens: readonly Token[]) {
    this.#source = source;
    for (const { range } of tokens) {
      for (const position of [range.start, range.end]) {
        this.#known.set(`${position.line},${position.column}`, position);
      }
    }
    this.#lines = source.text.split('\n');
    let start = source.skippedBytes;
    for (const line of this.#lines) {
      this.#starts.push(start);
      start += utf8Length(line) + 1;
    }
  }

  at(line: number, column: number): Position {
    const known = this.#known.get(`${line},${column}`);
    if (known !== undefined) return known;
    const text = this.#lines[line - 1] ?? '';
    const before = text.slice(0, graphemeOffset(text, column - 1));
    const start = this.#starts[line - 1] ?? this.#source.skippedBytes;
    return { line, column, byte: start + utf8Length(before) };
  }
}
