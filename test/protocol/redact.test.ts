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
