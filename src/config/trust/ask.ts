/** What a configuration asks a user to allow: only the facts that can hurt, each by its values. */
import type { SourceRange } from '../../diagnostics/source-range.ts';

export type AskKind =
  | 'exec'
  | 'endpoint'
  | 'proxy'
  | 'ca'
  | 'env'
  | 'reads'
  | 'options'
  | 'telemetry';

export interface Ask {
  readonly kind: AskKind;
  /** Local name; absent for what no provider asks. */
  readonly provider?: string | undefined;
  /** The very values that would be used, in a fixed order: its identity. May hold what a variable of
   *  the user holds, so it is digested before it is kept. */
  readonly values: readonly string[];
  /** One line for a person, such as `send API_KEY to https://llm.example.test`. */
  readonly sentence: string;
  readonly range: SourceRange;
  /** The block it is written in. */
  readonly context: string;
  /** With `endpoint`: the origin that a grant for every project would name. */
  readonly origin?: string | undefined;
}

/** Identity of an ask: the same text means the same thing is asked. */
export function askKey(ask: Ask): string {
  return JSON.stringify([ask.kind, ask.provider ?? '', ...ask.values]);
}

/** Asks without repetition, in an order that does not depend on where they were written. */
export function sortedAsks(asks: readonly Ask[]): readonly Ask[] {
  const byKey = new Map(asks.map((ask) => [askKey(ask), ask]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask);
}

/** Control and direction characters written out, so that no text of a file looks like another ask. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
