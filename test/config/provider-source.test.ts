import { expect, test } from 'vitest';
import { findImplementation, parseSource } from '../../src/config/provider-source.ts';

test.each([
  [
    'github.com/acme/provider-x',
    { type: 'forge', address: 'github.com/acme/provider-x', lastSegment: 'provider-x' },
  ],
  ['gitlab.com/a/b/c', { type: 'forge', address: 'gitlab.com/a/b/c', lastSegment: 'c' }],
  ['./tools/p.mjs', { type: 'path', path: './tools/p.mjs' }],
  ['../p', { type: 'path', path: '../p' }],
  ['/opt/p', { type: 'path', path: '/opt/p' }],
  ['npm:acme-provider', { type: 'npm', packageName: 'acme-provider' }],
  ['npm:@acme/provider', { type: 'npm', packageName: '@acme/provider' }],
])('the source %s is read', (text, expected) => {
  expect(parseSource(text)).toEqual(expected);
});

test.each([
  '',
  'acme/provider',
  'https://github.com/acme/provider',
  'github.com/acme',
  'github.com/acme/a/b',
  'github.com/acme/provider.git',
  'github.com/acme/provider/',
  'github.com//provider',
  'github.com/acme/..',
  'example.com/acme/provider',
  'gitlab.com/acme',
  'npm:',
  'npm:../x',
  'npm:@acme',
  'npm:A',
  './a\0b',
  'tools/p.mjs',
  '~/p',
])('the source %j is refused', (text) => {
  expect(parseSource(text)).toBeUndefined();
});

const overrides = new Map([['mine', '/home/me/build']]);
const builtInNames = ['anthropic', 'example'];

test.each([
  {
    name: 'an override first',
    localName: 'mine',
    source: './p',
    expected: { type: 'override', path: '/home/me/build' },
  },
  {
    name: 'a path as written',
    localName: 'anthropic',
    source: './p',
    expected: { type: 'path', path: './p' },
  },
  {
    name: 'a package',
    localName: 'x',
    source: 'npm:x',
    expected: { type: 'npm', packageName: 'x' },
  },
  {
    name: 'the built-in of a forge address',
    localName: 'claude',
    source: 'github.com/acme/provider-anthropic',
    expected: { type: 'built-in', name: 'anthropic', source: 'github.com/acme/provider-anthropic' },
  },
  {
    name: 'the built-in named like the block',
    localName: 'example',
    source: undefined,
    expected: { type: 'built-in', name: 'example' },
  },
  { name: 'nobody', localName: 'nosuch', source: undefined, expected: undefined },
  {
    name: 'nobody, although the local name is a built-in',
    localName: 'example',
    source: 'github.com/acme/other',
    expected: undefined,
  },
])('$localName from $source is served by $name', ({ localName, source, expected }) => {
  const parsed = source === undefined ? undefined : parseSource(source);

  expect(findImplementation({ localName, source: parsed, overrides, builtInNames })).toEqual(
    expected,
  );
});
