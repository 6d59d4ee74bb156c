// A canonical request as the vendor's JSON. A token count is built on the same path, so that it
// counts what a completion would send.
import {
  type ContextSection,
  type CountTokensRequest,
  type Message,
  type ModelRequest,
  type ModelSpec,
  toolNameReader,
} from 'agent-hcl/sdk';
import { markedMessages, markLast, planMarkers } from './cache-markers.ts';
import { invalidRequest } from './errors.ts';
import { generationFields } from './generation.ts';
import { arrangeHistory, type Turn } from './messages.ts';
import { type RequestOptions, readRequestOptions } from './request-options.ts';
import { planThinking, type ThinkingPlan, withoutThinking } from './thinking.ts';
import { wireToolName } from './tool-names.ts';
import { isForced, wireTool, wireToolChoice } from './tools.ts';
import { findModel, thinkingShape } from './traits.ts';
import type { CountBody, MessageBody, WireText } from './wire.ts';

export interface BuiltRequest {
  readonly body: MessageBody;
  /** Beta features this very request needs. */
  readonly betas: readonly string[];
  /** What was left out or changed, for the log. */
  readonly notes: readonly string[];
  /** The declared name of a tool, from the one the vendor was given. */
  toolName(wireName: string): string;
}

/** A request with all that is decided about it. */
interface Draft {
  readonly request: ModelRequest;
  readonly model: ModelSpec;
  readonly options: RequestOptions;
  readonly turns: readonly Turn[];
  readonly plan: ThinkingPlan;
}

/**
 * Builds a completion.
 *
 * @param models - The roster; also tells whose thoughts a message holds.
 * @throws ModelFailure - `invalid_request`: an unknown model, or what this model does not take.
 */
export function buildRequest(request: ModelRequest, models: readonly ModelSpec[]): BuiltRequest {
  const model = findModel(models, request.modelId);
  if (model === undefined) throw invalidRequest(`there is no model "${request.modelId}"`);
  const options = readRequestOptions(request.providerOptions);
  const turns = arrangeHistory(request.messages, {
    model,
    ownsThoughts: (message) => isThoughtOf(message, model, models),
  });
  const { plan, note } = settleThinking({ request, model, options, turns });
  const draft: Draft = { request, model, options, turns, plan };
  const { fields, notes } = generationFields(draft);
  return {
    body: { ...promptFields(draft), ...fields },
    betas: [...options.betas, ...thinkingBetas(draft)],
    notes: [...(note === undefined ? [] : [note]), ...notes],
    toolName: toolNameReader(
      request.tools.map(({ name }) => name),
      wireToolName,
      invalidRequest,
    ),
  };
}

/** Builds a token count: a completion without what only generation needs. */
export function buildCount(request: CountTokensRequest, models: readonly ModelSpec[]): CountBody {
  const { body } = buildRequest({ ...request, cacheBreakpoints: [] }, models);
  const { model, system, messages, tools, tool_choice, thinking } = body;
  return { model, system, messages, tools, tool_choice, thinking };
}

function promptFields({ request, options, plan, turns }: Draft): CountBody {
  const system = request.assembledContext.flatMap(systemText);
  const tools = [...request.tools.map(wireTool), ...options.serverTools];
  const { toolChoice } = request.params ?? {};
  const markers = planMarkers(request.cacheBreakpoints, {
    tools: tools.length > 0,
    context: system.length > 0,
  });
  return {
    model: request.modelId,
    thinking: plan.thinking,
    tools: tools.length === 0 ? undefined : markLast(tools, markers.afterTools),
    tool_choice: wireToolChoice(toolChoice, { tools: request.tools, isSerial: options.isSerial }),
    system: system.length === 0 ? undefined : markLast(system, markers.afterContext),
    messages: markedMessages(turns, markers.afterMessages),
  };
}

/** One block a section, so that an unchanged beginning stays an unchanged prefix. */
function systemText(section: ContextSection): readonly WireText[] {
  const texts = section.content.map((block) => (block.type === 'text' ? block.text : ''));
  const text = texts.join('');
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

/** Thoughts are signed for one model, and refused by others. */
function isThoughtOf(message: Message, model: ModelSpec, models: readonly ModelSpec[]): boolean {
  const author = message.producedByModelId;
  return author === undefined || findModel(models, author)?.id === model.id;
}

/** Reconciles reasoning with a forced tool call and with a history that has no thoughts. */
function settleThinking({ request, model, options, turns }: Omit<Draft, 'plan'>): {
  readonly plan: ThinkingPlan;
  readonly note?: string;
} {
  const { params } = request;
  const plan = planThinking(model, { params, display: options.thinkingDisplay });
  const effort = plan.effort === undefined ? {} : { effort: plan.effort };
  if (plan.isOn && isForced(params?.toolChoice)) {
    const isAsked =
      params?.thinkingEffort !== undefined || params?.thinkingBudgetTokens !== undefined;
    if (isAsked || model.thinking?.disable === 'never') {
      throw invalidRequest(`${model.id} can not be made to call a tool while it thinks`);
    }
    const note = 'thinking is off for this request: a tool call is required';
    return { plan: withoutThinking(model), note };
  }
  if (plan.thinking?.type === 'enabled' && isToolLoopWithoutThought(turns)) {
    const note = 'thinking is off for this request: the tool call it goes on from had no thought';
    return { plan: { ...effort, isOn: false }, note };
  }
  return { plan };
}

/** With a budget set, the answer whose tools have just run must begin with a thought. */
function isToolLoopWithoutThought(turns: readonly Turn[]): boolean {
  const [before, last] = turns.slice(-2);
  if (last?.pieces[0]?.block.type !== 'tool_result') return false;
  const first = before?.pieces[0]?.block.type;
  return first !== 'thinking' && first !== 'redacted_thinking';
}

/** Only models that think by budget need it, and only to think between tool calls. */
function thinkingBetas({ request, model, plan }: Draft): readonly string[] {
  const isByBudget = thinkingShape(model) === 'budget' && plan.thinking?.type === 'enabled';
  return isByBudget && request.tools.length > 0 ? ['interleaved-thinking-2025-05-14'] : [];
}
