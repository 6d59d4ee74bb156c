/** What a slash command asks for. */
import type { ModelRef } from '../turn/turn-event.ts';

export type Panel = 'help' | 'model' | 'thinking' | 'usage' | 'limits' | 'cost' | 'context';

export type SlashResult =
  | { readonly type: 'panel'; readonly panel: Panel }
  | { readonly type: 'model'; readonly model: ModelRef }
  /** `undefined`: as configured. */
  | { readonly type: 'thinking'; readonly level: string | undefined }
  /** `undefined`: show it; `-`: none. */
  | { readonly type: 'system'; readonly text: string | undefined }
  | { readonly type: 'export'; readonly path: string }
  /** `undefined`: it is to be chosen. */
  | {
      readonly type: 'resume';
      readonly id: string | undefined;
      /** Origins to which a person lets it go. */
      readonly allowed?: readonly string[] | undefined;
    }
  | { readonly type: 'clear' | 'compact' }
  | { readonly type: 'exit' }
  | { readonly type: 'refused'; readonly message: string };
