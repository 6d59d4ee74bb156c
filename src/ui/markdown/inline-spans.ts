/** The text of a paragraph, a heading or a cell as styled lines. */
import type { Style } from '../palette.ts';
import type { Token } from './parser.ts';
import { cleanText, linkTarget, type Span } from './span.ts';

export interface InlineLook {
  /** Without colours the marks of the text stay, so that nothing of what they say is lost. */
  readonly hasColor: boolean;
  readonly hasLinks: boolean;
}

const STYLES: Readonly<Record<string, Style>> = {
  strong_open: 'strong',
  em_open: 'emphasis',
  s_open: 'strike',
};

/**
 * @param base - Styles of the whole text.
 * @returns One list of spans for every line as it was written.
 */
export function inlineLines(
  token: Token,
  look: InlineLook,
  base: readonly Style[] = [],
): readonly (readonly Span[])[] {
  const writer = new InlineWriter(look, base);
  for (const child of token.children ?? []) writer.take(child);
  return writer.lines;
}

/** Owns the styles in force and the line being written. */
class InlineWriter {
  readonly lines: Span[][] = [[]];
  readonly #look: InlineLook;
  readonly #styles: Style[];
  #href: string | undefined;
  /** Text of the link in force, to see whether it says its address itself. */
  #linkText = '';

  constructor(look: InlineLook, base: readonly Style[]) {
    this.#look = look;
    this.#styles = [...base];
  }

  take(token: Token): void {
    switch (token.type) {
      case 'softbreak':
      case 'hardbreak':
        this.lines.push([]);
        break;
      case 'code_inline':
        this.#add(this.#look.hasColor ? token.content : `\`${token.content}\``, 'code');
        break;
      case 'link_open':
        this.#href = token.attrGet('href') ?? '';
        this.#linkText = '';
        break;
      case 'link_close':
        this.#closeLink();
        break;
      case 'image':
        this.#add(alternative(token), 'emphasis');
        this.#addAddress(token.attrGet('src') ?? '');
        break;
      default:
        this.#takeText(token);
    }
  }

  #takeText(token: Token): void {
    if (token.nesting === 0) {
      this.#add(token.content);
      return;
    }
    if (!this.#look.hasColor) this.#add(token.markup);
    const style = STYLES[token.type];
    if (style !== undefined) this.#styles.push(style);
    else if (token.nesting < 0) this.#styles.pop();
  }

  #closeLink(): void {
    const href = this.#href ?? '';
    this.#href = undefined;
    const isSaid = this.#linkText === href || `mailto:${this.#linkText}` === href;
    const isLinked = this.#look.hasLinks && linkTarget(href) !== undefined;
    if (!isSaid && !isLinked) this.#addAddress(href);
  }

  #addAddress(address: string): void {
    if (address !== '') this.#add(` (${address})`, 'dim');
  }

  #add(content: string, ...more: readonly Style[]): void {
    const text = cleanText(content);
    if (text === '') return;
    this.#linkText += text;
    const isLink = this.#href !== undefined;
    const styles = [...this.#styles, ...more, ...(isLink ? (['link'] as const) : [])];
    const href = isLink ? linkTarget(this.#href ?? '') : undefined;
    this.lines.at(-1)?.push({ text, styles, href });
  }
}

/** What an image says in words; its own content still has the marks and entities. */
function alternative({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');
}
