import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { badLaunchers, ours } from '../fixtures/conformance/launchers.ts';
import { pluginFixture } from '../support/plugin-kit.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { launcherChecks } from './launcher-checks.ts';

/** Ours needs a moment; a hang would last as long as the test. */
const LONG_MS = 10_000;
const SHORT_MS = 3000;

/** What each check of launchers finds. */
async function findingsOf(launcher: typeof ours, hangMs: number) {
  const found = new Map<string, readonly string[]>();
  for (const { id, run } of launcherChecks) {
    const findings = await run(launcher, hangMs);
    if (findings.length > 0) found.set(id, findings);
  }
  return Object.fromEntries(found);
}

test('our own launcher passes every check of launchers', async () => {
  expect(await findingsOf(ours, LONG_MS)).toEqual({});
});

describe('a bad launcher is rejected by exactly its check', () => {
  test.each([
    { name: 'inherits everything', findings: { 'HS-12': ['the child sees a variable of ours'] } },
    {
      name: 'waits for the deadline',
      findings: { 'HS-14': ['with its socket held open the call hangs'] },
    },
    {
      name: 'takes a broken connection for an overloaded vendor',
      findings: {
        'HS-14': [
          'with its socket gone the call ends as overloaded',
          'with its socket held open the call ends as none',
        ],
      },
    },
  ])('$name', async ({ name, findings }) => {
    const bad = badLaunchers.find(({ launcher }) => launcher.name === name);

    expect(bad && (await findingsOf(bad.launcher, SHORT_MS))).toEqual(findings);
    expect(bad?.id).toBe(Object.keys(findings)[0]);
  });

  test('every check of launchers has a control', () => {
    const rejected = new Set(badLaunchers.map(({ id }) => id));

    expect(launcherChecks.map(({ id }) => id)).toEqual([...rejected]);
  });
});

test('a variable of the shell that checks a provider does not reach it (HS-12)', async () => {
  const file = join(temporaryFolder(), 'names');
  const command = [process.execPath, pluginFixture('names.mjs'), file];

  await runAgent(['provider', 'check', '--', ...command], { env: { AGENT_TEST_CANARY: 'seen' } });

  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8').split('\n')).not.toContain('AGENT_TEST_CANARY');
});
