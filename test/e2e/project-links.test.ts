import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

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
