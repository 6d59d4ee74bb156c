/** What slash commands show, as lines of words. */
import { formatCost, formatPercent, formatTokens } from '../format/quantities.ts';
import type { EffortControl } from '../protocol/model-spec.ts';
import type { ChatModel } from './chat-options.ts';
import { type ChatState, currentModel, findModel, modelName } from './chat-state.ts';
import { type Cost, type TokenCounts, totalCost, totalTokens } from './figures.ts';
import { datedLimitText } from './limit-text.ts';
import { SLASH_COMMANDS } from './slash-command.ts';
import type { Panel } from './slash-result.ts';

/** The lines of a panel; texts of models and vendors in them are raw. */
export function panelLines(panel: Panel, state: ChatState, nowMs: number): readonly string[] {
  switch (panel) {
    case 'help':
      return helpLines(state);
    case 'model':
      return modelLines(state);
    case 'thinking':
      return thinkingLines(state);
    case 'usage':
      return usageLines(totalTokens(state.figures));
    case 'limits':
      return limitLines(state, nowMs);
    case 'cost':
      return costLines(state);
    case 'context':
      return contextLines(state);
  }
}

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['Enter', 'send; while an answer runs: send after it'],
  ['Shift+Enter, Alt+Enter, Ctrl+J, \\ Enter', 'new line'],
  ['Esc, Ctrl+C', 'stop the answer; what came so far stays'],
  ['Enter on an empty prompt', 'while a call waits to be tried again: try now'],
  ['Ctrl+C', 'clear the prompt; twice on an empty one: leave'],
  ['Ctrl+D', 'leave, on an empty prompt'],
  ['Up, Down, Ctrl+P, Ctrl+N', 'earlier prompts'],
  ['Ctrl+R', 'search in earlier prompts'],
  ['Alt+Up', 'take the last queued message back'],
  ['Tab', 'complete a command, a model, or a file behind @'],
  ['Ctrl+T', 'show or fold thinking'],
  ['Ctrl+O', 'details of the last answer'],
  ['Ctrl+G', 'write the prompt in $VISUAL or $EDITOR'],
  ['Ctrl+L, Ctrl+Z', 'repaint; suspend'],
];

/** Where the terminal edits lines itself. */
const LINE_KEYS: typeof KEYS = [
  ['Enter', 'send; while an answer runs: send after it'],
  ['\\ Enter', 'new line'],
  ['Ctrl+C', 'stop the answer; twice at the prompt: leave'],
  ['Ctrl+D', 'leave, on an empty line'],
];

function helpLines({ hasKeys, expansions }: ChatState): readonly string[] {
  const commands = SLASH_COMMANDS.map(({ name, argument, summary }) => [
    `/${name}${argument === undefined ? '' : ` ${argument}`}`,
    summary,
  ]);
  const ofProviders = (expansions ?? []).map(({ name, description }) => [`/${name}`, description]);
  const keys = hasKeys ? KEYS : LINE_KEYS;
  return ['Commands', ...columns([...commands, ...ofProviders]), '', 'Keys', ...columns(keys)];
}

