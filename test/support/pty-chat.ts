/** The chat in a real pseudo-terminal, read through a terminal emulator. */
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { afterAll, afterEach, beforeAll, onTestFailed } from 'vitest';
import { type BundledFixture, bundleFixture } from './bundle-fixture.ts';
import { type ChatScript, MODEL } from './chat-script.ts';
import { measureGraphemes } from './grapheme-widths.ts';

export interface PtyChatOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Commands of a shell around the chat; `CHAT` in it starts the chat. The terminal stays open. */
  readonly shell?: string;
}

/** What a terminal still holds when its last program ends may be lost. */
const STAY = 'exec sleep 600';

const bundle = fileURLToPath(new URL('../../dist/chat.mjs', import.meta.url));

/** A terminal with the chat in it. Close it. */
export class PtyChat {
  readonly pty: IPty;
  readonly terminal: xterm.Terminal;
  /** Everything that was written, in order, with the time of its arrival in milliseconds. */
  readonly chunks: { readonly data: string; readonly atMs: number }[] = [];
  readonly exited: Promise<number>;
  #watchers: (() => void)[] = [];

  constructor(program: string, script: ChatScript, options: PtyChatOptions = {}) {
    const { columns = 80, rows = 24 } = options;
    this.terminal = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: 50_000,
      allowProposedApi: true,
    });
    measureGraphemes(this.terminal);
    const command = [program, bundle, JSON.stringify(script)];
    const [file, args]: [string, string[]] =
      options.shell === undefined
        ? [process.execPath, command]
        : ['/bin/sh', ['-c', shellScript(options.shell), 'sh', process.execPath, ...command]];
    this.pty = spawn(file, args, {
      cols: columns,
      rows,
      name: options.environment?.['TERM'] ?? 'xterm-256color',
      env: { PATH: process.env['PATH'] ?? '', ...options.environment },
    });
    this.pty.onData((data) => {
      this.chunks.push({ data, atMs: performance.now() });
      this.terminal.write(data, () => this.#notify());
    });
    // Answers of the emulator to what the program asks.
    this.terminal.onData((answer) => this.pty.write(answer));
    this.exited = new Promise((resolve) => {
      this.pty.onExit(({ exitCode }) => {
        this.terminal.write('', () => {
          this.#notify();
          resolve(exitCode);
        });
      });
    });
  }

  get bytes(): string {
    return this.chunks.map(({ data }) => data).join('');
  }

  /** All lines of scrollback and window, without blanks at their ends. */
  lines(): readonly string[] {
    return this.#linesFrom(0);
  }

  #linesFrom(first: number): readonly string[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: active.length - first }, (_, index) =>
      (active.getLine(first + index)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  /** What is in the window. */
  window(): readonly string[] {
    return this.#linesFrom(this.terminal.buffer.active.baseY);
  }

  /** Lines of scrollback and window that hold a text. */
  count(part: string): number {
    return this.lines().filter((line) => line.includes(part)).length;
  }

  type(keys: string): void {
    this.pty.write(keys);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  /** Resolves once the screen fulfils the claim; the test's timeout is its only bound. */
  async until(claim: () => boolean): Promise<void> {
    while (!claim()) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  /** Resolves once a text is in one of the last thousand lines. */
  async shows(part: string): Promise<void> {
    await this.until(() => {
      const first = Math.max(0, this.terminal.buffer.active.length - 1_000);
      return this.#linesFrom(first).some((line) => line.includes(part));
    });
  }

  /** What happens to the programs when a person closes the terminal's window. */
  closeWindow(): void {
    // The type of the package leaves this method of its only implementation here out.
    const { pty }: { readonly pty: unknown } = this;
    (pty as { destroy(): void }).destroy();
  }

  close(): void {
    this.pty.kill('SIGKILL');
    this.terminal.dispose();
  }

  #notify(): void {
    for (const watcher of this.#watchers.splice(0)) watcher();
  }
}

function shellScript(commands: string): string {
  return `${commands.replaceAll('CHAT', '"$@"')}; ${STAY}`;
}

/** Opens chats for the tests of a file; each is closed after its test and shown when that fails. */
export function ptyChats(): (script: Partial<ChatScript>, options?: PtyChatOptions) => PtyChat {
  let program: BundledFixture | undefined;
  const open: PtyChat[] = [];
  beforeAll(async () => {
    program = await bundleFixture('test/fixtures/chat/program.ts');
  });
  afterEach(() => {
    for (const chat of open.splice(0)) chat.close();
  });
  afterAll(() => program?.remove());
  return (script, options) => {
    const chat = new PtyChat(program?.path ?? '', { turns: [], model: MODEL, ...script }, options);
    open.push(chat);
    onTestFailed(() => console.log(chat.lines().join('\n'), JSON.stringify(chat.bytes)));
    return chat;
  };
}
