import type { StreamEvent } from '../../protocol/stream-event.ts';

/**
 * Where a server leaves reasoning inside the answer: nowhere, behind `<think>` at its very start, or
 * from the first character because the prompt's template opened the tag.
 */
export type ThinkTags = 'off' | 'explicit' | 'implicit';

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Parts reasoning from text by its tags, whatever the chunks. Only a tag at the very start opens; a
 * later one is text. A piece that may be the beginning of a tag is held back until it is decided.
 */
export class ThinkTagSplitter {
  #state: 'start' | 'thinking' | 'after' | 'text';
  #held = '';

  constructor(tags: ThinkTags) {
    this.#state = tags === 'off' ? 'text' : tags === 'implicit' ? 'thinking' : 'start';
  }

  accept(text: string): readonly StreamEvent[] {
    this.#held += text;
    const events: StreamEvent[] = [];
    while (this.#step(events)) {
      // Each step consumes what is decided; the rest waits for more text.
    }
    return events;
  }

  /** What was still held back, as what it turned out to be. */
  finish(): readonly StreamEvent[] {
    const rest = this.#held;
    this.#held = '';
    if (rest === '') return [];
    return [{ type: this.#state === 'thinking' ? 'thinking-delta' : 'text-delta', text: rest }];
  }

  /** @returns Whether another step may decide more. */
  #step(events: StreamEvent[]): boolean {
    switch (this.#state) {
      case 'start':
        return this.#start();
      case 'thinking':
        return this.#think(events);
      case 'after': {
        // Templates put blank lines between reasoning and answer.
        this.#held = this.#held.replace(/^[\r\n]+/, '');
        if (this.#held === '') return false;
        this.#state = 'text';
        return true;
      }
      case 'text':
        if (this.#held !== '') events.push({ type: 'text-delta', text: this.#held });
        this.#held = '';
        return false;
    }
  }

  #start(): boolean {
    const trimmed = this.#held.trimStart();
    if (trimmed === '' || (OPEN.startsWith(trimmed) && trimmed.length < OPEN.length)) return false;
    if (trimmed.startsWith(OPEN)) {
      this.#held = trimmed.slice(OPEN.length);
      this.#state = 'thinking';
    } else {
      this.#state = 'text';
    }
    return true;
  }

  #think(events: StreamEvent[]): boolean {
    const end = this.#held.indexOf(CLOSE);
    const decided = end >= 0 ? end : this.#held.length - partialTag(this.#held);
    const text = this.#held.slice(0, decided);
    if (text !== '') events.push({ type: 'thinking-delta', text });
    this.#held = this.#held.slice(decided + (end >= 0 ? CLOSE.length : 0));
    if (end < 0) return false;
    this.#state = 'after';
    return true;
  }
}

/** Length of the longest end of a text that begins the closing tag. */
function partialTag(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length -= 1) {
    if (CLOSE.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
