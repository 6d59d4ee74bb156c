/** Pure: what can be chosen, as the items of a list. */
import { formatCost, formatLocalMoment, formatTokens } from '../format/quantities.ts';
import { type ChatState, currentModel, findModel, modelName } from './chat-state.ts';
import type { SessionSummary } from './conversation-port.ts';
import type { PickerItem } from './picker.ts';

/** Every model that is known. */
export function modelItems(state: ChatState): readonly PickerItem[] {
  const current = findModel(state.models, currentModel(state));
  return (state.models ?? []).map((model) => {
    const { ref, aliases = [], contextWindow } = model;
    const also = aliases.length === 0 ? [] : [`(${aliases.join(', ')})`];
    const window = contextWindow === undefined ? [] : [`context ${formatTokens(contextWindow)}`];
    return {
      label: modelName(ref),
      detail: [...also, ...window].join(' '),
      result: { type: 'model', model: ref },
      isCurrent: model === current,
    };
  });
}

/** What the model declares; empty when it declares nothing that could be chosen. */
export function thinkingItems(state: ChatState): readonly PickerItem[] {
  const spec = findModel(state.models, currentModel(state))?.thinking;
  if (spec?.supported !== true) return [];
  const levels = spec.effort?.levels ?? [];
  const off = spec.disable === 'never' ? [] : ['off'];
  if (levels.length + off.length === 0) return [];
  return [undefined, ...levels, ...off].map((level) => ({
    label: level ?? 'as configured',
    detail: level !== undefined && level === spec.effort?.default ? '(default)' : '',
    result: { type: 'thinking', level },
    isCurrent: level === state.chosenThinking,
  }));
}

export function sessionItems(sessions: readonly SessionSummary[]): readonly PickerItem[] {
  return sessions.map((session) => ({
    label: session.title === '' ? session.id : session.title,
    detail: sessionFacts(session),
    result: { type: 'resume', id: session.id },
    isCurrent: false,
  }));
}

/** `12 turns, last used 2026-01-31 14:05, $0.12`. */
export function sessionFacts({ turns, lastUsedAt, costUsd }: SessionSummary): string {
  const count = turns === 1 ? '1 turn' : `${turns} turns`;
  return `${count}, last used ${formatLocalMoment(lastUsedAt)}, ${formatCost(costUsd)}`;
}

/** The same where no key reaches the chat. */
export function sessionLines(sessions: readonly SessionSummary[]): readonly string[] {
  return [
    'Conversations; /resume ID goes on with one',
    ...sessions.map((session) => `  ${session.id}  ${session.title}  ${sessionFacts(session)}`),
  ];
}
