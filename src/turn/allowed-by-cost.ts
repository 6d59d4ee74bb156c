/** Whether the cost limit of a turn lets another call of its model follow. */
import { costAllows } from './bounds.ts';
import { estimateRequest } from './count-tokens.ts';
import type { Selection } from './select-model.ts';
import { knownCost, type TurnRun } from './turn-run.ts';

export function allowedByCost(run: TurnRun, { spec }: Selection): ReturnType<typeof costAllows> {
  const { maxCostUsd } = run.plan;
  if (maxCostUsd === undefined) return 'turn';
  const answers = run.results.map(({ brought }) => answerTokens(brought.usage));
  return costAllows({
    spec,
    nowMs: run.dependencies.clock.now(),
    promptTokens: nextPromptTokens(run),
    largestAnswerTokens: Math.max(0, ...answers),
    spent: knownCost(run),
    maxCostUsd,
  });
}

type CountedUsage = NonNullable<TurnRun['last']>['brought']['usage'];

function answerTokens(usage: CountedUsage): number {
  return (usage?.outputTokens ?? 0) + (usage?.reasoningTokens ?? 0);
}

/** The prompt and the answer of the last step, as the vendor counted them; results come on top. */
function nextPromptTokens({ last, request }: TurnRun): number {
  const usage = last?.brought.usage;
  if (usage === undefined) return estimateRequest(request);
  const cached = (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
  return usage.inputTokens + cached + answerTokens(usage);
}
