import { expect, test } from 'vitest';
import { quote } from '../../../src/config/syntax/quote.ts';

test.each([
  ['a', '"a"'],
  ['größe 日本 😀', '"größe 日本 😀"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
  ['\n\r\t\v\f\b\u0007', '"\\n\\r\\t\\v\\f\\b\\a"'],
  ['\u0001\u007f', '"\\x01\\x7f"'],
  ['\u00A0\u2028\uFEFF', '"\\u00a0\\u2028\\ufeff"'],
  ['\u{E0001}', '"\\U000e0001"'],
])('%j is shown as %s', (text, expected) => {
  expect(quote(text)).toBe(expected);
});
