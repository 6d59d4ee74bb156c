import { expect, test } from 'vitest';
import { type Diagnostic, errorDiagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Position, SourceRange } from '../../src/diagnostics/source-range.ts';
import type { SourceText } from '../../src/diagnostics/source-text.ts';
import { diagnosticLines } from '../../src/format/diagnostic-lines.ts';

/** The range of `part` in `text`, columns counted as the scanner does. */
function rangeOf(text: string, part: string): SourceRange {
  const from = part === '' ? text.length : text.indexOf(part);
  return {
    file: 'agent.hcl',
    start: position(text, from),
    end: position(text, from + part.length),
  };
}

function position(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf('\n') + 1).replace('\ufeff', '');
  return {
    line: before.split('\n').length,
    column: [...new Intl.Segmenter().segment(line)].length + 1,
    byte: new TextEncoder().encode(before).length,
  };
}

function sourceOf(text: string, masked: readonly string[] = []): SourceText {
  const bytes = new TextEncoder().encode(text);
  return { file: 'agent.hcl', bytes, masks: masked.map((part) => rangeOf(text, part)) };
}

function faultAt(range: SourceRange | undefined): Diagnostic {
  return errorDiagnostic({
    code: 'unknown-attribute',
    summary: 'Unsupported argument',
    detail: 'An argument named "modle" is not expected here. Did you mean "model"?',
    range,
    context: 'provider "anthropic"',
  });
}

function excerptLines(
  text: string,
  part: string,
  masked: readonly string[] = [],
): readonly string[] {
  return diagnosticLines(faultAt(rangeOf(text, part)), sourceOf(text, masked)).slice(3, 5);
}

test('an error shows summary, id, place, source line, caret and advice', () => {
  const text = 'provider "anthropic" {\n\n\n  modle = "claude-x"\n}\n';

  const lines = diagnosticLines(faultAt(rangeOf(text, 'modle')), sourceOf(text), { width: 81 });

  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "Error: Unsupported argument                                     unknown-attribute

      on agent.hcl line 4, in provider "anthropic":
       4:   modle = "claude-x"
            ^^^^^
      An argument named "modle" is not expected here. Did you mean "model"?"
  `);
});

test.each([
  { name: 'tabs', text: '\ta\t= 1', part: '= 1', lines: ['   1: \ta\t= 1', '      \t \t^^^'] },
  {
    name: 'a tab inside the fault',
    text: 'a\t= 1',
    part: 'a\t=',
    lines: ['   1: a\t= 1', '      ^\t^'],
  },
  { name: 'CRLF', text: 'a = 1\r\nb = 2\r\n', part: 'b', lines: ['   2: b = 2', '      ^'] },
  {
    name: 'a byte-order mark',
    text: '\ufeffab = 1\n',
    part: 'ab',
    lines: ['   1: ab = 1', '      ^^'],
  },
  {
    name: 'wide characters before and in the fault',
    text: 'a = "世界" + "日本"\n',
    part: '"日本"',
    lines: ['   1: a = "世界" + "日本"', `      ${' '.repeat(13)}^^^^^^`],
  },
  {
    name: 'combining marks and joined emoji',
    text: 'a = "e\u0301👩‍👩‍👧" + b\n',
    part: 'b',
    lines: ['   1: a = "e\u0301👩‍👩‍👧" + b', `      ${' '.repeat(12)}^`],
  },
  { name: 'the end of the file', text: 'a {', part: '', lines: ['   1: a {', '         ^'] },
  {
    name: 'control characters of the file',
    text: 'a = "\u001b[31m" + b',
    part: 'b',
    lines: ['   1: a = "" + b', '               ^'],
  },
])('the caret stands below the fault with $name', ({ text, part, lines }) => {
  expect(excerptLines(text, part)).toEqual(lines);
});

test('a masked secret shows one star a grapheme, so that columns stay true', () => {
  const lines = excerptLines('a = "sk-世e\u0301" + b\n', 'b', ['"sk-世e\u0301"']);

  expect(lines).toEqual(['   1: a = ******* + b', '                    ^']);
});

test('a fault over several lines is marked to the end of its first line', () => {
  const text = 'k = <<EOT\nsk-secret\nEOT\n';

  expect(excerptLines(text, '<<EOT\nsk-secret\nEOT', ['<<EOT\nsk-secret\nEOT'])).toEqual([
    '   1: k = *****',
    '          ^^^^^',
  ]);
});

test('a fault without a place shows only its advice', () => {
  expect(diagnosticLines(faultAt(undefined), undefined).slice(1)).toEqual([
    '',
    '  An argument named "modle" is not expected here. Did you mean "model"?',
  ]);
});

test('a fault whose source is not at hand still names its place', () => {
  const lines = diagnosticLines(faultAt(rangeOf('modle', 'modle')), undefined);

  expect(lines[2]).toBe('  on agent.hcl line 1, in provider "anthropic".');
});

test('advice wraps at blanks to the width, lines laid out by hand stay', () => {
  const fault = {
    ...faultAt(undefined),
    detail: 'one two three four\n  kept as it is, however long',
  };

  expect(diagnosticLines(fault, undefined, { width: 12 }).slice(2)).toEqual([
    '  one two',
    '  three four',
    '    kept as it is, however long',
  ]);
});

test('colour is added around the parts and changes no text', () => {
  const text = 'modle = 1\n';
  const plain = diagnosticLines(faultAt(rangeOf(text, 'modle')), sourceOf(text));

  const painted = diagnosticLines(faultAt(rangeOf(text, 'modle')), sourceOf(text), {
    paint: (role, part) => `<${role}>${part}</${role}>`,
  });

  expect(painted[0]).toMatch(/^<error>Error:<\/error> <summary>Unsupported argument<\/summary> /);
  expect(painted.join('\n').replaceAll(/<\/?[a-z]+>/g, '')).toBe(plain.join('\n'));
});
