/** Which key does what (`cli` §6). */
import type { KeyEvent } from './input-event.ts';
import type { EditCommand } from './line-editor.ts';

export type KeyAction =
  | { readonly type: 'edit'; readonly command: EditCommand }
  | {
      readonly type:
        | 'submit'
        | 'newline'
        /** Escape. */
        | 'stop'
        /** Ctrl+C. */
        | 'interrupt'
        /** Ctrl+D: deletes, or leaves when there is nothing to delete. */
        | 'delete-or-exit'
        | 'up'
        | 'down'
        | 'history-previous'
        | 'history-next'
        | 'history-search'
        /** Takes the last queued message back into the editor. */
        | 'take-back'
        | 'complete'
        | 'toggle-thinking'
        | 'details'
        | 'external-editor'
        | 'repaint'
        | 'suspend';
    };

type SimpleAction = Exclude<KeyAction, { readonly type: 'edit' }>['type'];

const EDITS: Readonly<Record<string, EditCommand>> = {
  left: 'left',
  right: 'right',
  home: 'line-start',
  end: 'line-end',
  backspace: 'backspace',
  delete: 'delete',
  'ctrl+a': 'line-start',
  'ctrl+e': 'line-end',
  'ctrl+b': 'left',
  'ctrl+f': 'right',
  'ctrl+k': 'kill-to-end',
  'ctrl+u': 'kill-to-start',
  'ctrl+w': 'kill-word-back',
  'ctrl+y': 'yank',
  'alt+b': 'word-left',
  'alt+f': 'word-right',
  'alt+d': 'kill-word-forward',
  'alt+backspace': 'kill-word-back',
  'ctrl+left': 'word-left',
  'ctrl+right': 'word-right',
  'alt+left': 'word-left',
  'alt+right': 'word-right',
};

const ACTIONS: Readonly<Record<string, SimpleAction>> = {
  enter: 'submit',
  'shift+enter': 'newline',
  'alt+enter': 'newline',
  'ctrl+enter': 'newline',
  'ctrl+j': 'newline',
  escape: 'stop',
  'ctrl+c': 'interrupt',
  'ctrl+d': 'delete-or-exit',
  up: 'up',
  down: 'down',
  'ctrl+p': 'history-previous',
  'ctrl+n': 'history-next',
  'ctrl+r': 'history-search',
  'alt+up': 'take-back',
  tab: 'complete',
  'ctrl+t': 'toggle-thinking',
  'ctrl+o': 'details',
  'ctrl+g': 'external-editor',
  'ctrl+l': 'repaint',
  'ctrl+z': 'suspend',
};

/** What a key does; `undefined` when it has no meaning here. */
export function actionOf(key: KeyEvent): KeyAction | undefined {
  const name = keyName(key);
  const command = EDITS[name];
  if (command !== undefined) return { type: 'edit', command };
  const type = ACTIONS[name];
  return type === undefined ? undefined : { type };
}

function keyName(key: KeyEvent): string {
  // With Ctrl or Alt, terminals disagree on whether Shift is told.
  const isCharacter = [...key.name].length === 1;
  const shift = key.shift && !isCharacter ? 'shift+' : '';
  return `${key.ctrl ? 'ctrl+' : ''}${key.alt ? 'alt+' : ''}${shift}${key.name}`;
}
