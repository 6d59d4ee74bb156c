/** The request a turn would begin with, made by the same steps, and sent nowhere. */
import type { ModelRequest } from '../protocol/model-request.ts';
import type { StopCause } from './interrupt.ts';
import { requestFor } from './request-for.ts';
import { nameOf, type SelectionResult, selectModel } from './select-model.ts';
import type { ModelRef, TurnError } from './turn-event.ts';
import type { TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';
import { refOf, startRun, type TurnRun } from './turn-run.ts';

/** Another model of the chain. */
export interface PreviewedCandidate {
  /** An alias is resolved where the model can serve. */
  readonly model: ModelRef;
  /** Why it is passed over; absent when it would take over. */
  readonly reason?: string | undefined;
}

export type Preview =
  | {
      readonly type: 'request';
      readonly model: ModelRef;
      readonly request: ModelRequest;
      /** What was asked for but is left out, and why; one sentence each. */
      readonly cleared: readonly string[];
      /** The rest of the chain, in the order in which it is tried. */
      readonly others: readonly PreviewedCandidate[];
    }
  /** The turn would end with this before anything is sent. */
  | { readonly type: 'failed'; readonly error: TurnError }
  | { readonly type: 'interrupted'; readonly cause: StopCause };

/** Providers are started and configured, since only they know their models. */
export async function previewTurn(
  request: TurnRequest,
  plan: TurnPlan,
  dependencies: TurnDependencies,
  signal: AbortSignal,
): Promise<Preview> {
  // Counting its tokens would send the conversation.
  const countingNotOffered = new Set(plan.candidates.map(({ ref }) => ref.provider));
  const memory = { ...dependencies.memory, countingNotOffered };
  const run = startRun(request, plan, { ...dependencies, memory }, signal);
  try {
    const first = await selectModel(run, { from: 0 });
    if (first.type === 'interrupted') return interrupted(run);
    if (first.type !== 'selected') return { type: 'failed', error: first.error };
    const { selection } = first;
    const model = refOf(selection);
    const others = await restOfChain(run, first);
    if (run.interrupt.signal.aborted) return interrupted(run);
    const { cleared } = selection;
    return { type: 'request', model, request: requestFor(run, selection), cleared, others };
  } finally {
    run.interrupt.close();
  }
}

async function restOfChain(
  run: TurnRun,
  first: SelectionResult & { readonly type: 'selected' },
): Promise<readonly PreviewedCandidate[]> {
  const others = new Map<string, PreviewedCandidate>();
  const add = (candidate: PreviewedCandidate): void => {
    const name = nameOf(candidate.model);
    if (!others.has(name)) others.set(name, candidate);
  };
  let result: SelectionResult = first;
  for (;;) {
    if (result.type !== 'selected' && result.type !== 'exhausted') break;
    for (const { candidate, reason } of result.skipped) add({ model: candidate, reason });
    if (result.type === 'exhausted') break;
    if (result !== first) add({ model: refOf(result.selection) });
    const next: number = result.selection.index + 1;
    if (next >= run.plan.candidates.length) break;
    result = await selectModel(run, { from: next });
  }
  return [...others.values()];
}

/** The interrupt always has a cause once its signal has aborted within a turn. */
function interrupted({ interrupt }: TurnRun): Preview {
  return { type: 'interrupted', cause: interrupt.cause ?? 'cancelled' };
}
