/**
 * The one writer to the terminal: finished lines go once into the scrollback, the live region below
 * them is repainted, at most some thirty times a second, each time inside synchronized output.
 */
import { EventEmitter } from 'node:events';
import type { Clock } from '../host/host.ts';
import { cellWidth } from './cell-width.ts';

/** Least time between two frames. Timers fire up to 1.3 ms early: 36 ms keep below 30 a second. */
const FRAME_MS = 36;

/** A window being dragged sends many sizes; they are awaited before anything is painted. */
const RESIZE_SETTLE_MS = 60;

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

const BEGIN_FRAME = '\u001b[?2026h\u001b[?25l';
const END_FRAME = '\u001b[?2026l';
const SHOW_CURSOR = '\u001b[?25h';
const ERASE_BELOW = '\u001b[J';
const ERASE_TO_LINE_END = '\u001b[K';

export interface ScreenOptions {
  readonly out: NodeJS.WriteStream;
  readonly clock: Clock;
  /** A narrower window re-wraps what is on screen; else it cuts it off. */
  readonly rewraps: boolean;
  /**
   * Called before each frame: appends what is finished and lays the live region out, which reaches
   * `write`, then places the cursor.
   */
  readonly layout: () => void;
}

/**
 * Also the `stdout` Ink is given: every commit arrives as one `write` of the whole live region.
 * It says that it is no terminal of finite height, so that Ink never clears anything itself.
 */
export class Screen extends EventEmitter {
  readonly isTTY = false;
  readonly rows = Number.POSITIVE_INFINITY;
  readonly writable = true;

  readonly #options: ScreenOptions;
  /** Laid out, to be painted. */
  #next: readonly string[] = [''];
  /** Painted, without what is finished. */
  #shown: readonly string[] = [];
  #finished = '';
  /** Rows from the top of the live region down to the cursor. */
  #cursorRow = 0;
  #cursorColumn = 0;
  #cursor = { column: 0, rowsFromEnd: 0 };
  #pending: AbortController | undefined;
  #lastFrameMs = Number.NEGATIVE_INFINITY;
  /** The window has a new size: what is shown may have been re-wrapped. */
  #isStale = false;
  /** The terminal has not taken the last frame yet. */
  #isFull = false;
  /** Not suspended, not closed. */
  #isOpen = true;
  #isClosed = false;

