// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL marks interpolation as JavaScript does
import { expect, test } from 'vitest';
import { hclText } from '../../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../../src/config/syntax/parse.ts';

/** Each error as `line:column-line:column summary`. */
function errorsOf(text: string): readonly string[] {
  const { errors } = parseSource(hclText('agent.hcl', text));
  return errors.map(
    ({ summary, range: { start, end } }) =>
      `${start.line}:${start.column}-${end.line}:${end.column} ${summary}`,
  );
}

test.each<readonly [string, readonly string[]]>([
  ['a = 1, b = 2\n', ['1:6-1:7 Unexpected comma after argument']],
  ['a = 1 b = 2\n', ['1:7-1:8 Missing newline after argument']],
  ['a = 1\na = 2\n', ['2:1-2:2 Attribute redefined']],
  ['a\n', ['1:1-1:2 Argument or block definition required']],
  ['= 1\n', ['1:1-1:2 Argument or block definition required']],
  ['"a" = 1\n', ['1:1-1:2 Invalid argument name']],
  ['a = \n', ['1:5-2:1 Invalid expression']],
  ['a =', ['1:4-1:4 Missing expression']],
  ['a "b"\n', ['1:6-2:1 Invalid block definition']],
  ['a "b" = {\n', ['1:7-1:8 Invalid block definition']],
  ['a "b" 3 {\n', ['1:7-1:8 Invalid block definition']],
  ['a "${b}" {}\n', ['1:4-1:6 Invalid string literal']],
  ['a {\n', ['1:3-1:4 Unclosed configuration block']],
  ['a { b = 1', ['1:3-1:4 Unclosed configuration block']],
  ['a {} b {}\n', ['1:6-1:7 Missing newline after block definition']],
  ['a { b = 1, c = 2 }\n', ['1:10-1:11 Invalid single-argument block definition']],
  ['a { b = 1\n}\n', ['1:10-2:1 Invalid single-argument block definition']],
  ['a { b = 1 c }\n', ['1:11-1:12 Invalid single-argument block definition']],
  ['a { b {} }\n', ['1:5-1:8 Argument definition required']],
  ['a { 3 }\n', ['1:5-1:6 Argument or block definition required']],
  ['a = (1\n', ['2:1-2:1 Unbalanced parentheses']],
  ['a = [1 2]\n', ['1:8-1:9 Missing item separator']],
  ['a = [1\n', ['1:5-1:6 Unterminated tuple constructor expression']],
  ['a = { b\n }\n', ['1:8-2:1 Missing attribute value']],
  ['a = { b c = 1 }\n', ['1:9-1:10 Missing key/value separator']],
  ['a = { b = 1 c = 2 }\n', ['1:13-1:14 Missing attribute separator']],
  ['a = { b = 1', ['1:5-1:6 Unterminated object constructor expression']],
  ['a = b ? c\n', ['1:10-2:1 Missing false expression in conditional']],
  ['a = f(1 2)\n', ['1:9-1:10 Missing argument separator']],
  ['a = f(1', ['1:5-1:7 Unterminated function call']],
  ['a = f(b... , c)\n', ['1:8-1:11 Missing closing parenthesis']],
  ['a = n::\n', ['1:8-2:1 Missing function name']],
  ['a = n::f\n', ['1:9-2:1 Missing open parenthesis']],
  ['a = b.\n', ['1:7-2:1 Invalid attribute name']],
  ['a = b.0.1\n', ['1:7-1:10 Invalid legacy index syntax']],
  ['a = b.*.*\n', ['1:9-1:10 Nested splat expression not allowed']],
  ['a = b[1\nc = 2]\n', ['2:6-2:7 Missing close bracket on index']],
  ['a = 1..2\n', ['1:5-1:9 Invalid number literal']],
  ['a = [for : 1]\n', ["1:10-1:11 Invalid 'for' expression"]],
  ['a = [for x, : 1]\n', ["1:13-1:14 Invalid 'for' expression"]],
  ['a = [for x : 1]\n', ["1:12-1:13 Invalid 'for' expression"]],
  ['a = [for x in y 1]\n', ["1:17-1:18 Invalid 'for' expression"]],
  ['a = [for x in y : x => 1]\n', ["1:19-1:20 Invalid 'for' expression"]],
  ['a = [for x in y : x...]\n', ["1:20-1:23 Invalid 'for' expression"]],
  ['a = {for x in y : x}\n', ["1:19-1:20 Invalid 'for' expression"]],
  ['a = [for x in y : x 1]\n', ["1:21-1:22 Invalid 'for' expression"]],
  ['a = "\\q"\n', ['1:6-1:8 Invalid escape sequence']],
  ['a = "\\u12"\n', ['1:6-1:10 Invalid escape sequence']],
  ['a = "\\U0001"\n', ['1:6-1:12 Invalid escape sequence']],
  [
    'a = "\\ud83d\\ude00"\n',
    ['1:6-1:12 Invalid escape sequence', '1:12-1:18 Invalid escape sequence'],
  ],
  ['a = "\\Uffffffff"\n', ['1:6-1:16 Invalid escape sequence']],
  ['a = "b\n', ['1:7-2:1 Invalid multi-line string', '1:7-2:1 Unterminated template string']],
  [
    'a = "${b"\n',
    ['1:10-2:1 Invalid multi-line string', '1:6-1:8 Unclosed template interpolation sequence'],
  ],
  ['a = "${b c}"\n', ['1:10-1:11 Extra characters after interpolation expression']],
  ['a = "${b:c}"\n', ['1:9-1:10 Extra characters after interpolation expression']],
  ['a = "%{1}"\n', ['1:8-1:9 Invalid template directive']],
  ['a = "%{of b}"\n', ['1:8-1:10 Invalid template control keyword']],
  ['a = "%{if b c}%{endif}"\n', ['1:13-1:14 Extra characters in if marker']],
  ['a = "%{if b}"\n', ['1:13-1:14 Unexpected end of template']],
  [
    'a = "%{if b}%{else}%{else}%{endif}"\n',
    ['1:20-1:27 Unexpected else directive', '1:27-1:35 Unexpected endif directive'],
  ],
  ['a = "%{if b}%{endfor}"\n', ['1:13-1:22 Unexpected endfor directive']],
  [
    'a = "%{for b}%{endfor}"\n',
    ["1:13-1:14 Invalid 'for' directive", '1:14-1:23 Unexpected endfor directive'],
  ],
  [
    'a = "%{for b in c}%{else}%{endfor}"\n',
    ['1:19-1:26 Unexpected else directive', '1:26-1:35 Unexpected endfor directive'],
  ],
  ['a = "%{endif}"\n', ['1:6-1:14 Unexpected endif directive']],
  ['a = <<E\nb\nE', ['3:2-3:2 Unterminated template string']],
  ['a = 1; b = 2\n', ['1:6-1:7 Invalid character', '1:6-1:7 Missing newline after argument']],
  ["a = 'b'\n", ['1:5-1:6 Invalid character', '1:5-1:6 Invalid expression']],
  ['a = b & c\n', ['1:7-1:8 Unsupported operator', '1:7-1:8 Missing newline after argument']],
  [
    'a = “b”\n',
    ['1:5-1:6 Invalid character', '1:7-1:8 Invalid character', '1:5-1:6 Invalid expression'],
  ],
])('%j', (text, expected) => {
  expect(errorsOf(text)).toEqual(expected);
});