/** Two columns, the first as wide as its widest entry. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`);
}

function modelLines(state: ChatState): readonly string[] {
  if (state.models === undefined) return ['The models are still being asked for.'];
  if (state.models.length === 0) return ['No provider has told its models.'];
  const chosen = findModel(state.models, currentModel(state));
  return ['Models', ...state.models.map((model) => modelLine(model, model === chosen))];
}

function modelLine({ ref, aliases = [], contextWindow }: ChatModel, isCurrent: boolean): string {
  const also = aliases.length === 0 ? '' : ` (${aliases.join(', ')})`;
  const window = contextWindow === undefined ? '' : `, context ${formatTokens(contextWindow)}`;
  return `${isCurrent ? '* ' : '  '}${modelName(ref)}${also}${window}`;
}

function thinkingLines(state: ChatState): readonly string[] {
  const model = currentModel(state);
  const spec = findModel(state.models, model)?.thinking;
  const chosen = state.chosenThinking ?? 'as configured';
  const lines = [`Thinking: ${chosen}`];
  if (model === undefined || spec === undefined) return lines;
  if (!spec.supported) return [...lines, `${modelName(model)} does not think.`];
  const off = spec.disable === 'never' ? [] : ['off'];
  return [...lines, `${modelName(model)} takes: ${levelNames(spec.effort, off)}`];
}

function levelNames(effort: EffortControl | undefined, off: readonly string[]): string {
  const levels = (effort?.levels ?? []).map((level) =>
    level === effort?.default ? `${level} (default)` : level,
  );
  return [...levels, ...off].join(', ') || 'no setting';
}

const COUNTERS: readonly (readonly [counter: keyof TokenCounts, label: string])[] = [
  ['inputTokens', 'in'],
  ['outputTokens', 'out'],
  ['cacheReadTokens', 'read from cache'],
  ['cacheWriteTokens', 'written to cache'],
  ['reasoningTokens', 'reasoning'],
];

function usageLines(tokens: TokenCounts | undefined): readonly string[] {
  if (tokens === undefined) return ['No tokens were used yet.'];
  const counters = COUNTERS.flatMap(([counter, label]) => {
    const count = tokens[counter];
    return count === undefined ? [] : [{ label, count }];
  });
  const most = Math.max(1, ...counters.map(({ count }) => count));
  const rows = counters.map(
    ({ label, count }) => `  ${bar(count / most)} ${formatTokens(count)} ${label}`,
  );
  return ['Tokens of this conversation', ...rows];
}

/** What all has cost, and the part of the last answer. */
function costLines({ figures, lastOutcome }: ChatState): readonly string[] {
  const total = totalCost(figures);
  const lines = [`Cost of this conversation: ${costText(total)}`];
  const last = lastOutcome?.costUsd;
  if (last === undefined || total.usd === 0) return lines;
  const share = Math.min(1, last / total.usd);
  return [
    ...lines,
    `  ${bar(share)} ${formatPercent(100 * share)} for the last answer, ${formatCost(last)}`,
  ];
}

/** `$0.0042`, `~$0.12`; `n/a` where a part is unknown, with what is known. */
export function costText({ usd, isUnknown, isEstimate }: Cost): string {
  const known = formatCost(usd, { isEstimate });
  if (!isUnknown) return known;
  return usd === 0 ? 'n/a' : `n/a (${known} known)`;
}

function limitLines(state: ChatState, nowMs: number): readonly string[] {
  const providers = Object.entries(state.figures.limits);
  if (providers.length === 0) return ['No vendor has reported a limit yet.'];
  return providers.flatMap(([provider, limits]) => [
    `Limits of ${provider}`,
    ...limits.map((limit) => `  ${datedLimitText(limit, nowMs)}`),
  ]);
}

const BAR_CELLS = 20;

function contextLines(state: ChatState): readonly string[] {
  const { usedTokens } = state.figures.context;
  const window = contextWindow(state);
  if (usedTokens === undefined) {
    const size = window === undefined ? '' : ` The window takes ${formatTokens(window)} tokens.`;
    return [`Nothing of the context window is used yet.${size}`];
  }
  if (window === undefined) return [`Context used: ${formatTokens(usedTokens)} tokens`];
  const share = Math.min(1, usedTokens / window);
  const used = `${formatTokens(usedTokens)} of ${formatTokens(window)} tokens`;
  return [`Context used: ${bar(share)} ${formatPercent(100 * share)}, ${used}`];
}

/** @param share - Of 1. */
function bar(share: number): string {
  const filled = Math.round(share * BAR_CELLS);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CELLS - filled)}]`;
}

/** The window of the model that answers next. */
export function contextWindow(state: ChatState): number | undefined {
  const known = findModel(state.models, currentModel(state))?.contextWindow;
  return known ?? state.figures.context.windowTokens;
}
