import { expect, test } from 'vitest';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import { toolNameReader } from '../../src/sdk/tool-names.ts';

const wireName = (name: string) => name.replaceAll('.', '_');
const refuse = (message: string) =>
  new ModelFailure({ category: 'invalid_request', message, retryable: false });

test('a name of the vendor leads back to the declared one; another stays as it is', () => {
  const read = toolNameReader(['fs.read', 'plain'], wireName, refuse);

  expect(['fs_read', 'plain', 'made_up'].map(read)).toEqual(['fs.read', 'plain', 'made_up']);
});

test('two tools that would get one name are refused', () => {
  expect(() => toolNameReader(['fs.read', 'fs_read'], wireName, refuse)).toThrow(
    'the tools "fs.read" and "fs_read" can not be told apart by the vendor',
  );
});
