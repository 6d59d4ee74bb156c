/** Tells pasted text from typed text where the terminal does not mark pastes. */
import type { InputEvent, KeyEvent } from './input-event.ts';

/** Input as the chat acts on it: runs of characters are one text. */
export type GroupedInput =
  | KeyEvent
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'kitty-supported' };

export interface Burst {
  readonly inputs: readonly GroupedInput[];
  /** Text was pasted; what comes within moments belongs to it. */
  readonly isPaste: boolean;
}

/**
 * Groups what one read brought. Nobody types on behind Enter within one read: then the line breaks
 * are part of a paste and must not send anything.
 *
 * @param isContinuing - The read before it was such a paste, moments ago.
 */
export function groupBurst(events: readonly InputEvent[], isContinuing: boolean): Burst {
  const isPaste = isContinuing ? events.some(isPastable) : hasTextBehindEnter(events);
  const inputs: GroupedInput[] = [];
  let run: string[] = [];
  const type = isPaste ? 'paste' : 'text';
  const endRun = (): void => {
    if (run.length > 0) inputs.push({ type, text: run.join('') });
    run = [];
  };
  for (const event of events) {
    const text = event.type === 'text' ? event.text : isPaste ? pastedKey(event) : undefined;
    if (text !== undefined) run.push(text);
    else if (event.type !== 'stray-paste-end' && event.type !== 'text') {
      endRun();
      inputs.push(event);
    }
  }
  endRun();
  return { inputs, isPaste };
}

function hasTextBehindEnter(events: readonly InputEvent[]): boolean {
  const enter = events.findIndex(isEnter);
  if (enter === -1) return false;
  return events.slice(enter + 1).some(({ type }) => type === 'text' || type === 'stray-paste-end');
}

/** The times Enter was pressed at the end. */
export function lastEnters(inputs: readonly GroupedInput[]): readonly KeyEvent[] {
  const other = inputs.findLastIndex((input) => !isEnter(input));
  return inputs.slice(other + 1).filter((input) => input.type === 'key');
}

function isEnter(event: InputEvent | GroupedInput): boolean {
  return event.type === 'key' && event.name === 'enter' && !event.ctrl && !event.alt;
}

function isLineFeed(event: InputEvent): boolean {
  return event.type === 'key' && event.name === 'j' && event.ctrl && !event.alt;
}

function isPastable(event: InputEvent): boolean {
  return event.type === 'text' || isEnter(event) || isLineFeed(event);
}

/** The character a key stands for within a paste. */
function pastedKey(event: InputEvent): string | undefined {
  if (isEnter(event) || isLineFeed(event)) return '\n';
  return event.type === 'key' && event.name === 'tab' && !event.shift ? '\t' : undefined;
}
