// What of the user's state can not be read is named, and keeps nothing else from being shown.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

const DAMAGED = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** One conversation that is fine, beside a session and a month of the ledger that are folders. */
async function damagedState() {
  const home = temporaryFolder();
  const config = 'provider "example" {\n  pace_ms = 0\n}\n';
  const place = { cwd: temporaryFolder({ 'agent.hcl': config }), env: { HOME: home } };
  const state = join(home, '.local/state/agent');
  await runAgent(['run', 'hello'], place);
  const [folder = ''] = readdirSync(join(state, 'sessions'));
  mkdirSync(join(state, 'sessions', folder, `${DAMAGED}.jsonl`));
  mkdirSync(join(state, 'ledger', '2020-01.jsonl'));
  return place;
}

test('a session that can not be read is named by list and passed over', async () => {
  const place = await damagedState();

  const { stdout, stderr, code } = await runAgent(['sessions', 'list', '--json'], place);

  expect(JSON.parse(stdout).sessions).toMatchObject([{ title: 'hello' }]);
  expect(stderr).toMatch(
    new RegExp(`^Warning: Session ${DAMAGED} can not be read: it is a folder`),
  );
  expect(code).toBe(0);
});

test.each(['show', 'export'])('%s of such a session says why, with exit code 1', async (action) => {
  const place = await damagedState();

  const { stdout, stderr, code } = await runAgent(['sessions', action, DAMAGED], place);

  expect(stdout).toBe('');
  expect(stderr).toMatch(new RegExp(`^Error: Session ${DAMAGED} can not be read: it is a folder`));
  expect(code).toBe(1);
});

test('a month of the ledger that can not be read is named; the others count', async () => {
  const place = await damagedState();

  const { stdout, stderr, code } = await runAgent(['stats', '--json'], place);

  expect(JSON.parse(stdout)).toMatchObject({ total: { calls: 1 } });
  expect(stderr).toBe('Warning: the file 2020-01.jsonl of the ledger can not be read.\n');
  expect(code).toBe(0);
});

test('without a session it is said when the money can not be noted either', async () => {
  const cwd = temporaryFolder({ 'agent.hcl': 'provider "example" {\n  pace_ms = 0\n}\n' });
  const env = { HOME: temporaryFolder(), XDG_STATE_HOME: '/proc/nowhere' };

  const kept = await runAgent(['run', 'hello'], { cwd, env });
  const unkept = await runAgent(['run', 'hello', '--no-session'], { cwd, env });

  expect(kept.stderr).toMatch(/^This session is not kept: /m);
  expect(kept.stderr).not.toContain('noted');
  expect(unkept.stderr).toMatch(/^What this costs is not noted: .*\/proc\/nowhere/m);
  expect([kept.code, unkept.code]).toEqual([0, 0]);
});
