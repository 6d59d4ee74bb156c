/** Tokens, money and limits of the conversation, folded from the events of its turns. */
import type { Usage } from '../protocol/usage.ts';
import type { ModelRef, ObservedRateLimit, TurnEvent, TurnOutcome } from '../turn/turn-event.ts';

/** The counters that are shown. */
export type TokenCounts = Pick<
  Usage,
  'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'reasoningTokens'
>;

/** An amount of which a part may be unknown. */
export interface Cost {
  /** What is known of it. */
  readonly usd: number;
  /** A part is missing: a price, or what a call that was cut has used. */
  readonly isUnknown: boolean;
  readonly isEstimate: boolean;
}

export interface ContextFigures {
  /** Tokens of the last call that the next one will carry again. */
  readonly usedTokens: number | undefined;
  readonly windowTokens: number | undefined;
}

export interface Figures {
  /** Finished turns; `undefined`: no figure yet. */
  readonly tokens: TokenCounts | undefined;
  readonly cost: Cost;
  /** The running turn: attempts that are over, and the one that is not. */
  readonly earlierAttempts: AttemptFigures;
  readonly currentAttempt: AttemptFigures;
  readonly context: ContextFigures;
  /** Latest reading of every budget, by provider. */
  readonly limits: Readonly<Record<string, readonly ObservedRateLimit[]>>;
  /** Whose budgets the next event belongs to. */
  readonly model: ModelRef | undefined;
}

export interface AttemptFigures {
  readonly tokens: TokenCounts | undefined;
  readonly cost: Cost;
}

const NO_COST: Cost = { usd: 0, isUnknown: false, isEstimate: false };
const NO_ATTEMPT: AttemptFigures = { tokens: undefined, cost: NO_COST };

/** Figures before the first turn. */
export function startFigures(
  model: ModelRef | undefined,
  tokens?: TokenCounts | undefined,
  cost: Cost = NO_COST,
): Figures {
  return {
    tokens,
    cost,
    earlierAttempts: NO_ATTEMPT,
    currentAttempt: NO_ATTEMPT,
    context: { usedTokens: undefined, windowTokens: undefined },
    limits: {},
    model,
  };
}

/** After `/clear`: money and limits stay, the context is empty. */
export function emptyContext(figures: Figures): Figures {
  return { ...figures, context: { ...figures.context, usedTokens: undefined } };
}

/** Takes what one event says about figures. */
export function foldFigures(figures: Figures, event: TurnEvent): Figures {
  switch (event.type) {
    case 'turn-start':
      return {
        ...figures,
        model: event.model,
        context: { ...figures.context, windowTokens: event.contextWindow },
        earlierAttempts: addAttempts(figures.earlierAttempts, figures.currentAttempt),
        currentAttempt: NO_ATTEMPT,
      };
    case 'usage':
      return {
        ...withLimits(figures, event.rateLimits),
        context: { ...figures.context, usedTokens: carriedTokens(event.usage) },
        currentAttempt: {
          tokens: event.usage,
          cost: costOf(event.costUsd, event.costIsEstimate === true),
        },
      };
    case 'metadata':
      return withLimits(figures, event.rateLimits);
    case 'turn-end':
      return endTurn(figures, event.outcome);
    default:
      return figures;
  }
}

/** The outcome's sums replace what was counted along: every face then shows the same. */
function endTurn(figures: Figures, outcome: TurnOutcome): Figures {
  const counted = addAttempts(figures.earlierAttempts, figures.currentAttempt).cost;
  const { isEstimate } = counted;
  const cost = { ...costOf(outcome.costUsd, isEstimate), usd: outcome.costUsd ?? counted.usd };
  return {
    ...withLimits(figures, outcome.rateLimits),
    tokens: addTokens(figures.tokens, outcome.usage),
    cost: addCost(figures.cost, cost),
    earlierAttempts: NO_ATTEMPT,
    currentAttempt: NO_ATTEMPT,
  };
}

/** Tokens of the conversation including the running turn. */
export function totalTokens(figures: Figures): TokenCounts | undefined {
  const running = addAttempts(figures.earlierAttempts, figures.currentAttempt);
  return addTokens(figures.tokens, running.tokens);
}

export function totalCost(figures: Figures): Cost {
  const running = addAttempts(figures.earlierAttempts, figures.currentAttempt);
  return addCost(figures.cost, running.cost);
}

function costOf(usd: number | undefined, isEstimate: boolean): Cost {
  return { usd: usd ?? 0, isUnknown: usd === undefined, isEstimate };
}

function addAttempts(a: AttemptFigures, b: AttemptFigures): AttemptFigures {
  return { tokens: addTokens(a.tokens, b.tokens), cost: addCost(a.cost, b.cost) };
}

function addCost(a: Cost, b: Cost): Cost {
  return {
    usd: a.usd + b.usd,
    isUnknown: a.isUnknown || b.isUnknown,
    isEstimate: a.isEstimate || b.isEstimate,
  };
}

function addTokens(
  a: TokenCounts | undefined,
  b: TokenCounts | undefined,
): TokenCounts | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: addOptional(a.cacheReadTokens, b.cacheReadTokens),
    cacheWriteTokens: addOptional(a.cacheWriteTokens, b.cacheWriteTokens),
    reasoningTokens: addOptional(a.reasoningTokens, b.reasoningTokens),
  };
}

/** Absent stays absent: a counter nobody reported is not zero. */
function addOptional(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

/** Prompt and answer; reasoning is not sent again. */
function carriedTokens(usage: Usage): number {
  const cached = (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
  return usage.inputTokens + cached + usage.outputTokens;
}

function withLimits(figures: Figures, news: readonly ObservedRateLimit[]): Figures {
  if (news.length === 0 || figures.model === undefined) return figures;
  const { provider } = figures.model;
  const fresh = new Set(news.map(budgetKey));
  const kept = (figures.limits[provider] ?? []).filter((limit) => !fresh.has(budgetKey(limit)));
  return { ...figures, limits: { ...figures.limits, [provider]: [...kept, ...news] } };
}

function budgetKey(limit: ObservedRateLimit): string {
  return `${limit.kind} ${limit.limitId ?? ''} ${limit.windowRole ?? ''}`;
}
