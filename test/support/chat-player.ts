/** The chat's state, played without a terminal. */
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import type { Block, ChatAction, ChatState, Effect } from '../../src/ui/chat-state.ts';
import type { KeyAction } from '../../src/ui/keymap.ts';
import { initialState, reduce } from '../../src/ui/reduce.ts';
import { MODEL } from './chat-script.ts';

/** When the first action comes, milliseconds since the epoch. */
export const NOW = 1_000_000;

/** Plays actions one second apart. */
export class Player {
  state: ChatState;
  readonly blocks: Block[] = [];
  /** All but what is remembered for later chats. */
  readonly effects: Effect[] = [];
  readonly remembered: string[] = [];
  #nowMs = NOW;

  constructor(hasKeys = true) {
    this.state = initialState({ model: MODEL }, 79, hasKeys);
  }

  do(...actions: readonly ChatAction[]): this {
    for (const action of actions) {
      const step = reduce(this.state, action, this.#nowMs);
      this.state = step.state;
      this.blocks.push(...step.blocks);
      for (const effect of step.effects) {
        if (effect.type === 'remember-prompt') this.remembered.push(effect.text);
        else this.effects.push(effect);
      }
      this.#nowMs += 1_000;
    }
    return this;
  }

  events(...events: readonly TurnEvent[]): this {
    return this.do(...events.map((event) => ({ type: 'turn-event', event }) as const));
  }

  type(text: string): this {
    return this.do({ type: 'text', text });
  }

  key(type: Exclude<KeyAction['type'], 'edit'>): this {
    return this.do({ type: 'key', action: { type } });
  }

  send(prompt: string): this {
    return this.type(prompt).key('submit');
  }

  /** What the scrollback got, in a word each. */
  get told(): readonly string[] {
    return this.blocks.map((block) => {
      if (block.type === 'answer') return `answer: ${block.open.text}`;
      return 'text' in block ? `${block.type}: ${block.text}` : block.type;
    });
  }
}
