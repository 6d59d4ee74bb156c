/** Hands the terminal to the shell or an editor for a while, and takes it back. */
import type { EditOutcome } from '../host/terminal.ts';
import type { ChatOptions } from './chat-options.ts';
import type { Screen } from './screen.ts';
import type { TerminalModes } from './terminal-modes.ts';

/** A stop that the system ignored is noticed this late, milliseconds. */
const RESUME_GRACE_MS = 50;

type HolderOptions = Pick<ChatOptions, 'terminal' | 'clock' | 'environment'>;

export class TerminalHolder {
  readonly #options: HolderOptions;
  readonly #screen: Screen;
  readonly #modes: TerminalModes;
  readonly #closing = new AbortController();
  #holder: 'chat' | 'shell' | 'editor' = 'chat';

  constructor(options: HolderOptions, screen: Screen, modes: TerminalModes) {
    this.#options = options;
    this.#screen = screen;
    this.#modes = modes;
  }

  /** Somebody else has the terminal. */
  get isAway(): boolean {
    return this.#holder !== 'chat';
  }

  /** Stops the process as Ctrl+Z in a shell does; `fg` continues it. */
  async suspend(): Promise<void> {
    const { terminal, clock } = this.#options;
    this.#handOver('shell');
    terminal.suspend();
    // The system ignores the stop where nobody could continue us. Two waits: time that passed
    // while we were stopped makes the first one due at once, before SIGCONT is heard.
    await clock.sleep(RESUME_GRACE_MS);
    await clock.sleep(RESUME_GRACE_MS);
    if (this.#holder === 'shell') this.#takeBack();
  }

  /** The process was stopped, by us or from outside, and goes on. */
  onContinue(): void {
    if (this.#holder === 'editor') return;
    // Stopped from outside: the shell has set the modes it likes.
    if (this.#holder === 'chat') this.#modes.leave();
    this.#takeBack();
  }

  /** Lets a text be written in `$VISUAL`, `$EDITOR` or vi. */
  async edit(text: string): Promise<EditOutcome> {
    const { terminal, environment } = this.#options;
    const command = environment['VISUAL'] || environment['EDITOR'] || 'vi';
    this.#handOver('editor');
    try {
      return await terminal.edit(command, text, this.#closing.signal);
    } catch (error) {
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#takeBack();
    }
  }

  /** Ends a running editor; the terminal is not taken back any more. */
  close(): void {
    this.#closing.abort();
  }

  #handOver(holder: 'shell' | 'editor'): void {
    this.#holder = holder;
    this.#screen.suspend();
    this.#modes.leave();
  }

  #takeBack(): void {
    if (this.#closing.signal.aborted) return;
    this.#holder = 'chat';
    this.#modes.enter();
    this.#screen.repaint();
  }
}
