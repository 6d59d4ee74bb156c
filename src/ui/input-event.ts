/** What a terminal sent, decoded. */

export type KeyName =
  | 'enter'
  | 'escape'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'insert'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down';

/** A key that is not plain text: a named key, or a character with Ctrl or Alt. */
export interface KeyEvent {
  readonly type: 'key';
  /** A `KeyName`, or one lower-case character. */
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

export type InputEvent =
  | KeyEvent
  /** One character that was typed. */
  | { readonly type: 'text'; readonly text: string }
  /** A bracketed paste, whole; line ends are `\n`. */
  | { readonly type: 'paste'; readonly text: string }
  /** An end of paste without a beginning: what came before it was pasted as well. */
  | { readonly type: 'stray-paste-end' }
  /** The terminal answered that it knows the kitty keyboard protocol. */
  | { readonly type: 'kitty-supported' };

export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

export const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false };

export function keyEvent(name: string, modifiers: Modifiers = NO_MODIFIERS): KeyEvent {
  return { type: 'key', name, ...modifiers };
}
