/** Pure: keys while a list is open. */
import { terminalSafe } from '../format/terminal-safe.ts';
import { graphemes } from './cell-width.ts';
import { type ChatState, type Step, step } from './chat-state.ts';
import type { KeyAction } from './keymap.ts';
import { chosenItem, filterPicker, moveInPicker, type Picker } from './picker.ts';
import { applyCommand } from './reduce-command.ts';

export function typeInPicker(state: ChatState, picker: Picker, text: string): Step {
  const more = terminalSafe(text).replace(/\s+/g, ' ');
  return show(state, filterPicker(picker, picker.filter + more));
}

/** @returns `undefined` for keys that have nothing to do with the list. */
export function reducePickerKey(
  state: ChatState,
  picker: Picker,
  action: KeyAction,
  nowMs: number,
): Step | undefined {
  switch (action.type) {
    case 'up':
    case 'history-previous':
      return show(state, moveInPicker(picker, -1));
    case 'down':
    case 'history-next':
      return show(state, moveInPicker(picker, 1));
    case 'submit': {
      const item = chosenItem(picker);
      const closed = { ...state, picker: undefined };
      return item === undefined ? step(state) : applyCommand(closed, item.result, nowMs);
    }
    case 'stop':
    case 'interrupt':
    case 'delete-or-exit':
      return step({ ...state, picker: undefined });
    case 'edit':
      if (action.command !== 'backspace') return step(state);
      return show(state, filterPicker(picker, graphemes(picker.filter).slice(0, -1).join('')));
    case 'repaint':
    case 'suspend':
      return undefined;
    default:
      return step(state);
  }
}

function show(state: ChatState, picker: Picker): Step {
  return step({ ...state, picker });
}
