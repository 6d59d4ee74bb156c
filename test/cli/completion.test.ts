import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandTable } from '../../src/cli/command-table.ts';
import { completionScript } from '../../src/cli/completion/completion-script.ts';
import { longOptionNames } from '../../src/cli/option-tables.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;
const note = (shell: string) => (isThere(shell) ? '' : ` (skipped: there is no ${shell})`);

function outputOf(shell: string, args: readonly string[], options: ExecFileSyncOptions = {}) {
  return String(execFileSync(shell, args, options));
}

/** What is typed, the last word unfinished, and what must be offered for it. */
const cases: readonly { readonly typed: readonly string[]; readonly offered: readonly string[] }[] =
  [
    { typed: ['se'], offered: ['sessions'] },
    { typed: ['sessions', ''], offered: ['list', 'show', 'export', 'rm'] },
    { typed: ['provider', 'ch'], offered: ['check'] },
    { typed: ['run', '--output-f'], offered: ['--output-format'] },
    { typed: ['run', '-o', ''], offered: ['text', 'json', 'stream-json'] },
    { typed: ['run', '--output-format', 'js'], offered: ['json'] },
    { typed: ['validate', '--format', 'sa'], offered: ['sarif'] },
    { typed: ['sessions', 'export', '01X', '--format', 'm'], offered: ['markdown'] },
    { typed: ['--profile', 'x', 'doc'], offered: ['doctor'] },
    { typed: ['completion', ''], offered: ['bash', 'zsh', 'fish'] },
    { typed: ['--no-se'], offered: ['--no-session'] },
  ];

test.each(['bash', 'zsh', 'fish'] as const)('the script for %s names all there is', (shell) => {
  const script = completionScript(shell);

  for (const { words } of commandTable) expect(script).toContain(words.join(' '));
  for (const name of longOptionNames) expect(script).toContain(name);
});

test('agent completion prints the script, and wants a shell it knows', async () => {
  expect((await runAgent(['completion', 'bash'])).stdout).toBe(completionScript('bash'));
  for (const words of [[], ['tcsh'], ['bash', 'zsh']]) {
    const { code, stderr } = await runAgent(['completion', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain('bash, zsh or fish');
  }
});

describe.skipIf(!isThere('bash'))(`in bash${note('bash')}`, () => {
  test.each(cases)('$typed offers $offered', ({ typed, offered }) => {
    const program = `${completionScript('bash')}
COMP_WORDS=(agent "$@"); COMP_CWORD=$#; _agent; printf '%s\\n' "\${COMPREPLY[@]}"`;

    const output = outputOf('bash', ['-c', program, 'bash', ...typed]);

    expect(output.split('\n').slice(0, -1)).toEqual(offered);
  });

  test('an equals sign is a word of its own there', () => {
    const program = `${completionScript('bash')}
COMP_WORDS=(agent run --color = al); COMP_CWORD=4; _agent; echo "\${COMPREPLY[@]}"`;

    expect(outputOf('bash', ['-c', program])).toBe('always\n');
  });

  test('where a file is wanted, files are offered', () => {
    const cwd = temporaryFolder({ 'notes.txt': '' });
    const program = `${completionScript('bash')}
COMP_WORDS=(agent run -f no); COMP_CWORD=3; _agent; echo "\${COMPREPLY[@]}"`;

    const output = outputOf('bash', ['-c', program], { cwd });

    expect(output).toBe('notes.txt\n');
  });
});

describe.skipIf(!isThere('fish'))(`in fish${note('fish')}`, () => {
  test.each(cases)('$typed offers $offered', ({ typed, offered }) => {
    const home = temporaryFolder({ 'agent.fish': completionScript('fish') });
    const program = `source ${join(home, 'agent.fish')}; complete -C "$LINE"`;
    const env = { ...process.env, HOME: home, LINE: ['agent', ...typed].join(' ') };

    const output = outputOf('fish', ['-c', program], { env });

    const words = output.split('\n').map((line) => line.split('\t')[0]);
    expect(words).toEqual(expect.arrayContaining([...offered]));
  });
});

describe.skipIf(!isThere('zsh'))(`in zsh${note('zsh')}`, () => {
  const single = cases.filter(({ offered }) => offered.length === 1);

  test.each(single)('$typed becomes $offered', async ({ typed, offered }) => {
    const home = temporaryFolder({ 'agent.zsh': completionScript('zsh') });
    const terminal = spawn('zsh', ['-f', '-i'], {
      cwd: home,
      cols: 200,
      env: { ...process.env, HOME: home, PS1: '> ', TERM: 'dumb' },
    });
    onTestFinished(() => terminal.kill());
    let seen = '';
    const shown = new Promise<void>((resolve) => {
      terminal.onData((data) => {
        seen += data;
        if (seen.includes(`<${offered[0]}>`)) resolve();
      });
    });

    terminal.write('autoload -U compinit; compinit -u -D; source ./agent.zsh\r');
    terminal.write('agent() { print -r -- "<$argv[-1]>" }\r');
    terminal.write(`agent ${typed.join(' ')}\t\r`);

    await shown;
  });
});
