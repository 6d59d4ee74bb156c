/** The chat on a whole terminal: keyboard and turns in, frames out, the terminal restored at the end. */
import { cellWidth } from './cell-width.ts';
import { ChatCore, type FaceEffect } from './chat-core.ts';
import type { ChatOptions } from './chat-options.ts';
import type { Block } from './chat-state.ts';
import { createEnding } from './ending.ts';
import type { GroupedInput } from './input-burst.ts';
import { type Keyboard, openKeyboard } from './keyboard.ts';
import { actionOf } from './keymap.ts';
import { composeFrame, rowsBelowCursor, usableColumns } from './live-view.ts';
import type { Layout } from './mount.tsx';
import { nextChangeMs } from './next-change.ts';
import { createPalette } from './palette.ts';
import { withOpenAnswer } from './reduce.ts';
import { Screen } from './screen.ts';
import { TerminalHolder } from './terminal-holder.ts';
import type { TerminalLook } from './terminal-look.ts';
import { createTerminalModes, type TerminalModes } from './terminal-modes.ts';
import { type BlockLook, blockLines } from './transcript.ts';
import { welcomeBlocks } from './welcome.ts';

/** When the first wide character may cost its 75 ms: the first frame is on screen by then. */
const WARM_UP_AFTER_MS = 200;

/**
 * Runs the chat.
 *
 * @returns The exit code.
 * @throws What a component or the layout threw, after the terminal was restored.
 */
export async function runScreenChat(options: ChatOptions, look: TerminalLook): Promise<number> {
  const chat = new ScreenChat(options, look);
  try {
    return await chat.run();
  } finally {
    await chat.close();
  }
}

class ScreenChat {
  readonly #options: ChatOptions;
  #blockLook: BlockLook;
  readonly #modes: TerminalModes;
  readonly #screen: Screen;
  readonly #terminalHolder: TerminalHolder;
  readonly #core: ChatCore;
  readonly #ended = createEnding();
  readonly #stopListening: readonly (() => void)[];
  #keyboard: Keyboard | undefined;
  #layout: Layout | undefined;
  #pending: Block[];
  #tick = new AbortController();
  #hasFailed = false;

