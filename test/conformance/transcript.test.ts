import { expect, test } from 'vitest';
import { someLeaks } from '../../src/conformance/wire/secrets.ts';
import { Transcript } from '../../src/conformance/wire/transcript.ts';

test('what a provider said is searched one by one, as all of it may be too long for one text', () => {
  const transcript = new Transcript();
  for (const text of ['hello', 'the key is czNjcmV0', 'bye']) transcript.heard(Buffer.from(text));

  const texts = transcript.messages();

  expect(someLeaks(texts, ['s3cret'])).toBe(true);
  expect([...transcript.messages()]).toEqual(['hello', 'the key is czNjcmV0', 'bye']);
});
