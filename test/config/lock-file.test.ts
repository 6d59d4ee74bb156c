import { describe, expect, test } from 'vitest';
import { checkLockedDigest, type LockRow, loadLockFile } from '../../src/config/lock-file.ts';
import { parseText } from '../support/config-from.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const LOCK = `lock_file_version = 1
provider "acme" {
  source      = "github.com/acme/provider-x"
  version     = "1.2.4"
  resolved_at = "2026-07-22T18:04:00Z"
  checksums   = { "linux_amd64" = "${DIGEST}", darwin_arm64 = "${DIGEST}" }
}
`;

async function load(text: string) {
  const bytes = new TextEncoder().encode(text);
  const { rows, diagnostics } = await loadLockFile(
    { file: '.agent/agent.lock.hcl', bytes },
    parseText,
  );
  return {
    rows,
    codes: diagnostics.map(({ code, range }) => `${code}:${range?.start.line ?? 0}`),
    diagnostics,
  };
}

test('a row is read whole', async () => {
  const { rows, codes } = await load(LOCK);

  expect(codes).toEqual([]);
  expect(rows?.get('acme')).toMatchObject({
    localName: 'acme',
    source: 'github.com/acme/provider-x',
    version: '1.2.4',
    resolvedAt: '2026-07-22T18:04:00Z',
    checksums: { linux_amd64: DIGEST, darwin_arm64: DIGEST },
  });
});

describe('the version of the format comes first, alone', () => {
  test.each([
    ['provider "x" { odd = 1 }\n', 'lock-version-missing:1', '1'],
    ['', 'lock-version-missing:1', '1'],
    [
      LOCK.replace('= 1\n', '= 2\n').replace('1.2.4', 'bad'),
      'lock-version-unsupported:1',
      'version 2, but this program supports 1',
    ],
    [LOCK.replace('= 1\n', '= "1"\n'), 'lock-version-unsupported:1', 'supports 1'],
    [
      `provider "x" { odd = 1 }\nlock_file_version = 3\n`,
      'lock-version-unsupported:2',
      'version 3',
    ],
  ])('%j', async (text, expected, named) => {
    const { codes, rows, diagnostics } = await load(text);

    expect(codes).toEqual([expected]);
    expect(diagnostics[0]?.detail).toContain(named);
    expect(rows).toBeUndefined();
  });
});

test.each([
  ['a bad timestamp', LOCK.replace('T18:04:00Z', ''), ['lock-malformed:5']],
  ['an impossible timestamp', LOCK.replace('07-22', '13-45'), ['lock-malformed:5']],
  ['a constraint for a version', LOCK.replace('"1.2.4"', '"~> 1.2"'), ['lock-malformed:4']],
  [
    'an unknown attribute',
    LOCK.replace('version     ', 'versoin     '),
    ['lock-malformed:2', 'lock-malformed:4'],
  ],
  ['a wrong type', LOCK.replace('"1.2.4"', '1.2'), ['lock-malformed:4']],
  ['an unknown block', `${LOCK}settings {}\n`, ['lock-malformed:8']],
  ['an unknown attribute at the top', `${LOCK}other = 1\n`, ['lock-malformed:8']],
  [
    'a second row of one name',
    LOCK + LOCK.replace('lock_file_version = 1\n', ''),
    ['lock-malformed:8'],
  ],
  ['a checksum of another kind', LOCK.replace(DIGEST, 'md5:00'), ['lock-malformed:6']],
  [
    'a platform of another form',
    LOCK.replace('"linux_amd64"', '"linux-amd64"'),
    ['lock-malformed:6'],
  ],
])('%s is malformed', async (_, text, expected) => {
  expect((await load(text)).codes).toEqual(expected);
});

test('a text that does not parse keeps its own id', async () => {
  expect((await load('lock_file_version =\n')).codes).toEqual(['syntax-error:1']);
});

describe('a build', () => {
  const rowOf = async (): Promise<LockRow> => {
    const row = (await load(LOCK)).rows?.get('acme');
    if (row === undefined) throw new Error('no row');
    return row;
  };

  test('that is the locked one is accepted', async () => {
    expect(checkLockedDigest(await rowOf(), 'linux_amd64', DIGEST)).toEqual([]);
  });

  test('for a platform without a checksum is refused, naming both', async () => {
    const [found] = checkLockedDigest(await rowOf(), 'windows_amd64', DIGEST);

    expect(found?.code).toBe('lock-checksum-missing');
    expect(found?.detail).toMatch(/"acme" for windows_amd64/);
  });

  test('for a platform named like a part of every object is refused', async () => {
    expect(checkLockedDigest(await rowOf(), 'constructor', DIGEST)[0]?.code).toBe(
      'lock-checksum-missing',
    );
  });

  test('that is another one is refused, naming both digests', async () => {
    const other = `sha256:${'f'.repeat(64)}`;
    const [found] = checkLockedDigest(await rowOf(), 'linux_amd64', other);

    expect(found?.code).toBe('lock-checksum-mismatch');
    expect(found?.detail).toContain(other);
    expect(found?.detail).toContain(DIGEST);
  });
});
