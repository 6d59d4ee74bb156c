/** Sessions where the disk takes nothing, or no more; and what may never be in them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentFile, runAgent, temporaryFolder } from '../support/run-agent.ts';

/** Mounts a disk that nobody else sees. */
const UNSHARE: string = 'unshare';
const config = 'provider "example" {\n  pace_ms = 2\n}\n';

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('where nothing can be written', () => {
  test('the run goes on, says so once, and the exit code stays', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.local/state/agent'), { recursive: true });
    // Not even root can make a folder of a file.
    writeFileSync(join(home, '.local/state/agent/sessions'), '');
    const place = { cwd: temporaryFolder({ 'agent.hcl': config }), env: { HOME: home } };

    const { code, stdout, stderr } = await runAgent(['run', 'hello', '-o', 'json'], place);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success', session_id: null });
    expect(stderr.match(/This session is not kept/g)).toHaveLength(1);
  });

  const canMount = spawnSync(UNSHARE, ['-rm', 'sh', '-c', 'mount -t tmpfs none /tmp']).status === 0;
  const note = canMount ? '' : ' (skipped: no small disk can be mounted here)';

  test.skipIf(!canMount)(`a disk that fills up is no failure either${note}`, () => {
    const disk = temporaryFolder();
    const cwd = temporaryFolder({ 'agent.hcl': config });
    const program = `mount -t tmpfs -o size=8k none "$XDG_STATE_HOME"
      "$0" "$1" run --log-file /dev/null -o json slow 2>&1; echo " exit $?"
      cat "$XDG_STATE_HOME"/agent/sessions/*/*.jsonl | tail -c 1 | od -An -c`;
    const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), XDG_STATE_HOME: disk };
    const args = ['-rm', 'sh', '-c', `${program} ; true`, process.execPath, agentFile];

    const fill = execFileSync(UNSHARE, args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });

    expect(fill.match(/This session is not kept: no space is left/g)).toHaveLength(1);
    expect(fill).toMatch(/"status":"success".*"session_id":null/);
    expect(fill).toContain(' exit 0');
    expect(fill).toMatch(/\\n\s*$/);
  });
});

test('no form of a secret is in any file that a run leaves behind', async () => {
  const secret = 'canary-5f2b9c1d-key';
  const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)];
  const home = temporaryFolder();
  const body = `provider "anthropic" {\n  api_key = env("CANARY")\n  base_url = "http://127.0.0.1:9"\n}\n`;
  const place = {
    cwd: temporaryFolder({ 'agent.hcl': `${config}${body}` }),
    env: { HOME: home, CANARY: secret },
  };

  await runAgent(['run', '-m', 'example/demo', `say ${forms.join(' ')} again`], place);
  await runAgent(
    ['run', '-m', 'anthropic/claude-sonnet-4-5', forms.join(' '), '--timeout', '2s'],
    place,
  );

  const files = filesBelow(home);
  expect(files.filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(2);
  for (const name of files) {
    for (const form of forms) expect(readFileSync(name, 'utf8'), name).not.toContain(form);
  }
});
