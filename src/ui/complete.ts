/** Pure: Tab. */
import { type ChatState, modelName, type Step, step } from './chat-state.ts';
import { setText } from './line-editor.ts';
import { completeCommand } from './slash-command.ts';

/** Completes a slash command, or a model behind `/model`; several choices are listed as a hint. */
export function complete(state: ChatState, hintUntilMs: number): Step {
  const { text, cursor } = state.editor;
  if (cursor !== text.length || !text.startsWith('/')) return step(state);
  const candidates = candidatesFor(state, text);
  const [first] = candidates;
  if (first === undefined) return step(state);
  if (candidates.length === 1)
    return step({ ...state, editor: setText(state.editor, `${first} `) });
  const common = commonPrefix(candidates);
  if (common.length > text.length) return step({ ...state, editor: setText(state.editor, common) });
  const names = candidates.map((candidate) => candidate.slice(candidate.lastIndexOf(' ') + 1));
  const hint = { text: names.join('  '), untilMs: hintUntilMs, armsExit: false };
  return step({ ...state, hint });
}

function candidatesFor(state: ChatState, text: string): readonly string[] {
  const [command, argument] = text.split(' ', 2);
  if (argument === undefined) return completeCommand(text);
  if (command !== '/model') return [];
  return (state.models ?? [])
    .map(({ ref }) => `/model ${modelName(ref)}`)
    .filter((candidate) => candidate.startsWith(text));
}

function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...rest] = texts;
  let length = first.length;
  for (const text of rest) {
    while (!text.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
