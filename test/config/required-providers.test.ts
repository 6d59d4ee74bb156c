import { expect, test } from 'vitest';
import { checkInstalledVersion } from '../../src/config/required-providers.ts';

const range = (line: number) => {
  const at = { line, column: 1, byte: 0 };
  return { file: 'agent.hcl', start: at, end: at };
};

const required = {
  localName: 'acme',
  source: { value: 'npm:acme', range: range(2) },
  version: { value: '~> 1.2', range: range(3) },
  range: range(1),
};

test('an installed version within the constraint is accepted', () => {
  expect(checkInstalledVersion(required, '1.9.0')).toEqual([]);
});

test.each(['2.0.0', '1.1.9', '1.3.0-beta', 'not-a-version'])(
  'an installed version %s is told at the version key, naming both',
  (installed) => {
    const [fault] = checkInstalledVersion(required, installed);

    expect(fault?.code).toBe('provider-version-mismatch');
    expect(fault?.range).toEqual(range(3));
    expect(fault?.detail).toContain('~> 1.2');
    expect(fault?.detail).toContain(installed);
  },
);

test('without a constraint every version is accepted', () => {
  expect(checkInstalledVersion({ ...required, version: undefined }, 'whatever')).toEqual([]);
});
