// What is read and kept: whose file a configuration may be, where grants count, and what a runner of
// workflows is shown.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { trustExample } from '../support/trust-examples.ts';
import { environment, listed, openProject } from '../support/trust-scene.ts';
import { startWireServer } from '../support/wire-server.ts';

const isRoot = process.getuid?.() === 0;
const STRANGER = 12_345;

test.for([
  {
    name: 'everybody may write to',
    spoil: (path: string) => chmodSync(path, 0o666),
    says: 'everybody may write to it',
    isSkipped: false,
  },
  {
    name: 'belongs to another user',
    spoil: (path: string) => chownSync(path, STRANGER, STRANGER),
    says: 'it belongs to another user',
    isSkipped: !isRoot,
  },
  {
    name: 'is a link',
    spoil(path: string) {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
    says: 'it is a symbolic link',
    isSkipped: false,
  },
])('a configuration that $name counts only when it is named', async (subject, { skip }) => {
  skip(subject.isSkipped, 'only root gives files away');
  const cwd = temporaryFolder({ 'agent.hcl': 'provider "example" {}\n' });
  subject.spoil(join(cwd, 'agent.hcl'));
  const args = ['run', 'hello', '-m', 'example/demo'];

  const found = await runAgent(args, { cwd });
  const named = await runAgent([...args, '--config', 'agent.hcl'], { cwd });

  expect(found.code).toBe(3);
  expect(found.stderr).toContain(subject.says);
  expect(named.code).toBe(0);
});

test('a pipe in place of a configuration is not waited for', async () => {
  const cwd = temporaryFolder();
  spawnSync('mkfifo', [join(cwd, 'agent.hcl')]);

  const { code, stderr } = await runAgent(['run', 'hello'], { cwd });

  expect(code).toBe(3);
  expect(stderr).toContain('neither a file nor a directory');
});

const SUBJECT = trustExample('a secret in the path of a URL');

/** A project whose asks are granted. */
async function openGranted() {
  const project = await openProject(SUBJECT);
  await project.agent(['trust', '--accept']);
  const kept = join(project.home, '.local', 'state', 'agent', 'trust.json');
  return { ...project, kept };
}

test.for([
  {
    name: 'everybody may write to',
    spoil: (path: string) => chmodSync(path, 0o666),
    isSkipped: false,
  },
  {
    name: 'belong to another user',
    spoil: (path: string) => chownSync(path, STRANGER, STRANGER),
    isSkipped: !isRoot,
  },
])('grants that $name count for nothing', async ({ spoil, isSkipped }, { skip }) => {
  skip(isSkipped, 'only root gives files away');
  const { agent, kept } = await openGranted();
  const asks = async () => listed((await agent(['trust', '--json'])).stdout);
  const before = await asks();
  spoil(kept);

  const after = await asks();

  expect(before.map(({ granted }) => granted)).toEqual([true]);
  expect(after.map(({ granted }) => granted)).toEqual([false]);
});

test('grants are kept for their user alone, and tell no value', async () => {
  const { kept } = await openGranted();

  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(kept)).mode & 0o777).toBe(0o700);
  expect(readFileSync(kept, 'utf8')).not.toContain(environment.AWS_SECRET_ACCESS_KEY);
});

test.each([
  { name: 'in the project', isLinked: false },
  { name: 'that a link leads into the project', isLinked: true },
])('a state directory $name grants nothing, whatever it holds', async ({ isLinked }) => {
  const { scene, kept, cwd, agent } = await openGranted();
  mkdirSync(join(cwd, 'state', 'agent'), { recursive: true });
  copyFileSync(kept, join(cwd, 'state', 'agent', 'trust.json'));
  const link = join(temporaryFolder(), 'state');
  symlinkSync(join(cwd, 'state'), link);
  const inside = { XDG_STATE_HOME: isLinked ? link : join(cwd, 'state') };

  const args = ['run', 'hello', '-m', SUBJECT.model];
  const refused = await agent(args, inside);
  const sent = scene.vendor.requests.length;
  const outside = await agent(args);

  expect({ refused: refused.code, sent, outside: outside.code }).toEqual({
    refused: 3,
    sent: 0,
    outside: 0,
  });
  expect(refused.stderr).toContain('inside the project');
});

test('a grant holds at its place only', async () => {
  const { cwd, own } = await openGranted();
  const elsewhere = temporaryFolder();
  copyFileSync(join(cwd, 'agent.hcl'), join(elsewhere, 'agent.hcl'));

  const { stdout } = await runAgent(['trust', '--json'], { cwd: elsewhere, env: own });

  expect(listed(stdout)).toMatchObject([{ granted: false }]);
});

test('what others say can not command the runner of a workflow', async () => {
  const message = 'no\n::add-mask::x\n  ##[error]y';
  const vendor = await startWireServer({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }),
  });
  onTestFinished(() => vendor.close());
  const config = `# \n::set-env name=A::b\nprovider "anthropic" {\n  base_url = "${vendor.url}"\n}\n`;
  const valid = config.replace(/^::.*\n/m, '');
  const cwd = temporaryFolder({ 'agent.hcl': valid, 'broken.hcl': config });
  const env = { GITHUB_ACTIONS: 'true' };

  const args = ['run', 'hello', '-m', 'anthropic/claude-haiku-4-5', '-v', '--log-level', 'trace'];
  const failed = await runAgent(args, { cwd, env });
  const broken = await runAgent(['run', 'hello', '--config', 'broken.hcl'], { cwd, env });

  expect([failed.code, broken.code]).toEqual([1, 3]);
  expect(failed.stderr).toContain('add-mask');
  expect(broken.stderr).toContain('set-env');
  expect(failed.stderr + broken.stderr).not.toMatch(/^[ \t]*(?:::|##\[)/m);
});
