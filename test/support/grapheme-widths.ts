/**
 * Widths as terminals of today have them: the tables of the emulator for single code points, and
 * one picture for what belongs together (joined emoji, flags, keycaps, combining marks).
 */
import unicode11 from '@xterm/addon-unicode11';
import type { IUnicodeVersionProvider, Terminal } from '@xterm/headless';

const VERSION = 'graphemes';
const EMOJI_PRESENTATION = '\ufe0f';
const FLAG = /^\p{Regional_Indicator}{2}$/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function measureGraphemes(terminal: Terminal): void {
  terminal.loadAddon(new unicode11.Unicode11Addon());
  terminal.unicode.register(new GraphemeWidths(tables(terminal)));
  terminal.unicode.activeVersion = VERSION;
}

type Width = 0 | 1 | 2;

/** The addon hands its tables to whoever registers them. */
function tables(terminal: Terminal): Pick<IUnicodeVersionProvider, 'wcwidth'> {
  let found: IUnicodeVersionProvider | undefined;
  const unicode = { register: (provider: IUnicodeVersionProvider) => (found = provider) };
  new unicode11.Unicode11Addon().activate({ ...terminal, unicode } as unknown as Terminal);
  if (found === undefined) throw new Error('the addon registers no tables');
  return found;
}

/** Owns the clusters seen; the emulator hands back the number of the one before the cursor. */
class GraphemeWidths implements IUnicodeVersionProvider {
  readonly version = VERSION;
  readonly #tables: Pick<IUnicodeVersionProvider, 'wcwidth'>;
  readonly #clusters: { readonly text: string; readonly width: Width }[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(widths: Pick<IUnicodeVersionProvider, 'wcwidth'>) {
    this.#tables = widths;
  }

  wcwidth(codePoint: number): Width {
    return this.#tables.wcwidth(codePoint);
  }

  /** Bit 0: joins the cluster before it; two bits: width of the whole; then its number from 1. */
  charProperties(codePoint: number, preceding: number): number {
    const text = String.fromCodePoint(codePoint);
    const before = this.#clusters[(preceding >> 3) - 1];
    const joined = before === undefined ? text : before.text + text;
    const isJoined = before !== undefined && [...segmenter.segment(joined)].length === 1;
    const own = this.wcwidth(codePoint);
    if (!isJoined) return (this.#number(text, own) << 3) | (own << 1);
    const isWide = text === EMOJI_PRESENTATION || FLAG.test(joined);
    const width = isWide || own === 2 ? 2 : before.width;
    return (this.#number(joined, width) << 3) | (width << 1) | 1;
  }

  #number(text: string, width: Width): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#clusters.push({ text, width });
    this.#numbers.set(text, number);
    return number;
  }
}
