import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { startWireServer } from '../support/wire-server.ts';

test('init does not write through a link that a project brought along', async () => {
  const outside = temporaryFolder({ victim: 'mine' });
  const cwd = temporaryFolder();
  symlinkSync(join(outside, 'victim'), join(cwd, 'agent.hcl'));

  const { code, stderr } = await runAgent(['init', '--force'], { cwd });

  expect(code).toBe(1);
  expect(stderr).toContain('symbolic link');
  expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('mine');
});

test('an answer is not written behind a link of the project', async () => {
  const outside = temporaryFolder();
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'out'));
  symlinkSync(outside, join(cwd, 'out', 'answers'));
  const args = ['run', 'hello', '--last-message-file'];

  const refused = await runAgent([...args, 'out/answers/last.txt'], { cwd });
  const written = await runAgent([...args, 'out/last.txt'], { cwd });

  expect(refused.stderr).toContain('symbolic link');
  expect(existsSync(join(outside, 'last.txt'))).toBe(false);
  expect(written.code).toBe(0);
  expect(readFileSync(join(cwd, 'out', 'last.txt'), 'utf8')).toContain('hello');
});

test.each([
  { name: 'that is a link', link: 'agent.log', target: 'victim' },
  { name: 'behind a linked directory', link: 'logs', target: '.' },
])('no log is written to a file of the project $name', async ({ link, target }) => {
  const outside = temporaryFolder({ victim: 'mine' });
  const vendor = await startWireServer({ status: 401 });
  onTestFinished(() => vendor.close());
  const config = `provider "openai-compatible" {\n  base_url = "${vendor.url}"\n}\n`;
  const cwd = temporaryFolder({ 'agent.hcl': config });
  symlinkSync(join(outside, target), join(cwd, link));
  const path = link === 'logs' ? join('logs', 'agent.log') : link;
  const args = ['run', 'hello', '--log-level', 'trace', '--log-file'];

  const linked = await runAgent([...args, path], { cwd });
  const own = await runAgent([...args, 'own.log'], { cwd });

  expect([linked.code, own.code], linked.stderr).toEqual([4, 4]);
  expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('mine');
  expect(readdirSync(outside)).toEqual(['victim']);
  expect(readFileSync(join(cwd, 'own.log'), 'utf8')).not.toBe('');
});
