/** The built program in a pseudo-terminal, in a project of its own. */
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { MODEL } from './chat-script.ts';
import { PtyChat } from './pty-chat.ts';
import { agentFile, temporaryFolder } from './run-agent.ts';

export interface AgentChatOptions {
  readonly cwd: string;
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** Commands of a shell around the program. */
  readonly around?: (program: string) => string;
}

/** What a shell expects of the terminal that it gets back, as `stty` orders it. */
export const COOKED = 'icrnl opost isig icanon echo';

/** Tells the exit code, and which of the terminal's modes are on. */
const REPORT = `echo "left $?"; echo $(stty -a | tr ' ;' '\\n' | grep -xE '${COOKED.replaceAll(' ', '|')}')`;

/** Afterwards the shell tells the exit code and the terminal's modes. */
export function openAgentChat(
  {
    cwd,
    home = cwd,
    environment,
    columns = 80,
    rows = 30,
    around = (program) => `${program}; ${REPORT}`,
  }: AgentChatOptions,
  words: readonly string[] = [],
): PtyChat {
  const program = [process.execPath, agentFile, ...words].map((word) => `'${word}'`).join(' ');
  const chat = new PtyChat(
    '',
    { turns: [], model: MODEL },
    {
      shell: `cd '${cwd}'; ${around(program)}`,
      environment: { HOME: home, LANG: 'C.UTF-8', ...environment },
      columns,
      rows,
    },
  );
  onTestFinished(() => chat.close());
  onTestFailed(() => console.log(chat.lines().join('\n')));
  return chat;
}

/** Types a line, and sends it once it stands in the prompt. */
export async function say(chat: PtyChat, line: string): Promise<void> {
  await chat.shows('Write a message');
  chat.type(line);
  await chat.shows(`> ${line.slice(0, 40)}`);
  chat.type('\r');
}

const MODES = [
  ['[?2004h', '[?2004l'],
  ['[?25l', '[?25h'],
  ['[?2026h', '[?2026l'],
] as const;

/** By the bytes, every mode that was switched on is off again. */
export function expectModesOff(bytes: string): void {
  for (const [on, off] of MODES) {
    expect(bytes).toContain(`\u001b${on}`);
    expect(bytes.lastIndexOf(`\u001b${off}`)).toBeGreaterThan(bytes.lastIndexOf(`\u001b${on}`));
  }
}

export function projectWith(config: string): string {
  return temporaryFolder({ 'agent.hcl': config });
}
