/** Walks the chain to the next model that can serve, starting providers as it needs them. */
import type { GenerationParams } from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import {
  attachmentFault,
  needsOf,
  type RequestNeeds,
  tooLarge,
  usableWindow,
} from './check-content.ts';
import { countTokens, estimateRequest } from './count-tokens.ts';
import { handOver } from './history.ts';
import type { Interrupt } from './interrupt.ts';
import { judgeCandidate, type Verdict } from './route.ts';
import { ownError } from './turn-error.ts';
import type { ModelRef, SkippedCandidate, TurnError, TurnErrorCategory } from './turn-event.ts';
import type { ProviderLookup, TurnCandidate, TurnPlan } from './turn-plan.ts';
import type { TurnDependencies, TurnRequest } from './turn-request.ts';

type ReadyProvider = ProviderLookup & { readonly type: 'ready' };

/** A model ready to be called. */
export interface Selection {
  /** Its place in the chain. */
  readonly index: number;
  readonly candidate: TurnCandidate;
  readonly ready: ReadyProvider;
  readonly spec: ModelSpec;
  readonly params: GenerationParams | undefined;
  /** What was cleared and why; one sentence each. */
  readonly cleared: readonly string[];
}

export type SelectionResult =
  | {
      readonly type: 'selected';
      readonly selection: Selection;
      readonly skipped: readonly SkippedCandidate[];
    }
  /** Nothing of the rest of the chain can serve. */
  | {
      readonly type: 'exhausted';
      readonly skipped: readonly SkippedCandidate[];
      readonly error: TurnError;
    }
  /** The user has to act; going on with another model would hide it. */
  | { readonly type: 'refused'; readonly error: TurnError }
  | { readonly type: 'interrupted' };

export interface SelectionInput {
  readonly request: TurnRequest;
  readonly plan: TurnPlan;
  readonly dependencies: TurnDependencies;
  readonly interrupt: Interrupt;
}

export interface Walk {
  /** Place in the chain to begin at. */
  readonly from: number;
  /** The window a conversation has already outgrown. */
  readonly largerThan?: number | undefined;
}

interface WalkState {
  readonly skipped: SkippedCandidate[];
  readonly unavailable: TurnError[];
  readonly needs: RequestNeeds;
  /** The first that only seems too small: it is taken when nothing larger is there. */
  doubtful: Selection | undefined;
}

export async function selectModel(input: SelectionInput, walk: Walk): Promise<SelectionResult> {
  const fault = attachmentFault(input.request.messages);
  if (fault !== undefined) return { type: 'refused', error: ownError('invalid_request', fault) };
  const needs = needsOf(input.request);
  const state: WalkState = { skipped: [], unavailable: [], needs, doubtful: undefined };
  for (const [index, candidate] of input.plan.candidates.entries()) {
    if (index < walk.from) continue;
    const result = await tryCandidate(input, walk, { index, candidate }, state);
    if (result !== undefined) return result;
  }
  if (state.doubtful === undefined) return exhausted(input.plan, state);
  const { doubtful } = state;
  const skipped = state.skipped.filter(({ candidate }) => candidate !== doubtful.candidate.ref);
  return { type: 'selected', selection: doubtful, skipped };
}

interface Place {
  readonly index: number;
  readonly candidate: TurnCandidate;
}

/** @returns `undefined` to go on with the next candidate. */
async function tryCandidate(
  input: SelectionInput,
  walk: Walk,
  { index, candidate }: Place,
  state: WalkState,
): Promise<SelectionResult | undefined> {
  const { dependencies, interrupt } = input;
  if (interrupt.signal.aborted) return { type: 'interrupted' };
  const lookup = await dependencies.providers(candidate.ref.provider, interrupt.signal);
  if (interrupt.signal.aborted) return { type: 'interrupted' };
  if (lookup.type === 'unavailable') {
    if (index === 0 && needsAPerson(lookup.error.category)) {
      return { type: 'refused', error: lookup.error };
    }
    state.unavailable.push(lookup.error);
    state.skipped.push({ candidate: candidate.ref, reason: lookup.error.message });
    return undefined;
  }
  const verdict = judge(input, walk, { index, candidate }, { lookup, needs: state.needs });
  switch (verdict.type) {
    case 'refused':
      return refused(candidate.ref, verdict.reason);
    case 'ineligible':
      if (index === 0 && input.plan.primaryIsExplicit === true) {
        return refused(candidate.ref, sentence(candidate.ref, verdict.reason));
      }
      state.skipped.push({ candidate: candidate.ref, reason: verdict.reason });
      return undefined;
    case 'eligible': {
      const { spec, params, cleared } = verdict;
      const selection = { index, candidate, ready: lookup, spec, params, cleared };
      return choose(selection, await doubtOf(input, selection, verdict.doubt), state);
    }
  }
}

