/** Raw mode, bracketed paste and kitty keys: on while the chat has the terminal, off on every exit. */
import type { Terminal } from '../host/terminal.ts';

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';
/** Asks whether the kitty protocol is known; terminals that do not know it stay silent. */
const KITTY_QUERY = '\u001b[?u';
/** Pushes "disambiguate escape codes". */
const KITTY_ON = '\u001b[>1u';
const KITTY_OFF = '\u001b[<u';
const SYNCHRONIZED_OFF = '\u001b[?2026l';
const STYLE_OFF = '\u001b[0m';
const SHOW_CURSOR = '\u001b[?25h';

export interface TerminalModes {
  enter(): void;
  /** The terminal answered that it knows the kitty protocol. */
  enableKittyKeys(): void;
  /** Gives the terminal back for a while; `enter` takes it again. */
  leave(): void;
  /**
   * Undoes everything with synchronous writes; harmless when called twice.
   *
   * @param before - Written first, such as what takes the live region off.
   */
  restore(before?: string): void;
}

export function createTerminalModes(terminal: Terminal): TerminalModes {
  let isEntered = false;
  let hasKitty = false;

  function leave(before = ''): void {
    if (!isEntered) return;
    isEntered = false;
    const kitty = hasKitty ? KITTY_OFF : '';
    hasKitty = false;
    terminal.writeSync(SYNCHRONIZED_OFF + before + PASTE_OFF + kitty + STYLE_OFF + SHOW_CURSOR);
    terminal.stdin.setRawMode(false);
  }

  return {
    enter() {
      if (isEntered) return;
      isEntered = true;
      // After a stop the shell has changed the mode behind our back: only off and on sets it anew.
      terminal.stdin.setRawMode(false);
      terminal.stdin.setRawMode(true);
      terminal.writeSync(PASTE_ON + KITTY_QUERY);
    },
    enableKittyKeys() {
      if (!isEntered || hasKitty) return;
      hasKitty = true;
      terminal.writeSync(KITTY_ON);
    },
    leave: () => leave(),
    restore: (before) => leave(before),
  };
}
