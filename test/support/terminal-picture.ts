/** What a terminal emulator shows, as a picture and as text; the same for the same cells. */
import type xterm from '@xterm/headless';

const CELL_WIDTH = 8;
const CELL_HEIGHT = 17;
const MARGIN = 12;

const FOREGROUND = '#d0d0d0';
const BACKGROUND = '#1c1c1c';
const COLOURS = [
  ...['#000000', '#cc5555', '#66aa66', '#c8a24a', '#5f87d7', '#b07cc6', '#4fb3bf', '#d0d0d0'],
  ...['#808080', '#ff7777', '#88cc88', '#e8c46a', '#87afff', '#d09ce6', '#6fd3df', '#ffffff'],
];

/** Times and ids that no two runs share, replaced by ones that stay. */
function timeless(text: string): string {
  return text
    .replace(/\breq_[\w-]+/g, 'req_1')
    .replace(/\bresets in \w+/g, 'resets in 1m')
    .replace(/\bas of \d\d:\d\d:\d\d/g, 'as of 12:00:00')
    .replace(/\b(?:\d+m )?\d+(?:\.\d+)?(?:ms|s)\b/g, '1s')
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d\b/g, '2026-01-01 12:00');
}

/** The rows of the window without the empty ones at its end. */
export function windowText(rows: readonly string[]): string {
  return timeless(rows.join('\n').trimEnd());
}

/** The window as SVG. */
export function windowPicture(terminal: xterm.Terminal): string {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_, row) =>
    rowPicture(active.getLine(active.baseY + row), row),
  );
  const last = rows.findLastIndex((row) => row !== '');
  const width = terminal.cols * CELL_WIDTH + 2 * MARGIN;
  const height = (last + 1) * CELL_HEIGHT + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="13" fill="${FOREGROUND}">`,
    '<title>The chat in a terminal</title>',
    `<rect width="${width}" height="${height}" rx="6" fill="${BACKGROUND}"/>`,
    ...rows.filter((row) => row !== ''),
    '</svg>',
    '',
  ].join('\n');
}

interface Run {
  readonly column: number;
  readonly cells: number;
  readonly text: string;
  readonly style: string;
}

function rowPicture(line: xterm.IBufferLine | undefined, row: number): string {
  const y = MARGIN + row * CELL_HEIGHT + 13;
  return runsOf(line)
    .filter(({ text }) => text.trim() !== '')
    .map(({ column, cells, text, style }) => {
      const x = MARGIN + column * CELL_WIDTH;
      const shown = timeless(text);
      // Each run keeps its place whatever the font; one that was made timeless has its own width.
      const width = shown === text ? ` textLength="${cells * CELL_WIDTH}"` : '';
      return `<text x="${x}" y="${y}"${width}${style} xml:space="preserve">${escaped(shown)}</text>`;
    })
    .join('\n');
}

/** Neighbours of one style. */
function runsOf(line: xterm.IBufferLine | undefined): readonly Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < (line?.length ?? 0); column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const [text, style] = [cell.getChars() || ' ', styleOf(cell)];
    const last = runs.at(-1);
    if (last?.style === style) {
      runs[runs.length - 1] = {
        ...last,
        text: last.text + text,
        cells: last.cells + cell.getWidth(),
      };
    } else {
      runs.push({ column, cells: cell.getWidth(), text, style });
    }
  }
  return runs.map(withoutBlanks);
}

function withoutBlanks(run: Run): Run {
  const text = run.text.trimEnd();
  return { ...run, text, cells: run.cells - (run.text.length - text.length) };
}

function styleOf(cell: xterm.IBufferCell): string {
  const colour = cell.isFgPalette() ? COLOURS[cell.getFgColor()] : undefined;
  return [
    colour === undefined ? '' : ` fill="${colour}"`,
    cell.isBold() !== 0 ? ' font-weight="bold"' : '',
    cell.isItalic() !== 0 ? ' font-style="italic"' : '',
    cell.isUnderline() !== 0 ? ' text-decoration="underline"' : '',
    cell.isDim() !== 0 ? ' opacity="0.6"' : '',
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
