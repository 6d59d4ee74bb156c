/** The backend of a provider that drives a command: a stand-in for the program, on a stage of ours. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  ChatBackend,
  SeenRequest,
  SeenTurn,
} from '../../src/conformance/chat/chat-subject.ts';
import { processGone } from './process-gone.ts';
import { root } from './shared.ts';

export const CLAUDE_PROGRAM = join(root, 'test', 'fixtures', 'claude-cli', 'claude.mjs');

export interface ClaudeBackend extends ChatBackend {
  /** The folder that the program is told of. */
  readonly stage: string;
  close(): void;
}

/** What the stand-in writes down. */
interface Call {
  readonly pid: number;
  readonly input: string;
  readonly system: string | null;
  readonly argv: readonly string[];
}

export function startClaudeBackend(): ClaudeBackend {
  const stage = mkdtempSync(join(tmpdir(), 'claude-stage-'));
  const play = (name: string | number) => writeFileSync(join(stage, 'scenario'), String(name));
  const calls = (): readonly Call[] =>
    readdirSync(stage)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(stage, name), 'utf8')));
  play('prose');
  return {
    stage,
    play,
    requests: () => calls().map(seen),
    idle: async () => void (await Promise.all(calls().map(({ pid }) => processGone(pid)))),
    close: () => rmSync(stage, { recursive: true, force: true }),
  };
}

function seen({ input, system, argv }: Call): SeenRequest {
  const turns = [...input.matchAll(/<(user|assistant)>\n(.*?)\n<\/\1>(?=\n\n<|$)/gs)].map(
    ([, role, text = '']): SeenTurn => ({
      role: role === 'user' ? 'user' : 'assistant',
      texts: [text],
    }),
  );
  return {
    system: system === null ? [] : [system],
    turns: turns.length > 0 ? turns : [{ role: 'user', texts: [input] }],
    results: [],
    raw: [...argv, system ?? '', input].join('\n'),
    envelope: '',
  };
}
