import type { JsonValue } from '../protocol/json.ts';
import { tooLong } from './http/failures.ts';
import { parseJson } from './json.ts';

/** One line that is not empty. */
export interface JsonLine {
  readonly text: string;
  /** `undefined` when the text is not JSON: a program may print other things between. */
  readonly value: JsonValue | undefined;
}

export interface JsonLinesOptions {
  /** Begins the message of a failure. */
  readonly provider: string;
  /** Most characters of one line; default 16 Mi. A longer one fails the stream, it is never cut. */
  readonly maxLineLength?: number | undefined;
}

const DEFAULT_MAX_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * Reads JSON lines, whatever the chunks; lines end in LF or CRLF, the last one may end in neither.
 *
 * @throws ModelFailure - `unknown`: a line longer than the limit. Failures of `bytes` pass.
 */
export async function* ndjson(
  bytes: AsyncIterable<Uint8Array>,
  options: JsonLinesOptions,
): AsyncGenerator<JsonLine, void, undefined> {
  for await (const lines of ndjsonBatches(bytes, options)) yield* lines;
}

/** Like `ndjson`, with all lines of one read together. No batch is empty. */
export async function* ndjsonBatches(
  bytes: AsyncIterable<Uint8Array>,
  options: JsonLinesOptions,
): AsyncGenerator<readonly JsonLine[], void, undefined> {
  const decoder = new TextDecoder();
  const splitter = new LineSplitter(options);
  for await (const chunk of bytes) {
    const lines = splitter.split(decoder.decode(chunk, { stream: true }));
    if (lines.length > 0) yield lines;
    splitter.throwIfTooLong();
  }
  const lines = splitter.split(`${decoder.decode()}\n`);
  if (lines.length > 0) yield lines;
  splitter.throwIfTooLong();
}

class LineSplitter {
  readonly #provider: string;
  readonly #maxLength: number;
  /** Pieces of the line that has not ended: joined once, however many chunks bring it. */
  #pieces: string[] = [];
  #length = 0;
  #isTooLong = false;

  constructor({ provider, maxLineLength }: JsonLinesOptions) {
    this.#provider = provider;
    this.#maxLength = maxLineLength ?? DEFAULT_MAX_LINE_LENGTH;
  }

  /** The lines that `text` ends. */
  split(text: string): readonly JsonLine[] {
    const [first = '', ...others] = text.split('\n');
    this.#add(first);
    const lines: JsonLine[] = [];
    for (const next of others) {
      const line = this.#take();
      if (this.#isTooLong) break;
      if (line.trim() !== '') lines.push({ text: line, value: parseJson(line) });
      this.#add(next);
    }
    return lines;
  }

  throwIfTooLong(): void {
    if (this.#isTooLong) throw tooLong(this.#provider, 'a line of the stream', this.#maxLength);
  }

  #add(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    // A carriage return before the line end is not part of the line.
    if (this.#length > this.#maxLength + 1) this.#isTooLong = true;
  }

  #take(): string {
    const line = this.#pieces.join('').replace(/\r$/, '');
    this.#pieces = [];
    this.#length = 0;
    if (line.length > this.#maxLength) this.#isTooLong = true;
    return line;
  }
}
