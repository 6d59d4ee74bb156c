/** Earlier prompts, walked through with the draft kept at the end. */

export interface PromptHistory {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** Index of the entry shown; `undefined` while the draft is. */
  readonly index: number | undefined;
  /** What stood in the editor when the walk began. */
  readonly draft: string;
}

/** Prompts kept; older ones are forgotten. */
const MAX_ENTRIES = 1_000;

export function promptHistory(entries: readonly string[] = []): PromptHistory {
  return { entries: entries.slice(-MAX_ENTRIES), index: undefined, draft: '' };
}

/** Adds a prompt, unless it repeats the last one, and ends the walk. */
export function remember(history: PromptHistory, prompt: string): PromptHistory {
  if (prompt.trim() === '' || history.entries.at(-1) === prompt) {
    return promptHistory(history.entries);
  }
  return promptHistory([...history.entries, prompt]);
}

export interface HistoryStep {
  readonly history: PromptHistory;
  /** What the editor shows now. */
  readonly text: string;
}

/**
 * One prompt back or forth.
 *
 * @param current - Text in the editor; it becomes the draft when the walk begins.
 * @returns `undefined` when there is nothing further.
 */
export function walk(
  history: PromptHistory,
  direction: -1 | 1,
  current: string,
): HistoryStep | undefined {
  const { entries } = history;
  const from = history.index ?? entries.length;
  const index = from + direction;
  if (index < 0 || index > entries.length) return undefined;
  const draft = history.index === undefined ? current : history.draft;
  const entry = entries[index];
  if (entry === undefined) return { history: { entries, index: undefined, draft }, text: draft };
  return { history: { entries, index, draft }, text: entry };
}

/** The newest prompt before `before` that contains the text, ignoring case; for Ctrl+R. */
export function findInHistory(
  history: PromptHistory,
  text: string,
  before: number = history.entries.length,
): number | undefined {
  if (text === '') return undefined;
  const wanted = text.toLowerCase();
  const index = history.entries
    .slice(0, before)
    .findLastIndex((entry) => entry.toLowerCase().includes(wanted));
  return index === -1 ? undefined : index;
}
