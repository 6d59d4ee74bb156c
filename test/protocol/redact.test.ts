import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/protocol/redact.ts';

const SECRET = 'sk-do/not+print=';

test.each([
  { name: 'the value', text: `key ${SECRET}!`, expected: 'key ***!' },
  { name: 'URL-encoded', text: `?x=${encodeURIComponent(SECRET)}`, expected: '?x=***' },
  { name: 'in base64', text: Buffer.from(SECRET).toString('base64'), expected: '***' },
  { name: 'in base64 for URLs', text: Buffer.from(SECRET).toString('base64url'), expected: '***' },
  {
    name: 'URL-encoded in small letters',
    text: encodeURIComponent(SECRET).toLowerCase(),
    expected: '***',
  },
  {
    name: 'an unknown bearer token',
    text: 'Authorization: Bearer abc.def',
    expected: 'Authorization: ***',
  },
  { name: 'a key header in JSON', text: '{"x-api-key":"abc"}', expected: '{"x-api-key":"***"}' },
  {
    name: 'a key in a query',
    text: 'https://x.test/v1?key=abc&n=1',
    expected: 'https://x.test/v1?key=***&n=1',
  },
  { name: 'nothing secret', text: 'max_tokens: 5', expected: 'max_tokens: 5' },
])('$name', ({ text, expected }) => {
  expect(createRedactor([SECRET])(text)).toBe(expected);
});

test('the longer of two secrets that share a beginning goes whole', () => {
  const redact = createRedactor(['secret', 'secret-and-more']);

  expect(redact('secret-and-more')).toBe('***');
});

test('as in the body of a form', () => {
  const secret = "it's a (secret) key~!";
  const body = new URLSearchParams({ token: secret, n: '1' }).toString();

  expect(createRedactor([secret])(body)).toBe('token=***&n=1');
});

test('within the base64 of something longer, wherever it stands there', () => {
  for (const secret of [SECRET, 'abcd', 'pässwörd-é', 'x'.repeat(31)]) {
    for (let before = 0; before < 7; before += 1) {
      for (let after = 0; after < 4; after += 1) {
        const text = `${'u'.repeat(before)}${secret}${':'.repeat(after)}`;
        for (const encoding of ['base64', 'base64url'] as const) {
          const redacted = createRedactor([secret])(Buffer.from(text).toString(encoding));
          const rest = Buffer.from(redacted.replace('***', ''), encoding).toString('latin1');
          expect({ text, encoding, redacted }).toMatchObject({
            redacted: expect.stringContaining('***'),
          });
          // A rest of a few bits may stay on either side.
          expect(rest.length).toBeLessThanOrEqual(before + after + 1);
        }
      }
    }
  }
});

test('a value that occurs by chance everywhere is left alone', () => {
  expect(createRedactor(['abc'])('abc')).toBe('abc');
});

test('no text keeps a secret, wherever it stands and whatever it holds', () => {
  const secrets = fc
    .string({ minLength: 4, maxLength: 40 })
    .filter((text) => !'***'.includes(text));

  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
      const redacted = createRedactor([secret])(`${before}${secret}${after}`);
      // What is left must not join to the secret again by way of the mark itself.
      return !redacted.split('***').some((part) => part.includes(secret));
    }),
  );
});
