import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { keptFaults, printedFaults } from './published-formats.ts';
import { root } from './shared.ts';

/** The built program. */
export const agentFile = join(root, 'dist', 'agent.js');

export interface AgentOptions {
  /** The whole environment beside `PATH` and a private `HOME`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Text for stdin; absent: an empty one. */
  readonly stdin?: string;
}

export interface AgentResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningAgent {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly result: Promise<AgentResult>;
  /** Resolves once stdout holds the text; rejects when the program ends without it. */
  untilStdout(text: string): Promise<string>;
}

/** An empty folder that is removed when the test ends. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/**
 * Starts the built program in a folder of its own, with nothing of our environment. The result
 * rejects when JSON that was printed, or kept in the private home, is not as published.
 */
export function startAgent(args: readonly string[], options: AgentOptions = {}): RunningAgent {
  const cwd = options.cwd ?? temporaryFolder();
  const home = temporaryFolder();
  const child = spawn(process.execPath, [agentFile, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  if (options.stdin !== undefined) child.stdin.write(options.stdin);
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<AgentResult>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const result = ended.then(async (found) => {
    const faults = [...(await printedFaults({ args, ...found })), ...keptFaults(home)];
    if (faults.length > 0) throw new Error(`${args.join(' ')}:\n${faults.join('\n')}\n${stderr}`);
    return found;
  });
  const untilStdout = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (stdout.includes(text)) resolve(stdout);
      };
      child.stdout.on('data', check);
      child.on('close', () => {
        check();
        reject(new Error(`ended without "${text}" on stdout; stderr: ${stderr}`));
      });
      check();
    });
  return { child, result, untilStdout };
}

/** Runs the built program to its end. */
export function runAgent(args: readonly string[], options: AgentOptions = {}) {
  return startAgent(args, options).result;
}

/** JSON lines, parsed; each that a run printed was held against its schema by `startAgent`. */
export function jsonLines(stdout: string): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
