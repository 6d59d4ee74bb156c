import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLine } from '../../src/output/json-line.ts';

test('controls, bidi marks and line separators are escaped', () => {
  const text = 'a\u001b[31m\u007f\u0085\u009b\u200e\u2028\u202e\u2069é😀';

  expect(jsonLine(text)).toBe(
    '"a\\u001b[31m\\u007f\\u0085\\u009b\\u200e\\u2028\\u202e\\u2069é😀"\n',
  );
});

test('the value comes back unchanged and the line has one newline', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = jsonLine({ text });

      return JSON.parse(line).text === text && line.indexOf('\n') === line.length - 1;
    }),
  );
});
