import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syntaxMaskRanges } from '../../src/config/syntax-masks.ts';
import { rangeAt } from '../../src/diagnostics/source-range.ts';
import { excerptOf } from '../../src/format/excerpt.ts';

/** The text as an excerpt would show it. */
function shown(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const source = { file: 'agent.hcl', bytes, masks: syntaxMaskRanges('agent.hcl', bytes) };
  const lines = text.split('\n');
  const starts = lines.map(
    (_, index) => lines.slice(0, index).join('\n').length + Number(index > 0),
  );
  return starts
    .map((start, index) => {
      const byte = new TextEncoder().encode(text.slice(0, start)).length;
      return excerptOf(source, rangeAt('agent.hcl', { line: index + 1, column: 1, byte })).code;
    })
    .join('\n');
}

describe('in a text that does not parse', () => {
  test.each([
    ['api_key = "abc"', 'api_key = *****'],
    ['  token: "a b" extra', '  token: ***** *****'],
    ['password = abc"', 'password = ****'],
    ["secret = 'a b'", 'secret = *****'],
    ['credential "abc"', 'credential *****'],
    ['my_key = "a\\"b" # why', 'my_key = ****** * ***'],
    [
      'provider "x" { api_key = "abc", base_url = "d" }',
      'provider "x" { api_key = *****, ******** = *** }',
    ],
    ['h = { "X-Api-Key" = "abc" }', 'h = { "X-Api-Key***********'],
    ['api_key = env("NAME"', 'api_key = env(******'],
    ['max_tokens = 100', 'max_tokens = 100'],
    ['use_token = true', 'use_token = true'],
    ['api_key = "世界"', 'api_key = ****'],
    ['name = "shown"', 'name = "shown"'],
    ['key = <<EOT\nabc\n  EOT\nnext = "shown"', 'key = *****\n***\n  EOT\nnext = "shown"'],
    ['key = "abc\ndef"\nnext = "shown"', 'key = ****\n****\nnext = "shown"'],
  ])('%j is shown as %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test('whatever stands around it, a quoted value behind such a name is never shown', () => {
  const names = fc.constantFrom('api_key', 'TOKEN', 'db-password', 'client_secret', 'credentials');
  const noise = fc.string({
    unit: fc.constantFrom('{', '}', '=', ' ', ',', '[', ']', '(', '1', 'é', '#'),
  });
  const values = fc.string({
    unit: fc.constantFrom('q', 'é', '世', '-', ' ', '\\"'),
    minLength: 3,
  });

  fc.assert(
    fc.property(names, noise, values, noise, (name, before, value, after) => {
      const secret = `zz${value}zz`;

      expect(shown(`${before} ${name} = "${secret}" ${after}\nx = 1`)).not.toContain(secret);
    }),
  );
});

test('masking keeps every column: as many graphemes as before on each line', () => {
  const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;
  const line = fc.string({
    unit: fc.constantFrom('k', 'e', 'y', '"', ' ', '=', '世', '👍🏽', '\\', "'"),
  });

  fc.assert(
    fc.property(line, (text) => {
      expect(graphemes(shown(`key = ${text}`))).toBe(graphemes(`key = ${text}`));
    }),
  );
});
