import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareVersions,
  parseConstraints,
  parseVersion,
  satisfies,
} from '../../src/config/version.ts';

function accepts(constraint: string, version: string): boolean {
  const parsed = parseConstraints(constraint);
  const candidate = parseVersion(version);
  if ('reason' in parsed || candidate === undefined) throw new Error(`unreadable: ${constraint}`);
  return satisfies(candidate, parsed.constraints);
}

describe('a version is accepted', () => {
  test.each([
    ['1.2.3', '1.2.3'],
    ['= 1.2', '1.2.0'],
    ['v1', '1.0.0+build.7'],
    ['!= 1.2.7', '1.2.6'],
    ['> 1', '1.0.1'],
    ['>=1.0', '1.0.0'],
    ['< 2', '1.99.99'],
    ['<= 2.0.0', '2'],
    ['~> 1.2.3', '1.2.99'],
    ['~> 1.2', '1.99.0'],
    ['~> 1.2, != 1.2.7', '1.2.8'],
    ['>= 0.4, < 1', '0.9'],
    ['= 1.0.0-beta.2', '1.0.0-beta.2'],
    ['>= 1.0.0-beta.2', '1.0.0-beta.11'],
    ['>= 1.0.0-beta.2', '1.0.0'],
    ['>= 1.0.0-beta, != 0.9.0', '1.0.0-rc'],
    ['~> 1.0.0-beta', '1.0.0-rc.1'],
  ])('by %s: %s', (constraint, version) => {
    expect(accepts(constraint, version)).toBe(true);
  });
});

describe('a version is refused', () => {
  test.each([
    ['1.2.3', '1.2.4'],
    ['!= 1.2.7', '1.2.7'],
    ['> 1', '1.0.0'],
    ['>= 1.0', '0.99.0'],
    ['< 2', '2.0.0'],
    ['~> 1.2.3', '1.3.0'],
    ['~> 1.2.3', '1.2.2'],
    ['~> 1.2', '2.0.0'],
    ['~> 1.2, != 1.2.7', '1.2.7'],
    ['>= 1.0', '1.1.0-beta'],
    ['!= 1.2.7', '1.3.0-beta'],
    ['>= 1.0.0-beta', '1.1.0-beta'],
    ['>= 1.0.0-beta, < 2', '1.0.0-rc'],
    ['= 1.0.0', '1.0.0-beta'],
    ['< 1.0.0-beta.11', '1.0.0-beta.11'],
  ])('by %s: %s', (constraint, version) => {
    expect(accepts(constraint, version)).toBe(false);
  });
});

test.each([
  ['', 'empty'],
  ['>= 1.0,', 'empty'],
  ['>= 1.0,, < 2', 'empty'],
  ['^1.2', '"^1.2" is not'],
  ['~> 1', 'two segments'],
  ['1.2.3.4', 'is not'],
  ['1.x', 'is not'],
  ['=> 1', 'is not'],
  ['>= ', 'is not'],
  ['-1', 'is not'],
  ['1.0-', 'is not'],
])('the constraint "%s" is refused with its reason', (constraint, reason) => {
  const parsed = parseConstraints(constraint);

  expect('reason' in parsed ? parsed.reason : '').toContain(reason);
});

const versionText = fc
  .tuple(
    fc.nat(20),
    fc.nat(20),
    fc.nat(20),
    fc.constantFrom('', '-alpha', '-alpha.1', '-beta.2', '-7'),
  )
  .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);

test('the order of versions is total', () => {
  fc.assert(
    fc.property(versionText, versionText, versionText, (a, b, c) => {
      const [x, y, z] = [a, b, c].map(parseVersion);
      if (x === undefined || y === undefined || z === undefined) throw new Error('unreadable');

      expect(Math.sign(compareVersions(x, y))).toBe(-Math.sign(compareVersions(y, x)) || 0);
      if (compareVersions(x, y) <= 0 && compareVersions(y, z) <= 0) {
        expect(compareVersions(x, z)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

test('a version satisfies the constraint that names exactly it', () => {
  fc.assert(fc.property(versionText, (version) => accepts(`= ${version}`, version)));
});
