/** Pure: Tab. */
import { terminalLine } from '../format/terminal-safe.ts';
import { type ChatState, modelName, type Step, step } from './chat-state.ts';
import { insertText } from './line-editor.ts';
import { completeCommand } from './slash-command.ts';

/**
 * Completes a slash command, a model behind `/model`, or a path behind an `@`; several choices are
 * listed as a hint.
 */
export function complete(state: ChatState, hintUntilMs: number): Step {
  const { text, cursor } = state.editor;
  const prefix = mentionBefore(text.slice(0, cursor));
  if (prefix !== undefined) return step(state, [], [{ type: 'complete-path', prefix }]);
  if (cursor !== text.length || !text.startsWith('/')) return step(state);
  const candidates = candidatesFor(state, text);
  const names = candidates.map((candidate) => candidate.slice(candidate.lastIndexOf(' ') + 1));
  return choose(state, { typed: text, candidates, names, end: ' ' }, hintUntilMs);
}

/** What was found for a path; nothing happens when something else was typed meanwhile. */
export function completeMention(
  state: ChatState,
  prefix: string,
  paths: readonly string[],
  hintUntilMs: number,
): Step {
  const { text, cursor } = state.editor;
  if (mentionBefore(text.slice(0, cursor)) !== prefix) return step(state);
  const candidates = paths.filter(isHarmless);
  const end = candidates[0]?.endsWith('/') === true ? '' : ' ';
  return choose(state, { typed: prefix, candidates, names: candidates, end }, hintUntilMs);
}

/** A path that is being typed behind an `@`. */
function mentionBefore(text: string): string | undefined {
  return /(?:^|\s)@([^\s"]*)$/.exec(text)?.[1];
}

interface Choices {
  /** What stands before the cursor; every candidate begins with it. */
  readonly typed: string;
  readonly candidates: readonly string[];
  /** The candidates as the hint lists them. */
  readonly names: readonly string[];
  /** What follows the only one. */
  readonly end: string;
}

function choose(
  state: ChatState,
  { typed, candidates, names, end }: Choices,
  hintUntilMs: number,
): Step {
  const [first] = candidates;
  if (first === undefined) return step(state);
  const common = candidates.length === 1 ? first + end : commonPrefix(candidates);
  if (common.length > typed.length) {
    return step({ ...state, editor: insertText(state.editor, common.slice(typed.length)) });
  }
  return step({
    ...state,
    hint: { text: names.join('  '), untilMs: hintUntilMs, armsExit: false },
  });
}

function candidatesFor(state: ChatState, text: string): readonly string[] {
  const [command, argument] = text.split(' ', 2);
  if (argument === undefined) return completeCommand(text, state.expansions);
  if (command !== '/model') return [];
  return (state.models ?? [])
    .map(({ ref }) => `/model ${modelName(ref)}`)
    .filter((candidate) => candidate.startsWith(text) && isHarmless(candidate));
}

/** What is completed stands in the prompt as it is, and could not be typed otherwise. */
function isHarmless(candidate: string): boolean {
  return terminalLine(candidate) === candidate;
}

function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...rest] = texts;
  let length = first.length;
  for (const text of rest) {
    while (!text.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
