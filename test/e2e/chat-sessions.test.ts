// Which conversation a chat goes on with, in the built program.
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAgentChat, projectWith } from '../support/pty-agent.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

const CONFIG = 'provider "example" {\n  pace_ms = 0\n}\n';

const sessionsOf = (home: string) => join(home, '.local/state/agent/sessions');

function sessionFiles(home: string): readonly string[] {
  const names = readdirSync(sessionsOf(home), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(sessionsOf(home), name));
}

/** A project with one conversation. */
async function spoken() {
  const [cwd, home] = [projectWith(CONFIG), temporaryFolder()];
  const run = await runAgent(['run', 'remember me', '-o', 'json'], { cwd, env: { HOME: home } });
  return { cwd, home, id: JSON.parse(run.stdout).session_id as string };
}

test('a chat in which nothing was said leaves no session, and -c goes on with the one before', async () => {
  const { cwd, home, id } = await spoken();
  const silent = openAgentChat({ cwd, home });
  await silent.shows('Write a message');
  expect(sessionFiles(home)).toHaveLength(2);
  const list = await runAgent(['sessions', 'list', '--json'], { cwd, env: { HOME: home } });
  expect(JSON.parse(list.stdout).sessions.map((session: { id: string }) => session.id)).toEqual([
    id,
  ]);
  silent.type('\u0004');
  await silent.shows('left 0');
  expect(sessionFiles(home)).toHaveLength(1);

  const chat = openAgentChat({ cwd, home }, ['-c']);
  await chat.shows('You said: remember me');
  chat.type('\u0004');
  await chat.shows('left 0');
});

const unusable = [
  {
    name: 'there is none',
    words: ['-c'],
    spoil: () => {},
    isFresh: true,
    says: 'There is no session of',
    code: 2,
  },
  {
    name: 'the id is unknown',
    words: ['-r', '01ZZ'],
    spoil: () => {},
    says: 'There is no session "01ZZ"',
    code: 2,
  },
  {
    name: 'a later version wrote it',
    words: ['-r', '01'],
    spoil: (file: string) => appendFileSync(file, '{"v":99,"type":"later"}\n'),
    says: 'later version',
    code: 1,
  },
  {
    name: 'its first line is damaged',
    words: ['-r', '01'],
    spoil: (file: string) => writeFileSync(file, 'nonsense\n'),
    says: 'first line is missing or damaged',
    code: 1,
  },
];

test.each(unusable)(
  'a chat is refused when $name',
  async ({ words, spoil, isFresh, says, code }) => {
    const { cwd, home } =
      isFresh === true ? { cwd: projectWith(CONFIG), home: temporaryFolder() } : await spoken();
    for (const file of isFresh === true ? [] : sessionFiles(home)) spoil(file);

    const chat = openAgentChat({ cwd, home, columns: 200 }, words);
    await chat.shows(`left ${code}`);

    expect(chat.lines().join('\n')).toContain(says);
    expect(chat.count('Write a message')).toBe(0);
    await chat.shows('icanon');
  },
);

test('a folder of sessions that can not be listed is named', async () => {
  const [cwd, home] = [projectWith(CONFIG), temporaryFolder()];
  mkdirSync(join(sessionsOf(home), '..'), { recursive: true });
  // Not even root can list a file.
  writeFileSync(sessionsOf(home), '');
  const place = { cwd, env: { HOME: home } };

  const [list, run] = [
    await runAgent(['sessions', 'list'], place),
    await runAgent(['run', '-c', 'x'], place),
  ];

  for (const { stderr } of [list, run]) {
    expect(stderr).toContain(
      'The sessions can not be listed: it is a file where a folder is expected',
    );
    expect(stderr).toContain(sessionsOf(home));
  }
  expect([list.code, run.code]).toEqual([1, 1]);
});
