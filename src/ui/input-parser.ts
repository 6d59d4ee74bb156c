/** Bytes of a terminal → keys, text and pastes, whatever the chunks they arrive in. */
import { decodeSequence } from './control-sequence.ts';
import { type InputEvent, keyEvent, type Modifiers, NO_MODIFIERS } from './input-event.ts';
import { scanEscape } from './scan-escape.ts';

/** What the bytes so far may be the beginning of; the caller decides how long to wait for more. */
export type Waiting = 'nothing' | 'escape' | 'sequence' | 'paste';

export interface InputParser {
  /** Takes the next bytes and returns what they complete. */
  push(bytes: Uint8Array): readonly InputEvent[];
  /** Nothing more came in time: what is pending stands for itself. */
  flush(): readonly InputEvent[];
  waiting(): Waiting;
}

const ESC = '\u001b';
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** Names of the characters 0x1c to 0x1f with Ctrl. */
const CTRL_SIGNS = ['\\', ']', '^', '_'];

/** A parser of one input stream. */
export function createInputParser(): InputParser {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let pending = '';
  let paste: PasteCollector | undefined;

  function readPlain(events: InputEvent[]): void {
    let at = 0;
    while (at < pending.length && paste === undefined) {
      const step = pending[at] === ESC ? readEscape(pending.slice(at)) : readCharacter(pending, at);
      if (step === undefined) break;
      at += step.length;
      if (step.startsPaste === true) paste = pasteCollector();
      else events.push(...step.events);
    }
    pending = pending.slice(at);
  }

  function readPaste(events: InputEvent[]): void {
    const rest = paste?.push(pending);
    pending = '';
    if (rest === undefined) return;
    events.push({ type: 'paste', text: paste?.text() ?? '' });
    paste = undefined;
    pending = rest;
  }

  function read(events: InputEvent[]): readonly InputEvent[] {
    do {
      if (paste) readPaste(events);
      readPlain(events);
    } while (paste && pending !== '');
    return events;
  }

  return {
    push(bytes) {
      pending += decoder.decode(bytes, { stream: true });
      return read([]);
    },
    flush() {
      const events: InputEvent[] = [];
      if (paste) {
        events.push({ type: 'paste', text: paste.text() });
        paste = undefined;
      }
      events.push(...givenUp(pending));
      pending = '';
      return events;
    },
    waiting() {
      if (paste) return 'paste';
      if (pending === '') return 'nothing';
      return pending === ESC || pending === ESC + ESC ? 'escape' : 'sequence';
    },
  };
}

interface Step {
  /** Characters used up. */
  readonly length: number;
  readonly events: readonly InputEvent[];
  readonly startsPaste?: boolean;
}

/** `undefined`: more is needed. */
function readEscape(text: string): Step | undefined {
  const found = scanEscape(text);
  switch (found.type) {
    case 'incomplete':
      return undefined;
    case 'ignored':
      return { length: found.length, events: [] };
    case 'alone':
      return { length: 1, events: [keyEvent('escape')] };
    case 'alt':
      return { length: found.length, events: altKey(found.character) };
    case 'sequence': {
      if (found.text === PASTE_START)
        return { length: found.length, events: [], startsPaste: true };
      if (found.text === PASTE_END) {
        return { length: found.length, events: [{ type: 'stray-paste-end' }] };
      }
      const event = decodeSequence(found.text, found.hasAlt);
      return { length: found.length, events: event ? [event] : [] };
    }
  }
}

function readCharacter(text: string, at: number): Step {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { length: character.length, events: characterEvents(character, NO_MODIFIERS) };
}

function altKey(character: string): readonly InputEvent[] {
  return characterEvents(character, { ...NO_MODIFIERS, alt: true });
}

function characterEvents(character: string, modifiers: Modifiers): readonly InputEvent[] {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0d) return [keyEvent('enter', modifiers)];
  if (code === 0x09) return [keyEvent('tab', modifiers)];
  // Ctrl+H is what Backspace sends on some terminals.
  if (code === 0x7f || code === 0x08) return [keyEvent('backspace', modifiers)];
  if (code < 0x20) return [keyEvent(controlName(code), { ...modifiers, ctrl: true })];
  if (code >= 0x80 && code < 0xa0) return [];
  if (!modifiers.alt) return [{ type: 'text', text: character }];
  const name = character.toLowerCase();
  return [keyEvent(name, { ...modifiers, shift: name !== character })];
}

function controlName(code: number): string {
  if (code === 0) return ' ';
  return CTRL_SIGNS[code - 0x1c] ?? String.fromCharCode(code + 0x60);
}

/** A lone ESC was the key; `ESC [` was Alt+[; the beginning of anything longer is dropped. */
function givenUp(pending: string): readonly InputEvent[] {
  if (pending === ESC) return [keyEvent('escape')];
  if (pending === ESC + ESC) return [keyEvent('escape'), keyEvent('escape')];
  return pending.length === 2 ? altKey(pending.slice(1)) : [];
}

interface PasteCollector {
  /** Takes more text; returns what follows the end marker once that has come. */
  push(text: string): string | undefined;
  text(): string;
}

/** Joins once, at the end: a paste may have many megabytes. */
function pasteCollector(): PasteCollector {
  const parts: string[] = [];
  let carry = '';
  return {
    push(text) {
      const all = carry + text;
      const end = all.indexOf(PASTE_END);
      if (end !== -1) {
        parts.push(all.slice(0, end));
        carry = '';
        return all.slice(end + PASTE_END.length);
      }
      const kept = beginningOfMarker(all);
      parts.push(all.slice(0, all.length - kept));
      carry = all.slice(all.length - kept);
      return undefined;
    },
    text: () => (parts.join('') + carry).replace(/\r\n?/g, '\n'),
  };
}

/** Length of the longest ending that could become the end marker. */
function beginningOfMarker(text: string): number {
  for (let length = Math.min(text.length, PASTE_END.length - 1); length > 0; length -= 1) {
    if (text.endsWith(PASTE_END.slice(0, length))) return length;
  }
  return 0;
}
