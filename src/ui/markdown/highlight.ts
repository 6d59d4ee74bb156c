/** Highlighting of code, for the languages models write most. Loaded when the chat has begun. */
import type { CodeStyle } from '../palette.ts';
import { highlighter } from './highlighter.mjs';
import type { Span } from './span.ts';

/** Styles by the library's scopes; what is not named here stays plain. */
const STYLES: Readonly<Record<string, CodeStyle>> = {
  keyword: 'keyword',
  literal: 'keyword',
  built_in: 'name',
  type: 'name',
  title: 'name',
  name: 'name',
  attr: 'name',
  section: 'name',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  number: 'number',
  deletion: 'number',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
};

/** Of longer code nothing is highlighted: it is done anew for each piece that leaves the screen. */
const MAX_CODE = 16_384;

/** Lines of code with their styles; `undefined` for a language that is not known. */
export function highlightCode(
  code: string,
  language: string,
): readonly (readonly Span[])[] | undefined {
  const name = /^[\w+#-]+/.exec(language)?.[0] ?? '';
  if (code.length > MAX_CODE || highlighter.getLanguage(name) === undefined) return undefined;
  return linesOf(highlighter.highlight(code, { language: name, ignoreIllegals: true }).value);
}

const PIECES = /<span class="([^"]*)">|<\/span>|[^<]+/g;

/** The library answers in its own HTML: spans of classes, and five escaped characters. */
function linesOf(html: string): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  const open: (CodeStyle | undefined)[] = [];
  for (const [piece, classes] of html.matchAll(PIECES)) {
    if (classes !== undefined) open.push(styleOf(classes));
    else if (piece === '</span>') open.pop();
    else
      addText(
        lines,
        unescaped(piece),
        open.findLast((style) => style !== undefined),
      );
  }
  return lines;
}

function addText(lines: Span[][], text: string, style: CodeStyle | undefined): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) lines.push([]);
    if (line !== '') lines.at(-1)?.push({ text: line, styles: style === undefined ? [] : [style] });
  }
}

function styleOf(classes: string): CodeStyle | undefined {
  return STYLES[/hljs-([a-z_]+)/.exec(classes)?.[1] ?? ''];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (code) => ESCAPES[code] ?? code);
}
