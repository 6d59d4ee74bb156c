/** Whether one model of the chain can serve a request, and if not, why. Pure. */
import type { GenerationParams, ToolChoice, ToolDeclaration } from '../protocol/model-request.ts';
import type { Capabilities, ModelSpec } from '../protocol/model-spec.ts';
import { lacking, type RequestNeeds, tooLarge } from './check-content.ts';
import { checkParams } from './check-request.ts';
import { hasKnownPrice } from './cost.ts';
import { findModel } from './find-model.ts';
import type { TurnCandidate } from './turn-plan.ts';

export interface RouteInput {
  readonly candidate: TurnCandidate;
  readonly capabilities: Capabilities;
  readonly needs: RequestNeeds;
  readonly tools: readonly ToolDeclaration[];
  readonly toolChoice?: ToolChoice | undefined;
  readonly isFallback: boolean;
  /** A cost limit needs a known price. */
  readonly hasCostLimit: boolean;
  readonly nowMs: number;
  /** The window a conversation has already outgrown. */
  readonly largerThan?: number | undefined;
  readonly didYouMean?: ((name: string, candidates: Iterable<string>) => string) | undefined;
}

export type Verdict =
  | {
      readonly type: 'eligible';
      readonly spec: ModelSpec;
      readonly params: GenerationParams | undefined;
      readonly cleared: readonly string[];
      /** Why it seems too small. An estimate may prefer another model, never refuse the last. */
      readonly doubt?: string | undefined;
    }
  /** Another model may serve. */
  | { readonly type: 'ineligible'; readonly reason: string }
  /** What the user asked for can not be: the turn ends here. */
  | { readonly type: 'refused'; readonly reason: string };

export function judgeCandidate(input: RouteInput): Verdict {
  const { candidate, capabilities, needs, isFallback } = input;
  const spec = findModel(capabilities.models, candidate.ref.model);
  if (spec === undefined) return { type: 'ineligible', reason: unknownModel(input) };
  const reasons = lacking(spec, needs);
  if (reasons.length > 0) return { type: 'ineligible', reason: reasons.join(', ') };
  if (input.largerThan !== undefined && spec.contextWindow <= input.largerThan) {
    return {
      type: 'ineligible',
      reason: `its window of ${spec.contextWindow} tokens is not larger`,
    };
  }
  if (input.hasCostLimit && !hasKnownPrice(spec.pricing, input.nowMs)) {
    const reason = `The price of the model "${spec.id}" is unknown, so a cost limit can not be kept.`;
    return { type: isFallback ? 'ineligible' : 'refused', reason };
  }
  const checked = checkParams({ ...input, spec, params: candidate.params });
  if (checked.type === 'refused') return checked;
  const { params, cleared } = checked;
  return { type: 'eligible', spec, params, cleared, doubt: tooLarge(spec, needs) };
}

function unknownModel({ candidate, capabilities, didYouMean }: RouteInput): string {
  const names = capabilities.models.flatMap((spec) => [spec.id, ...(spec.catalog?.aliases ?? [])]);
  const { provider, model } = candidate.ref;
  const hint = didYouMean?.(model, names) ?? '';
  return `the provider "${provider}" has no model "${model}"${hint === '' ? '' : `.${hint}`}`;
}
