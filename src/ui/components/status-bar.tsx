import type { ReactNode } from 'react';
import { formatPercent, formatTokens } from '../../format/quantities.ts';
import { terminalLine } from '../../format/terminal-safe.ts';
import { cellWidth, truncate } from '../cell-width.ts';
import { type ChatState, currentModel, modelName } from '../chat-state.ts';
import { type TokenCounts, totalCost, totalTokens } from '../figures.ts';
import { limitText, tightestLimit } from '../limit-text.ts';
import type { Palette } from '../palette.ts';
import { contextWindow, costText } from '../panels.ts';
import { Lines } from './lines.tsx';

/** Model, context, tokens, cost and the tightest limit. */
export function StatusBar({ rows }: { readonly rows: readonly string[] }): ReactNode {
  return <Lines rows={rows} />;
}

const SEPARATOR = ' | ';

/** Rows the status may take at most. */
const MAX_ROWS = 3;

/** Fills as many rows as the figures need. */
export function statusRows(
  state: ChatState,
  columns: number,
  nowMs: number,
  palette: Palette,
): readonly string[] {
  const rows: string[] = [];
  for (const part of statusParts(state, nowMs)) {
    const shown = truncate(part, columns);
    const last = rows.at(-1);
    const joined = last === undefined ? shown : last + SEPARATOR + shown;
    if (last !== undefined && cellWidth(joined) <= columns) rows[rows.length - 1] = joined;
    else rows.push(shown);
  }
  return rows.slice(0, MAX_ROWS).map((row) => palette('dim', row));
}

/** The figures in words, most important first. */
export function statusParts(state: ChatState, nowMs: number): readonly string[] {
  const model = currentModel(state);
  const limit = tightestLimit(state.figures, nowMs);
  const parts = [
    model === undefined ? undefined : modelName(model) + thinkingText(state),
    contextText(state),
    tokensText(totalTokens(state.figures)),
    costText(totalCost(state.figures)),
    limit === undefined ? undefined : limitText(limit, nowMs),
  ];
  return parts.flatMap((part) => (part === undefined ? [] : [terminalLine(part)]));
}

function thinkingText(state: ChatState): string {
  return state.chosenThinking === undefined ? '' : ` (thinking ${state.chosenThinking})`;
}

function contextText(state: ChatState): string | undefined {
  const window = contextWindow(state);
  const used = state.figures.context.usedTokens;
  if (used === undefined)
    return window === undefined ? undefined : `context ${formatTokens(window)}`;
  if (window === undefined) return `context ${formatTokens(used)}`;
  const percent = formatPercent(Math.min(100, (100 * used) / window));
  return `context ${formatTokens(used)} of ${formatTokens(window)} (${percent})`;
}

function tokensText(tokens: TokenCounts | undefined): string | undefined {
  if (tokens === undefined) return undefined;
  const cached = tokens.cacheReadTokens;
  const reasoning = tokens.reasoningTokens;
  const parts = [
    `tokens in ${formatTokens(tokens.inputTokens)}`,
    `out ${formatTokens(tokens.outputTokens)}`,
    cached === undefined ? '' : `cached ${formatTokens(cached)}`,
    reasoning === undefined ? '' : `reasoning ${formatTokens(reasoning)}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
