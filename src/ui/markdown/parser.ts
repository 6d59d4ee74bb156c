/**
 * Markdown as blocks with their places. What a chat does not want is off: raw HTML, indented code
 * (models indent for other reasons), underlined headings (a rule would turn a paragraph that is
 * shown into a heading) and link definitions (their text would vanish).
 */
import MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';

export type { Token };

/** One block of the top level. */
export interface MarkdownBlock {
  /** From its opening to its closing token. */
  readonly tokens: readonly Token[];
  /** Lines of the text: the first one, and the one behind the last. */
  readonly start: number;
  readonly end: number;
}

/** What stands before text that goes on a paragraph, so that it can not begin another block. */
export const CONTINUATION = 'x ';

let parser: MarkdownIt | undefined;

/** @param shown - What the first line stands for, where that is `CONTINUATION` or a fence again. */
export function parseMarkdown(text: string, shown?: string): readonly MarkdownBlock[] {
  parser ??= createParser();
  const tokens = parser.parse(text, { shown });
  const blocks: MarkdownBlock[] = [];
  let first = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting > 0) continue;
    const opening = tokens[first];
    const [start, end] = opening?.map ?? [0, 0];
    blocks.push({ tokens: tokens.slice(first, index + 1), start, end });
    first = index + 1;
  }
  return blocks;
}

function createParser(): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.disable(['code', 'lheading', 'reference']);
  // The first line of words or code that go on is no head of a table.
  const [table] = markdown.block.ruler.getRules('');
  const laterTable: typeof table = (state, line, end, isSilent) =>
    (line > 0 || (state.env.shown !== 'words' && state.env.shown !== 'fence')) &&
    table?.(state, line, end, isSilent) === true;
  markdown.block.ruler.at('table', laterTable, { alt: ['paragraph', 'reference'] });
  markdown.core.ruler.before('inline', 'continuation', ({ tokens, env }) => {
    if (env.shown !== 'words') return;
    const paragraph = tokens.find(({ type }) => type === 'inline');
    if (paragraph) paragraph.content = paragraph.content.slice(CONTINUATION.length);
  });
  return markdown;
}
