import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemaFaults } from '../support/json-schema.ts';
import { agentFile, runAgent, temporaryFolder } from '../support/run-agent.ts';

interface Report {
  readonly valid: boolean;
  readonly error_count: number;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly summary: string;
    readonly range?: { readonly start: { readonly line: number; readonly column: number } };
  }[];
}

/** Validates a text without starting a process. */
function validate(content: string | Uint8Array, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'agent.hcl'), content);
  return runAgent(['validate', '--static', ...args], { cwd });
}

const report = (stdout: string) => JSON.parse(stdout) as Report;

describe('texts that are valid', () => {
  test.each([
    { name: 'empty', text: '' },
    { name: 'with a byte order mark', text: '\ufeffprovider "example" {}\n' },
    { name: 'with CRLF', text: 'provider "example" {\r\n  pace_ms = 1\r\n}\r\n' },
  ])('$name', async ({ text }) => {
    const { code, stdout } = await validate(text);

    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Success! The configuration is valid.\n' });
  });
});

describe('hostile files end in a diagnostic, never in a hang', () => {
  test.each([
    {
      name: 'UTF-16 with a mark',
      content: Buffer.from('\ufeffa {}\n', 'utf16le'),
      code: 'config-not-utf8',
    },
    {
      name: 'UTF-16 without a mark',
      content: Buffer.from('a {}\n', 'utf16le'),
      code: 'config-not-utf8',
    },
    { name: 'a NUL byte', content: 'a = "x\0y"\n', code: 'config-not-utf8' },
    { name: '5 MB', content: `# ${'x'.repeat(5_000_000)}\n`, code: 'config-too-large' },
    {
      name: 'a heredoc of 10 MB',
      content: `a = <<E\n${'line\n'.repeat(2_000_000)}E\n`,
      code: 'config-too-large',
    },
    {
      name: '5,000 nested blocks',
      content: `${'a {\n'.repeat(5000)}${'}\n'.repeat(5000)}`,
      code: 'nesting-too-deep',
    },
    {
      name: '1,000,000 signs',
      content: `a = ${'!'.repeat(1_000_000)}true\n`,
      code: 'nesting-too-deep',
    },
  ])('$name is $code', async ({ content, code }) => {
    const result = await validate(content, '--json');

    expect(result.code).toBe(1);
    expect(report(result.stdout).diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(schemaFaults('validate-result')(JSON.parse(result.stdout))).toEqual([]);
  });

  test('a directory without agent.hcl, a missing file, a loop of links, a folder given as --config', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'empty'));
    symlinkSync('loop.hcl', join(cwd, 'loop.hcl'));

    const results = await Promise.all([
      runAgent(['validate', 'empty', '--json'], { cwd }),
      runAgent(['validate', 'gone.hcl', '--json'], { cwd }),
      runAgent(['validate', 'loop.hcl', '--json'], { cwd }),
      runAgent(['validate', '--config', 'empty', '--json'], { cwd }),
    ]);

    expect(results.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(results.map(({ stdout }) => report(stdout).diagnostics[0]?.code)).toEqual([
      'config-not-found',
      'config-not-found',
      'config-unreadable',
      expect.stringMatching(/^config-/),
    ]);
  });

  test('an unreadable file', async ({ skip }) => {
    if (process.getuid?.() === 0) skip('root can read every file');
    const cwd = temporaryFolder({ 'agent.hcl': '' });
    chmodSync(join(cwd, 'agent.hcl'), 0);

    const { code, stdout } = await runAgent(['validate', '--json'], { cwd });

    expect({ code, id: report(stdout).diagnostics[0]?.code }).toEqual({
      code: 1,
      id: 'config-unreadable',
    });
  });
});

const TEN_FAULTS = `provider "anthropic" {
  api_key = "sk-do-not-print"
  modle   = 1
  timeout_ms = [1]
  environment {
    PORT = 8080
  }
}

policy "p" {
  match  = { kind = "interactive" }
  action = "maybe"
}

agent_profile "default" {
  max_turns = 0
  tools     = ["nodot"]
  model {
    fallback {
      provider = "exmaple"
      id       = env("HOME")
    }
  }
}

session {
}
`;