/**
 * Whether a model is too small, by the provider's own count where the estimate comes near its
 * window: half of it, since a text may have twice as many tokens. With no other model to prefer it
 * does not matter, and nobody is asked.
 */
async function doubtOf(
  { request, plan, dependencies, interrupt }: SelectionInput,
  { candidate, ready, spec }: Selection,
  estimated: string | undefined,
): Promise<string | undefined> {
  if (plan.candidates.length === 1) return estimated;
  if (estimateRequest(request) * 2 <= usableWindow(spec)) return estimated;
  const { messages } = handOver(request.messages, candidate.ref.provider);
  const { assembledContext, tools } = request;
  const counted = { modelId: spec.id, messages, assembledContext, tools };
  const { memory } = dependencies;
  const count = await countTokens(ready.provider, counted, memory, interrupt.signal);
  return count.exact ? tooLarge(spec, count, true) : estimated;
}

/** A doubt is remembered, and the walk goes on for something larger. */
function choose(
  selection: Selection,
  doubt: string | undefined,
  state: WalkState,
): SelectionResult | undefined {
  if (doubt === undefined) return { type: 'selected', selection, skipped: state.skipped };
  state.doubtful ??= selection;
  state.skipped.push({ candidate: selection.candidate.ref, reason: doubt });
  return undefined;
}

/** A refused credential or setting of the primary: another model would only hide it. */
function needsAPerson(category: TurnErrorCategory): boolean {
  return category === 'auth_error' || category === 'configuration';
}

function judge(
  { request, plan, dependencies }: SelectionInput,
  { largerThan }: Walk,
  { index, candidate }: Place,
  { lookup, needs }: { readonly lookup: ReadyProvider; readonly needs: RequestNeeds },
): Verdict {
  return judgeCandidate({
    candidate,
    capabilities: lookup.capabilities,
    needs,
    tools: request.tools,
    toolChoice: request.toolChoice,
    isFallback: index > 0,
    hasCostLimit: plan.maxCostUsd !== undefined,
    nowMs: dependencies.clock.now(),
    largerThan,
    didYouMean: dependencies.didYouMean,
  });
}

/** One error that names each candidate and why it was passed over. */
function exhausted(plan: TurnPlan, { skipped, unavailable }: WalkState): SelectionResult {
  return { type: 'exhausted', skipped, error: exhaustedError(plan, skipped, unavailable) };
}

function exhaustedError(
  plan: TurnPlan,
  skipped: readonly SkippedCandidate[],
  unavailable: readonly TurnError[],
): TurnError {
  const [first] = unavailable;
  const providers = new Set(plan.candidates.map(({ ref }) => ref.provider));
  // The only route there is: its own failure says more than that nothing is left.
  if (first !== undefined && providers.size === 1) return first;
  const [only] = skipped;
  if (only !== undefined && plan.candidates.length === 1) {
    const { candidate, reason } = only;
    return ownError('invalid_request', sentence(candidate, reason), candidate.provider);
  }
  const list = skipped.map(({ candidate, reason }) => `${nameOf(candidate)} (${reason})`);
  return ownError('no_eligible_model', `No model can serve this request: ${list.join('; ')}.`);
}

function refused(ref: ModelRef, message: string): SelectionResult {
  return { type: 'refused', error: ownError('invalid_request', message, ref.provider) };
}

function sentence(ref: ModelRef, reason: string): string {
  return `${nameOf(ref)} can not serve this request: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`;
}

/** `provider/model`, as on the command line. */
export function nameOf({ provider, model }: ModelRef): string {
  return `${provider}/${model}`;
}