  constructor(options: ChatOptions, look: TerminalLook) {
    const { terminal, clock } = options;
    this.#options = options;
    this.#blockLook = { ...look, palette: createPalette(look.hasColor), hasKeys: true };
    this.#modes = createTerminalModes(terminal);
    this.#pending = [...welcomeBlocks(options)];
    this.#screen = new Screen({
      out: terminal.stdout,
      clock,
      rewraps: look.rewraps,
      layout: () => this.#guard(() => this.#layOut()),
    });
    this.#terminalHolder = new TerminalHolder(options, this.#screen, this.#modes);
    this.#core = new ChatCore(options, usableColumns(this.#window()), {
      changed: (blocks) => this.#changed(blocks),
      perform: (effect) => this.#perform(effect),
      hasKeys: true,
    });
    // Never taken off: the error of a last write to a closed window comes late.
    terminal.stdout.on('error', () => this.#end(129));
    this.#stopListening = [
      terminal.onEnd(() => this.#modes.restore(this.#screen.leaveSequence())),
      terminal.onSignal('SIGTERM', () => this.#end(143)),
      terminal.onSignal('SIGHUP', () => this.#end(129)),
      terminal.onSignal('SIGINT', () => this.#onInterrupt()),
      terminal.onSignal('SIGCONT', () => this.#terminalHolder.onContinue()),
    ];
  }

  async run(): Promise<number> {
    const { terminal, clock } = this.#options;
    // Before the rest is loaded: what is typed meanwhile must neither echo nor get lost.
    this.#modes.enter();
    this.#keyboard = openKeyboard({
      stdin: terminal.stdin,
      clock,
      onInput: (input) => this.#guard(() => this.#onInput(input)),
      onEnd: () => this.#end(129),
    });
    const { mountLayout } = await import('./mount.tsx');
    this.#layout = mountLayout(this.#screen, terminal.stdin, (error) => this.#fail(error));
    this.#screen.invalidate();
    this.#core.begin();
    void clock.sleep(WARM_UP_AFTER_MS).then(() => this.#warmUp());
    return await this.#ended.promise;
  }

  async close(): Promise<void> {
    this.#terminalHolder.close();
    await this.#core.close();
    this.#tick.abort();
    this.#screen.close();
    this.#layout?.unmount();
    this.#keyboard?.close();
    this.#modes.restore();
    for (const stop of this.#stopListening) stop();
  }

  /** What takes long to load and the first frame does not need. */
  async #warmUp(): Promise<void> {
    cellWidth('\u00e9');
    const { highlightCode } = await import('./markdown/highlight.ts');
    this.#blockLook = { ...this.#blockLook, highlight: highlightCode };
  }

  #end(code: number): void {
    this.#ended.resolve(code);
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#ended.reject(error);
  }

  /** A defect ends the chat in order instead of leaving the terminal in raw mode. */
  #guard(act: () => void): void {
    if (this.#hasFailed) return;
    try {
      act();
    } catch (error) {
      this.#fail(error);
    }
  }

  #window(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#screen.columns, rows: this.#screen.windowRows };
  }

  #changed(blocks: readonly Block[]): void {
    this.#pending.push(...blocks);
    if (this.#layout !== undefined) this.#screen.invalidate();
  }

  #layOut(): void {
    const window = this.#window();
    const columns = usableColumns(window);
    if (columns !== this.#core.state.columns) this.#core.dispatch({ type: 'resize', columns });
    const nowMs = this.#options.clock.now();
    const blocks = this.#pending;
    this.#pending = [];
    for (const block of blocks) this.#screen.append(blockLines(block, columns, this.#blockLook));
    const frame = composeFrame(this.#core.state, window, nowMs, this.#blockLook);
    if (frame.settled !== undefined) {
      this.#screen.append(frame.settled.lines);
      this.#core.settle(withOpenAnswer(this.#core.state, frame.settled.open));
    }
    this.#layout?.render(frame.view);
    this.#screen.placeCursor(frame.view.prompt.cursorColumn, rowsBelowCursor(frame.view));
    this.#scheduleTick(nowMs);
  }

  /** Clocks on screen go on although nothing happens. */
  #scheduleTick(nowMs: number): void {
    this.#tick.abort();
    const delayMs = nextChangeMs(this.#core.state, nowMs);
    if (delayMs === undefined) return;
    this.#tick = new AbortController();
    const { signal } = this.#tick;
    void this.#options.clock.sleep(delayMs, signal).then(() => {
      if (!signal.aborted) this.#screen.invalidate();
    });
  }

  #onInput(input: GroupedInput): void {
    switch (input.type) {
      case 'kitty-supported':
        this.#modes.enableKittyKeys();
        break;
      case 'key': {
        const action = actionOf(input);
        if (action !== undefined) this.#core.dispatch({ type: 'key', action });
        break;
      }
      case 'text':
      case 'paste':
        this.#core.dispatch(input);
        break;
    }
  }

  /** A signal from outside: in raw mode the key arrives as a character. */
  #onInterrupt(): void {
    // Ctrl+C in the editor reaches its whole group.
    if (this.#terminalHolder.isAway) return;
    const { turn } = this.#core.state;
    if (turn === undefined || turn.isAborting) this.#end(130);
    else this.#core.dispatch({ type: 'key', action: { type: 'interrupt' } });
  }

  #perform(effect: FaceEffect): void {
    switch (effect.type) {
      case 'exit':
        this.#end(effect.code);
        break;
      case 'repaint':
        this.#screen.suspend();
        this.#screen.repaint();
        break;
      case 'suspend':
        void this.#terminalHolder.suspend();
        break;
      case 'edit-externally':
        void this.#edit(effect.text);
        break;
    }
  }

  async #edit(text: string): Promise<void> {
    this.#keyboard?.pause();
    const outcome = await this.#terminalHolder.edit(text);
    this.#keyboard?.resume();
    this.#guard(() => {
      if (outcome.type === 'edited') this.#core.dispatch({ type: 'edited', text: outcome.text });
      else this.#core.dispatch({ type: 'notice', tone: 'warning', text: outcome.message });
    });
  }
}
