/** The log of the built program: where it lies, what is in it, and what of it is on stderr. */
import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';

const CONFIG = `provider "example" {\n  pace_ms = 0\n}\nsettings {\n  default_frontend = ""
  log_level = "info"\n  telemetry = false\n  retry {\n    base_delay_ms = 1\n    backoff_factor = 1
    max_retries = 1\n  }\n}\n`;

function place() {
  const home = temporaryFolder();
  const state = join(home, '.local/state/agent');
  mkdirSync(state, { recursive: true });
  const cwd = temporaryFolder({ 'agent.hcl': CONFIG });
  return { cwd, env: { HOME: home }, log: join(state, 'agent.log') };
}

const recordsIn = (path: string) =>
  jsonLines(readFileSync(path, 'utf8')).map(({ level, message }) => `${level} ${message}`);

test('a run that fails leaves its retries and its end in a private file, and nothing more on stderr', async () => {
  const { log, ...options } = place();

  const { code, stderr } = await runAgent(['run', 'error rate_limited'], options);

  expect(code).toBe(5);
  expect(statSync(log).mode & 0o777).toBe(0o600);
  expect(recordsIn(log)).toEqual([
    expect.stringMatching(/^info retry: /),
    expect.stringMatching(/^error error: /),
  ]);
  expect(stderr).not.toContain('[info]');
});

test('a run that succeeds leaves no log at the usual level', async () => {
  const { log, ...options } = place();

  await runAgent(['run', 'hello'], options);

  expect(() => statSync(log)).toThrow('ENOENT');
});

test.each([
  { name: '--log-level', args: ['--log-level', 'debug'], env: { AGENT_LOG: 'error' } },
  { name: 'AGENT_LOG', args: [], env: { AGENT_LOG: 'debug' } },
])(
  '$name says how much is kept, -v shows it, and no word of the conversation is in it',
  async ({ args, env }) => {
    const { log, ...options } = place();
    const other = join(options.cwd, 'other.log');

    const { stderr } = await runAgent(
      ['run', 'a-word-of-mine', '-v', '--log-file', 'other.log', ...args],
      {
        ...options,
        env: { ...options.env, AGENT_LOG_PATH: log, ...env },
      },
    );

    const records = recordsIn(other);
    expect(records).toEqual(
      expect.arrayContaining(['debug turn', 'debug turn_start', 'debug attempt_end']),
    );
    for (const record of records) expect(stderr).toContain(`[debug] turn: ${record.slice(6)}`);
    expect(readFileSync(other, 'utf8')).not.toContain('a-word-of-mine');
    expect(() => statSync(log)).toThrow('ENOENT');
  },
);

test('one older file is kept once the log has grown to 10 MiB', async () => {
  const { log, ...options } = place();
  writeFileSync(log, '');
  truncateSync(log, 10 * 1024 * 1024);

  await runAgent(['run', 'error rate_limited'], options);

  expect(statSync(`${log}.1`).size).toBe(10 * 1024 * 1024);
  expect(statSync(`${log}.1`).mode & 0o777).toBe(0o600);
  expect(recordsIn(log)).toHaveLength(2);
});

test('a log that can not be written, and a level that does not exist, are said once each', async () => {
  const { log: _, ...options } = place();

  const { code, stderr } = await runAgent(
    ['run', 'error rate_limited', '--log-file', options.cwd],
    { ...options, env: { ...options.env, AGENT_LOG: 'loud' } },
  );

  expect(code).toBe(5);
  expect(stderr.match(/^Warning: AGENT_LOG is one of trace, .*, not "loud"\.$/gm)).toHaveLength(1);
  expect(stderr.match(/^Warning: the log can not be written: it is a folder/gm)).toHaveLength(1);
});
