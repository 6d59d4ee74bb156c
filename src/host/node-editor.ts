import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EditOutcome } from './terminal.ts';

/** Lets a person write a text in a program of their own; the file is private and removed after. */
export async function editWithProgram(
  command: string,
  text: string,
  signal: AbortSignal,
): Promise<EditOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-prompt-'));
  try {
    const path = join(directory, 'prompt.md');
    await writeFile(path, text, { mode: 0o600 });
    const problem = await runProgram(command, path, signal);
    if (problem !== undefined) return { type: 'failed', message: problem };
    const edited = await readFile(path, 'utf8');
    // Editors end a file with a newline of their own.
    return { type: 'edited', text: edited.replace(/\r?\n$/, '') };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** `$EDITOR` may have arguments, so a shell reads it. Resolves with what went wrong. */
function runProgram(
  command: string,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', path], {
      stdio: 'inherit',
      signal,
    });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, endSignal) => {
      if (code === 0) resolve(undefined);
      else resolve(`${command} ended with ${endSignal ?? `exit code ${code}`}`);
    });
  });
}
