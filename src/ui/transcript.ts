/** Finished blocks → wrapped, harmless lines for the scrollback; nothing is kept. */
import { formatDuration, formatTokens } from '../format/quantities.ts';
import { terminalSafe } from '../format/terminal-safe.ts';
import { type AnswerLook, finishAnswer } from './answer-flow.ts';
import { expandTabs } from './cell-width.ts';
import type { Block, Tone } from './chat-state.ts';
import type { Palette, Style } from './palette.ts';
import { wrapLine } from './wrap.ts';

/** Characters a token has about, for estimates. */
const CHARACTERS_PER_TOKEN = 4;

const TONE_STYLES: Readonly<Record<Tone, Style | undefined>> = {
  plain: undefined,
  dim: 'dim',
  warning: 'warning',
  error: 'error',
};

export interface BlockLook extends AnswerLook {
  /** Single keys such as Ctrl+T reach the chat. */
  readonly hasKeys: boolean;
}

/**
 * Lays one block out.
 *
 * @param columns - Cells of a row.
 * @returns Lines without line ends; code lines may be wider than a row.
 */
export function blockLines(block: Block, columns: number, look: BlockLook): readonly string[] {
  const { palette } = look;
  switch (block.type) {
    case 'gap':
      return [''];
    case 'prompt':
      return ['', ...prefixed(block.text, '> ', columns).map((line) => palette('prompt', line))];
    case 'answer':
      return finishAnswer(block.open, columns, look);
    case 'folded-thinking':
      return ['', palette('dim', foldedText(block.text, block.durationMs, look.hasKeys))];
    case 'thinking':
      return ['', ...thinkingLines(block.title, block.text, columns, palette)];
    case 'notice':
      return ['', ...noticeLines(block.text, block.tone, columns, palette)];
    case 'panel':
      return ['', ...block.lines.flatMap((line) => textRows(line, columns))];
  }
}

/** Raw text as rows: harmless, without tabs, wrapped. */
function textRows(text: string, columns: number): readonly string[] {
  return terminalSafe(text)
    .split('\n')
    .flatMap((line) => wrapLine(expandTabs(line), columns).map((row) => row.text));
}

/** Rows with a mark in front of the first and as many blanks in front of the others. */
function prefixed(text: string, mark: string, columns: number): readonly string[] {
  const blank = ' '.repeat(mark.length);
  return textRows(text, columns - mark.length).map(
    (row, index) => (index === 0 ? mark : blank) + row,
  );
}

function noticeLines(
  text: string,
  tone: Tone,
  columns: number,
  palette: Palette,
): readonly string[] {
  const style = TONE_STYLES[tone];
  const lines = prefixed(text, tone === 'plain' || tone === 'dim' ? '' : '! ', columns);
  return style === undefined ? lines : lines.map((line) => palette(style, line));
}

/** The bar in front tells reasoning from the answer where there is no colour. */
export const THINKING_MARK = '| ';

function thinkingLines(
  title: string,
  text: string,
  columns: number,
  palette: Palette,
): readonly string[] {
  const rows = textRows(text.trim(), columns - THINKING_MARK.length);
  return [title, ...rows.map((row) => THINKING_MARK + row)].map((line) => palette('dim', line));
}

/** `Thought for 3.2s, ~120 tokens (Ctrl+T shows it)` */
function foldedText(text: string, durationMs: number, hasKeys: boolean): string {
  return `${thoughtTitle(text, durationMs)}${hasKeys ? ' (Ctrl+T shows it)' : ''}`;
}

export function thoughtTitle(text: string, durationMs: number): string {
  const tokens = Math.max(1, Math.round(text.length / CHARACTERS_PER_TOKEN));
  const estimate = formatTokens(tokens, { isEstimate: true });
  return `Thought for ${formatDuration(durationMs)}, ${estimate} tokens`;
}
