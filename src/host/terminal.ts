/** The terminal as the chat needs it: the real streams, its state, and the ways out. */

export type TerminalSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGCONT';

/** What came of writing a text in another program. */
export type EditOutcome =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string };

/**
 * The controlling terminal. Unlike `Input` and `Output` it hands out the streams themselves: raw
 * mode, resizing and back-pressure have no smaller form.
 */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Writes to stdout at once, also while the process ends; a terminal that is gone is ignored. */
  writeSync(text: string): void;
  /** Calls back on every delivery. Returns how to stop listening. */
  onSignal(signal: TerminalSignal, listener: () => void): () => void;
  /**
   * Calls back synchronously when the process ends by itself, by `exit` or by an uncaught
   * exception, before anything is printed about it. Returns how to stop listening.
   */
  onEnd(listener: () => void): () => void;
  /** Stops this process group as Ctrl+Z in a shell does; returns once it was continued. */
  suspend(): void;
  /**
   * Gives the terminal to an editor for a text.
   *
   * @param command - As in `$EDITOR`: a program with its arguments.
   * @param signal - Ends the editor.
   */
  edit(command: string, text: string, signal: AbortSignal): Promise<EditOutcome>;
}
