// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
import { describe, expect, test } from 'vitest';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { scan } from '../../../src/config/syntax/scan.ts';

/** Each token as `kind text line:column@byte`, the end of file left out. */
function tokens(text: string): readonly string[] {
  return scan(hclText('agent.hcl', text))
    .slice(0, -1)
    .map(
      ({ kind, text: own, range: { start } }) =>
        `${kind === own ? '' : `${kind} `}${JSON.stringify(own).slice(1, -1)} ${start.line}:${start.column}@${start.byte}`,
    );
}

describe('places', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['a byte-order mark counts in bytes only', '\uFEFFa', ['identifier a 1:1@3']],
    ['a tab is one column', '\ta', ['identifier a 1:2@1']],
    [
      'CRLF is one line end',
      'a\r\nb',
      ['identifier a 1:1@0', 'newline \\r\\n 1:2@1', 'identifier b 2:1@3'],
    ],
    [
      'an emoji of many code points is one column',
      '"👩‍👩‍👧" a',
      [
        'open-quote \\" 1:1@0',
        'quoted-text 👩‍👩‍👧 1:2@1',
        'close-quote \\" 1:3@19',
        'identifier a 1:5@21',
      ],
    ],
    [
      'a flag is one column',
      '"🇩🇪"a',
      [
        'open-quote \\" 1:1@0',
        'quoted-text 🇩🇪 1:2@1',
        'close-quote \\" 1:3@9',
        'identifier a 1:4@10',
      ],
    ],
    [
      'a letter and its combining mark are one column',
      '"e\u0301" b',
      [
        'open-quote \\" 1:1@0',
        'quoted-text e\u0301 1:2@1',
        'close-quote \\" 1:3@4',
        'identifier b 1:5@6',
      ],
    ],
    [
      'a combining mark that begins a token is a column of its own',
      '"\u0301" b',
      [
        'open-quote \\" 1:1@0',
        'quoted-text \u0301 1:2@1',
        'close-quote \\" 1:3@3',
        'identifier b 1:5@5',
      ],
    ],
    [
      'consonants joined by a virama are counted apart',
      '"क्ष" b',
      [
        'open-quote \\" 1:1@0',
        'quoted-text क्ष 1:2@1',
        'close-quote \\" 1:4@10',
        'identifier b 1:6@12',
      ],
    ],
    ['a comment over lines', '/* é\n */ a', ['comment /* é\\n */ 1:1@0', 'identifier a 2:5@10']],
  ])('%s', (_, text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });
});

/** The texts of all tokens, each with the first letter of its kind where it is not its own name. */
function kinds(text: string): string {
  return scan(hclText('agent.hcl', text))
    .slice(0, -1)
    .map(({ kind, text: own }) => (kind === own ? own : `${kind}<${own}>`))
    .join(' ');
}

describe('tokens', () => {
  test.each([
    ['a-b a -b', 'identifier<a-b> identifier<a> - identifier<b>'],
    ['_ größe 日本', 'identifier<_> identifier<größe> identifier<日本>'],
    [
      '1 1.5 1e3 1.5E-2 1. 1.. 1..2 1e',
      'number<1> number<1.5> number<1e3> number<1.5E-2> number<1> . number<1> . . number<1..2> number<1> identifier<e>',
    ],
    ['== != <= >= && || :: => ...', '== != <= >= && || :: => ...'],
    ['# a', 'comment<# a>'],
    ['// a\nb', 'comment<// a\n> identifier<b>'],
    ['/* a */ b', 'comment</* a */> identifier<b>'],
    ['/* a', '/ * identifier<a>'],
    ['/*/ a */', 'comment</*/ a */>'],
    ['"a # b /* c"', 'open-quote<"> quoted-text<a # b /* c> close-quote<">'],
    ['"a\\"b"', 'open-quote<"> quoted-text<a\\"b> close-quote<">'],
    [
      '"$${a} %%{b}"',
      'open-quote<"> quoted-text<$${> quoted-text<a} > quoted-text<%%{> quoted-text<b}> close-quote<">',
    ],
    [
      '"5 $ 100%"',
      'open-quote<"> quoted-text<5 > quoted-text<$> quoted-text< 100> quoted-text<%> close-quote<">',
    ],
    [
      '"${~ a ~}"',
      'open-quote<"> interpolation<${~> identifier<a> template-end<~}> close-quote<">',
    ],
    ['"${ {} }"', 'open-quote<"> interpolation<${> { } template-end<}> close-quote<">'],
    [
      '"${"${"x"}"}"',
      'open-quote<"> interpolation<${> open-quote<"> interpolation<${> open-quote<"> quoted-text<x> close-quote<"> template-end<}> close-quote<"> template-end<}> close-quote<">',
    ],
    ['"a\nb"', 'open-quote<"> quoted-text<a> quoted-newline<\n> quoted-text<b> close-quote<">'],
    ['<<E\na\nE\n', 'open-heredoc<<<E\n> heredoc-text<a\n> close-heredoc<E> newline<\n>'],
    ['<<-E\n a\n  E \n', 'open-heredoc<<<-E\n> heredoc-text< a\n> close-heredoc<  E > newline<\n>'],
    ['<<E \na', '< < identifier<E> newline<\n> identifier<a>'],
    ['<<E\nE x\nE\n', 'open-heredoc<<<E\n> heredoc-text<E x\n> close-heredoc<E> newline<\n>'],
    [
      '<<E\n${a}E\nE\n',
      'open-heredoc<<<E\n> interpolation<${> identifier<a> template-end<}> heredoc-text<E\n> close-heredoc<E> newline<\n>',
    ],
    [
      '<<E\n\\n "q"\nE\n',
      'open-heredoc<<<E\n> heredoc-text<\\n "q"\n> close-heredoc<E> newline<\n>',
    ],
    [
      '<<A\n${<<B\nb\nB\n}\nA\n',
      'open-heredoc<<<A\n> interpolation<${> open-heredoc<<<B\n> heredoc-text<b\n> close-heredoc<B> newline<\n> template-end<}> heredoc-text<\n> close-heredoc<A> newline<\n>',
    ],
    ['a \u00A0 ; `', 'identifier<a> invalid<\u00A0> ; `'],
    ['a\rb', 'identifier<a> invalid<\r> identifier<b>'],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toBe(expected);
  });
});

test('the tokens of any text cover it, with nothing but blanks between them', () => {
  const text =
    'a = "x${1 + [2]}" # c\r\nb "l" {\n  c = <<-E\n   t ${d}\n  E\n}\n\u00A0"open ${ <<X\nnever closed';

  let rebuilt = '';
  for (const token of scan(hclText('agent.hcl', text))) {
    const gap = text.slice(rebuilt.length, token.offset);
    expect(gap).toMatch(/^[ \t]*$/);
    rebuilt += gap + token.text;
  }

  expect(rebuilt).toBe(text);
});
