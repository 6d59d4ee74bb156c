/** A turn's request as one model receives it. */
import type { GenerationParams, ModelRequest } from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import { lastAnswerTokens } from './bounds.ts';
import { placeBreakpoints } from './breakpoints.ts';
import { handOver } from './history.ts';
import type { Selection } from './select-model.ts';
import { askForShape } from './structured-answer.ts';
import type { TurnRun } from './turn-run.ts';

export function requestFor(run: TurnRun, { candidate, spec, params }: Selection): ModelRequest {
  const { request, dependencies } = run;
  const { messages, droppedBlocks } = handOver(request.messages, candidate.ref.provider);
  if (droppedBlocks > 0) {
    const what = `${droppedBlocks} reasoning block${droppedBlocks === 1 ? '' : 's'}`;
    dependencies.log?.(`${what} of other providers not sent to ${candidate.ref.provider}`);
  }
  const sent: ModelRequest = {
    modelId: spec.id,
    messages,
    ...offered(run, { spec, params }),
    assembledContext: request.assembledContext,
    callContext: {
      sessionId: request.sessionId,
      turnId: request.turnId,
      workingDirectory: request.workingDirectory,
    },
    cacheBreakpoints: placeBreakpoints(spec, {
      context: request.assembledContext,
      tools: request.tools,
      previousTools: request.previousTools,
    }),
    providerOptions: candidate.providerOptions,
  };
  const { answerSchema } = request;
  return answerSchema === undefined ? sent : askForShape(sent, spec, answerSchema);
}

/**
 * A last step may call no tool. Where the model takes that as a choice the tools stay declared: what
 * the conversation says of them stays readable to the vendor, and cached.
 */
function offered(
  { request, limit }: TurnRun,
  { spec, params }: Pick<Selection, 'spec' | 'params'>,
): Pick<ModelRequest, 'tools' | 'params'> {
  if (limit === undefined) return { tools: request.tools, params };
  const { toolChoice: _, ...others } = { stopSequences: [], ...params };
  const capped = limit === 'cost' ? { ...others, ...lastAnswerParams(spec, params) } : others;
  if (!spec.supportedToolChoiceModes.includes('none')) return { tools: [], params: capped };
  return { tools: request.tools, params: { ...capped, toolChoice: { mode: 'none' } } };
}

/** A budget of thoughts would not fit into so small an answer. */
function lastAnswerParams(spec: ModelSpec, params: GenerationParams | undefined) {
  const most = lastAnswerTokens(spec);
  return {
    maxOutputTokens: Math.min(params?.maxOutputTokens ?? most, most),
    thinkingBudgetTokens: undefined,
  };
}
