import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { revealObject, Secret, secretsIn, shownVariable } from '../../src/config/secret.ts';

const values = {
  api_key: new Secret('sk-hidden'),
  unset: new Secret(''),
  limits: { pin: new Secret('1234'), tags: ['a', new Secret('deep')] },
  retries: 3,
};

test.each([
  ['text', (secret: Secret) => `${secret}`],
  ['JSON', (secret: Secret) => JSON.stringify({ secret })],
  ['inspection', (secret: Secret) => inspect({ secret }, { depth: 9, showHidden: true })],
  ['concatenation', (secret: Secret) => `key ${String(secret)}`],
])('a secret shows stars in %s', (_, show) => {
  expect(show(new Secret('sk-hidden'))).toContain('***');
  expect(show(new Secret('sk-hidden'))).not.toContain('sk-hidden');
});

test('only revealing gives the plain values', () => {
  expect(revealObject(values)).toEqual({
    api_key: 'sk-hidden',
    unset: '',
    limits: { pin: '1234', tags: ['a', 'deep'] },
    retries: 3,
  });
});

test('every secret that is not empty is listed for the redactor', () => {
  expect(secretsIn(values)).toEqual(['sk-hidden', '1234', 'deep']);
});

test.each([
  ['ANTHROPIC_API_KEY', 'ANTHROPIC_API_KEY'],
  ['_x9', '_x9'],
  ['sk-ant-123', '***'],
  ['9A', '***'],
  ['KEY ', '***'],
  ['', '***'],
])('the variable %j is shown as %s', (name, shown) => {
  expect(shownVariable(name)).toBe(shown);
});
