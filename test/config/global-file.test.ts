import { describe, expect, test } from 'vitest';
import { loadGlobalConfig, mirrorFor } from '../../src/config/global-file.ts';
import { validateText } from '../../src/output/validate-report.ts';
import { parseText } from '../support/config-from.ts';

const FILE = '/home/me/.config/agent/config.hcl';

function load(text: string, environment: Readonly<Record<string, string>> = {}) {
  const bytes = new TextEncoder().encode(text);
  return loadGlobalConfig({ file: FILE, bytes }, { environment, parse: parseText });
}

async function codesOf(text: string): Promise<readonly string[]> {
  const { diagnostics } = await load(text);
  return diagnostics.map(({ code, range }) => `${code}:${range?.start.line ?? 0}`);
}

const MIRRORS = `
registry_mirror {
  default = "https://forge.test"
  mirror {
    prefix = "github.com/"
    url    = "https://wide.test"
  }
  mirror {
    prefix = "github.com/acme/"
    url    = "https://narrow.test"
    auth   = env("MIRROR_AUTH")
  }
}
`;

test('an empty file overrides nothing', async () => {
  const { config } = await load('');

  expect(config).toEqual({ overrides: new Map(), registryMirror: undefined });
});

test('overrides are absolute paths, relative ones start at the directory of the file', async () => {
  const { config } = await load('dev_overrides {\n  a = "/opt/a"\n  b = "../b"\n}\n');

  expect([...(config?.overrides ?? [])]).toEqual([
    ['a', '/opt/a'],
    ['b', '/home/me/.config/b'],
  ]);
});

test.each([
  ['github.com/acme/x', 'https://narrow.test'],
  ['github.com/other/x', 'https://wide.test'],
  ['gitlab.com/acme/x', 'https://forge.test'],
])('%s is served by the longest matching prefix: %s', async (source, url) => {
  const { config } = await load(MIRRORS, { MIRROR_AUTH: 'mirror-secret' });
  if (config?.registryMirror === undefined) throw new Error('no mirrors');

  expect(mirrorFor(config.registryMirror, source)).toBe(url);
});

test('the credential of a mirror is kept as a secret', async () => {
  const { config } = await load(MIRRORS, { MIRROR_AUTH: 'mirror-secret' });

  expect(JSON.stringify(config?.registryMirror)).not.toContain('mirror-secret');
  expect(config?.registryMirror?.mirrors[1]?.auth?.reveal()).toBe('mirror-secret');
});

describe('faults', () => {
  test.each([
    ['provider "anthropic" {}\n', ['unknown-block:1']],
    ['a = 1\n', ['top-level-attribute:1']],
    ['dev_overrides "x" {}\n', ['bad-block-labels:1']],
    ['dev_overrides {}\ndev_overrides {}\n', ['duplicate-block:2']],
    ['dev_overrides {\n  a = 1\n}\n', ['wrong-type:2']],
    ['dev_overrides {\n  a = null\n}\n', ['null-value:2']],
    ['dev_overrides {\n  a = env("HOME")\n}\n', ['env-not-allowed:2']],
    ['dev_overrides {\n  a {}\n}\n', ['unknown-block:2']],
    ['registry_mirror {}\n', ['missing-attribute:1']],
    ['registry_mirror {\n  default = env("X")\n}\n', ['env-not-allowed:2']],
    [MIRRORS.replace('env("MIRROR_AUTH")', '"literal"'), ['secret-not-env:11']],
    [MIRRORS.replace('env("MIRROR_AUTH")', 'null'), ['secret-not-env:11']],
    [MIRRORS, ['env-unset:11']],
    [
      MIRRORS.replace('/acme/', '/').replace('env("MIRROR_AUTH")', '"x"'),
      ['duplicate-block:8', 'secret-not-env:11'],
    ],
    [
      MIRRORS.replace('prefix = "github.com/"', '').replace(/ +auth.*/, ''),
      ['missing-attribute:4'],
    ],
  ])('%j is refused', async (text, expected) => {
    expect(await codesOf(text)).toEqual(expected);
  });

  test('a literal credential is hidden in its excerpt', async () => {
    const { diagnostics, source } = await load(
      MIRRORS.replace('env("MIRROR_AUTH")', '"sk-do-not-print"'),
    );
    const sources = new Map([[source.file, source]]);

    const text = validateText({ diagnostics, sources, warningsAsErrors: false, notes: [] });

    expect(text).toContain('auth   = *****************');
    expect(text).not.toContain('sk-do-not-print');
  });

  test('a file with a fault overrides nothing', async () => {
    const { config } = await load('dev_overrides {\n  a = "/opt/a"\n  b = 1\n}\n');

    expect(config).toBeUndefined();
  });
});