describe('faults of one file', () => {
  test('ten mixed ones are all told in one run, each at its place', async () => {
    const { stdout, code } = await validate(TEN_FAULTS, '--json');

    const found = report(stdout).diagnostics.map(
      ({ code: id, range }) => `${range?.start.line}:${range?.start.column} ${id}`,
    );
    expect(code).toBe(1);
    expect(found).toEqual(
      expect.arrayContaining([
        '2:13 secret-not-env',
        '3:3 unknown-attribute',
        '4:16 wrong-type',
        '6:12 env-value-not-string',
        '11:21 invalid-enum',
        '12:12 invalid-enum',
        '16:15 out-of-range',
        '17:16 malformed-tool-scope',
        '18:3 missing-block',
        '21:18 env-not-allowed',
        '26:1 unknown-block',
      ]),
    );
    expect(stdout).not.toContain('sk-do-not-print');
  });

  test.each(['text', 'json', 'github', 'sarif'])(
    'the %s form never shows a literal secret, and is the same twice',
    async (format) => {
      const first = await validate(TEN_FAULTS, '--format', format);
      const second = await validate(TEN_FAULTS, '--format', format);

      expect(first.stdout).toBe(second.stdout);
      expect(`${first.stdout}${first.stderr}`).not.toContain('sk-do-not-print');
    },
  );

  test('standard input is checked under its own name', async () => {
    const result = await runAgent(['validate', '--static', '-'], { stdin: 'a = 1\n' });

    expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining('<stdin> line 1') });
  });

  test('bad flags still give one document', async () => {
    const result = await runAgent(['validate', '--json', '--nonsense']);

    expect(result.code).toBe(2);
    expect(report(result.stdout)).toMatchObject({
      valid: false,
      diagnostics: [{ code: 'bad-command-line' }],
    });
  });

  test('warnings are errors when asked for', async () => {
    const text = 'agent_profile "default" {\n}\n';

    const [lenient, strict] = await Promise.all([
      validate(text),
      validate(text, '--warnings-as-errors'),
    ]);

    expect([lenient.code, strict.code]).toEqual([0, 1]);
  });
});

describe('an unchanged file', () => {
  /** The program without its parser and without its providers: whatever needs one fails. */
  function bareProgram(): string {
    // A folder deeper than others, since the parser is looked for in the one above as well.
    const folder = join(temporaryFolder(), 'dist');
    mkdirSync(folder);
    for (const file of ['agent.js', 'kernel.cjs', 'package.json']) {
      copyFileSync(join(dirname(agentFile), file), join(folder, file));
    }
    return join(folder, 'agent.js');
  }

  test('loads no parser and, with --static, starts no process', async () => {
    const cwd = temporaryFolder({ 'agent.hcl': 'provider "example" {}\n' });
    const home = temporaryFolder();
    const program = bareProgram();
    const bare = () => {
      const env = { PATH: process.env['PATH'], HOME: home };
      return spawnSync(process.execPath, [program, 'validate', '--static'], { cwd, env });
    };

    const unknown = bare();
    const accepted = await runAgent(['validate', '--static'], { cwd, env: { HOME: home } });
    const unchanged = bare();
    writeFileSync(join(cwd, 'agent.hcl'), '# changed\nprovider "example" {}\n');
    const changed = bare();

    const codes = [unknown.status, accepted.code, unchanged.status, changed.status];
    expect(codes).toEqual([1, 0, 0, 1]);
  });

  test('is remembered by a hash alone', async () => {
    const cwd = temporaryFolder({ 'agent.hcl': 'provider "example" {}\n' });
    const home = temporaryFolder();

    await runAgent(['validate', '--static'], { cwd, env: { HOME: home } });

    const cache = join(home, '.cache', 'agent');
    const kept = readdirSync(cache).map((file) => readFileSync(join(cache, file), 'utf8'));
    expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
  });
});

test('agent init writes a file that validates and names the keys that are set', async () => {
  const cwd = temporaryFolder();
  const env = { ANTHROPIC_API_KEY: 'sk-init-secret' };

  const init = await runAgent(['init'], { cwd, env });
  const again = await runAgent(['init'], { cwd, env });
  const checked = await runAgent(['validate', '--static'], { cwd, env });

  expect([init.code, again.code, checked.code]).toEqual([0, 1, 0]);
  const text = readFileSync(join(cwd, 'agent.hcl'), 'utf8');
  expect(text).toContain('env("ANTHROPIC_API_KEY")');
  expect(text).not.toContain('sk-init-secret');
});

test('an installed package is held against the version of its entry', async () => {
  const cwd = temporaryFolder({
    'agent.hcl':
      'required_providers {\n  acme = { source = "npm:acme-provider", version = "~> 2.0" }\n}\n',
  });
  const folder = join(cwd, 'node_modules', 'acme-provider');
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'acme-provider', version: '1.4.0', bin: 'main.mjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.mjs'), '');

  const { code, stdout } = await runAgent(['validate', '--static', '--json'], { cwd });

  expect(code).toBe(1);
  expect(report(stdout).diagnostics.map((diagnostic) => diagnostic.code)).toContain(
    'provider-version-mismatch',
  );
});
