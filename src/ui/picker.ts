/** Pure: a list from which one thing is chosen with the arrow keys. */
import { terminalSafe } from '../format/terminal-safe.ts';
import { expandTabs, truncate } from './cell-width.ts';
import type { Palette } from './palette.ts';
import type { SlashResult } from './slash-result.ts';

export interface PickerItem {
  /** Raw. */
  readonly label: string;
  readonly detail: string;
  /** What choosing it does, as if its command had been typed. */
  readonly result: SlashResult;
  /** In force now. */
  readonly isCurrent: boolean;
}

export interface Picker {
  /** What is chosen, as a word. */
  readonly title: string;
  readonly items: readonly PickerItem[];
  /** Only items that hold this are shown. */
  readonly filter: string;
  /** Among those shown. */
  readonly index: number;
}

/** Begins at what is in force. */
export function openPicker(title: string, items: readonly PickerItem[]): Picker {
  const current = items.findIndex(({ isCurrent }) => isCurrent);
  return { title, items, filter: '', index: Math.max(0, current) };
}

function shownItems({ items, filter }: Picker): readonly PickerItem[] {
  const wanted = filter.toLowerCase();
  return items.filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted));
}

/** From one end it goes on at the other. */
export function moveInPicker(picker: Picker, direction: -1 | 1): Picker {
  const count = shownItems(picker).length;
  return count === 0 ? picker : { ...picker, index: (picker.index + direction + count) % count };
}

export function filterPicker(picker: Picker, filter: string): Picker {
  return { ...picker, filter, index: 0 };
}

export function chosenItem(picker: Picker): PickerItem | undefined {
  return shownItems(picker)[picker.index];
}

const MARK = '> ';

/** The rows around the chosen one, as many as fit. */
export function pickerRows(
  picker: Picker,
  columns: number,
  maxRows: number,
  palette: Palette,
): readonly string[] {
  const items = shownItems(picker);
  const middle = picker.index - Math.floor(maxRows / 2);
  const first = Math.max(0, Math.min(middle, items.length - maxRows));
  return items.slice(first, first + Math.max(0, maxRows)).map((item, index) => {
    const isChosen = first + index === picker.index;
    const row = truncate((isChosen ? MARK : '  ') + itemText(item), columns);
    return isChosen ? palette('strong', row) : row;
  });
}

function itemText({ label, detail, isCurrent }: PickerItem): string {
  const text = `${isCurrent ? '* ' : ''}${label}${detail === '' ? '' : `  ${detail}`}`;
  return expandTabs(terminalSafe(text).replaceAll('\n', ' '));
}

/** What the keys do, for the row above the prompt. */
export function pickerHint(picker: Picker): string {
  const count = shownItems(picker).length;
  const place = count === 0 ? 'nothing matches' : `${picker.index + 1} of ${count}`;
  return `${picker.title} (${place}) | Up, Down, Enter takes, Esc leaves`;
}