  constructor(options: ScreenOptions) {
    super();
    this.#options = options;
    options.out.on('resize', this.#onResize);
    options.out.on('drain', this.#onDrain);
  }

  get columns(): number {
    return this.#options.out.columns || DEFAULT_COLUMNS;
  }

  /** Rows of the window; `rows` is what Ink is told. */
  get windowRows(): number {
    return this.#options.out.rows || DEFAULT_ROWS;
  }

  /** Takes the live region as Ink laid it out. */
  write(frame: string, done?: unknown): boolean {
    if (frame !== '') this.#next = frame.split('\n');
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  }

  /** Puts finished, harmless lines above the live region with the next frame. */
  append(lines: readonly string[]): void {
    for (const line of lines) this.#finished += `${line}\r\n`;
  }

  /** Where the real cursor stands: cells from the left, rows above the last one. */
  placeCursor(column: number, rowsFromEnd: number): void {
    this.#cursor = { column, rowsFromEnd };
  }

  /** Asks for a frame as soon as the budget allows. */
  invalidate(): void {
    if (!this.#isOpen || this.#pending !== undefined || this.#isFull) return;
    this.#schedule(Math.max(0, FRAME_MS - (this.#options.clock.monotonic() - this.#lastFrameMs)));
  }

  /** Paints everything anew where the cursor stands, after something else used the terminal. */
  repaint(): void {
    this.#isOpen = !this.#isClosed;
    this.#shown = [];
    this.#cursorRow = 0;
    this.invalidate();
  }

  /** Takes the live region off and stops painting until `repaint`; finished lines stay to come. */
  suspend(): void {
    this.#stopPainting();
    this.#options.out.write(this.leaveSequence());
    this.#shown = [];
    this.#cursorRow = 0;
  }

  /** What removes the live region, for a way out that can not wait. */
  leaveSequence(): string {
    return `${this.#home()}${ERASE_BELOW}${SHOW_CURSOR}`;
  }

  /** Writes what is finished, takes the live region off and leaves the terminal alone for good. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.layout();
    this.#stopPainting();
    this.#options.out.off('resize', this.#onResize);
    this.#options.out.off('drain', this.#onDrain);
    this.#options.out.write(`${this.#home()}${ERASE_BELOW}${this.#finished}${SHOW_CURSOR}`);
    this.#finished = '';
  }

  #stopPainting(): void {
    this.#isOpen = false;
    this.#pending?.abort();
    this.#pending = undefined;
  }

  readonly #onDrain = (): void => {
    this.#isFull = false;
    this.invalidate();
  };

  readonly #onResize = (): void => {
    this.#isStale = true;
    if (!this.#isOpen) return;
    this.#pending?.abort();
    this.#schedule(RESIZE_SETTLE_MS);
  };

  #schedule(delayMs: number): void {
    const pending = new AbortController();
    this.#pending = pending;
    void this.#options.clock.sleep(delayMs, pending.signal).then(() => {
      if (pending.signal.aborted) return;
      this.#pending = undefined;
      this.#paint();
    });
  }

  #paint(): void {
    this.#lastFrameMs = this.#options.clock.monotonic();
    this.#options.layout();
    const next = this.#next.slice(-Math.max(1, this.windowRows - 1));
    const cursorRow = Math.max(0, next.length - 1 - this.#cursor.rowsFromEnd);
    if (this.#isStale) this.#cursorRow = this.#rowsAboveCursor();
    if (this.#isPainted(next, cursorRow)) return;
    const isWhole = this.#isStale || this.#finished !== '' || next.length < this.#shown.length;
    const body = isWhole ? this.#wholeFrame(next) : this.#changedLines(next);
    this.#finished = '';
    this.#isStale = false;
    this.#shown = next;
    this.#cursorRow = cursorRow;
    this.#cursorColumn = this.#cursor.column;
    const up = moveUp(next.length - 1 - cursorRow);
    const across = `\u001b[${this.#cursor.column + 1}G`;
    const frame = BEGIN_FRAME + body + up + across + SHOW_CURSOR + END_FRAME;
    this.#isFull = !this.#options.out.write(frame);
  }

  /** A tick that changes nothing writes nothing. */
  #isPainted(next: readonly string[], cursorRow: number): boolean {
    return (
      !this.#isStale &&
      this.#finished === '' &&
      next.length === this.#shown.length &&
      next.every((line, index) => line === this.#shown[index]) &&
      cursorRow === this.#cursorRow &&
      this.#cursor.column === this.#cursorColumn
    );
  }

  #wholeFrame(next: readonly string[]): string {
    return `${this.#home()}${ERASE_BELOW}${this.#finished}${next.join('\r\n')}`;
  }

  #changedLines(next: readonly string[]): string {
    const lines = next.map((line, index) =>
      line === this.#shown[index] ? '' : `${line}${ERASE_TO_LINE_END}`,
    );
    return this.#home() + lines.join('\r\n');
  }

  #home(): string {
    return `${moveUp(this.#cursorRow)}\r`;
  }

  /** How many rows the lines above the cursor take now that the terminal has re-wrapped them. */
  #rowsAboveCursor(): number {
    if (!this.#options.rewraps) return this.#cursorRow;
    const { columns } = this;
    return this.#shown
      .slice(0, this.#cursorRow)
      .reduce((rows, line) => rows + Math.max(1, Math.ceil(cellWidth(line) / columns)), 0);
  }
}

function moveUp(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}
