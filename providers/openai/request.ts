// A canonical request as the vendor's JSON, for both of its interfaces.
import type { GenerationParams, JsonObject, ModelRequest, ModelSpec } from 'agent-hcl/sdk';
import { chatRequest } from 'agent-hcl/sdk/chat-completions';
import { responsesRequest } from 'agent-hcl/sdk/responses';
import { invalidRequest } from './errors.ts';
import type { Settings } from './options.ts';
import { type RequestOptions, readRequestOptions } from './request-options.ts';
import { hasPhases, isReasoning, takesDeveloperRole } from './traits.ts';

export interface BuiltRequest {
  readonly body: JsonObject;
  /** What was left out, for the log. */
  readonly notes: readonly string[];
}

/** A request with all that is decided about it. */
interface Draft {
  readonly request: ModelRequest;
  readonly model: ModelSpec;
  readonly options: RequestOptions;
  /** As sent; `undefined`: the model's own. */
  readonly effort: string | undefined;
  /** A model that reasons fixes how it samples. */
  readonly samples: boolean;
}

/**
 * Builds a completion.
 *
 * @throws ModelFailure - `invalid_request`: what this model does not take.
 */
export function buildRequest(request: ModelRequest, settings: Settings): BuiltRequest {
  const model = settings.models.find(({ id }) => id === request.modelId);
  if (model === undefined) throw invalidRequest(`there is no model "${request.modelId}"`);
  const effort = effortOf(model, request.params);
  const draft: Draft = {
    request,
    model,
    options: readRequestOptions(request.providerOptions, settings.api),
    effort,
    samples: !isReasoning(model) || effort === 'none',
  };
  const isChat = settings.api === 'chat';
  const takesStop = isChat && !isReasoning(model);
  const body = isChat ? chatBody(draft, settings) : responsesBody(draft);
  return {
    body: { ...body, ...cacheKey(request), ...sampledFields(draft) },
    notes: notesOf(draft, takesStop),
  };
}

/** Fields that a token count takes; the others only matter to generating. */
const COUNTED = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'reasoning',
  'text',
  'parallel_tool_calls',
];

/** A token count: a completion without what only generation needs. */
export function countBody({ body }: BuiltRequest): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => COUNTED.includes(name)));
}

function responsesBody({ request, model, options, effort, samples }: Draft): JsonObject {
  const body = responsesRequest(request, {
    includesEncryptedReasoning: isReasoning(model),
    takesTemperature: samples,
    takesResponseSchema: true,
    marksNotStrict: true,
    hasPhases: hasPhases(model),
  });
  const { text } = body;
  const { verbosity } = options;
  const format = typeof text === 'object' ? text : {};
  const reasoning = {
    ...(effort === undefined ? {} : { effort }),
    // Without it no reasoning is shown.
    summary: 'auto',
    ...options.reasoning,
  };
  return {
    ...body,
    ...(isReasoning(model) ? { reasoning } : {}),
    ...(verbosity === undefined ? {} : { text: { ...format, verbosity } }),
  };
}

function chatBody({ request, model, options, effort, samples }: Draft, settings: Settings) {
  const { verbosity } = options;
  return {
    ...chatRequest(request, {
      systemRole: takesDeveloperRole(model, settings.isVendor) ? 'developer' : 'system',
      emptyContent: null,
      takesFiles: true,
      maxTokensField: 'max_completion_tokens',
      streamOptions: true,
      anyToolChoice: 'required',
      takesTemperature: samples,
      takesStop: !isReasoning(model),
      marksNotStrict: true,
      takesResponseSchema: true,
    }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(verbosity === undefined ? {} : { verbosity }),
  };
}

/** Requests of one conversation reach the same cache. */
function cacheKey({ callContext }: ModelRequest): JsonObject {
  const session = callContext?.sessionId;
  return session ? { prompt_cache_key: session } : {};
}

function sampledFields({ options, samples }: Draft): JsonObject {
  const { top_p, ...others } = options.fields;
  return samples && top_p !== undefined ? { ...others, top_p } : others;
}

/** @throws ModelFailure - `invalid_request`: a control that the model does not have. */
function effortOf(model: ModelSpec, params: GenerationParams | undefined): string | undefined {
  const { thinkingEffort, thinkingBudgetTokens, thinkingDisabled } = params ?? {};
  if (thinkingBudgetTokens !== undefined) {
    throw invalidRequest(`${model.id} takes no thinking budget, only an effort`);
  }
  const levels = model.thinking?.effort?.levels ?? [];
  if (thinkingDisabled === true && isReasoning(model)) {
    if (levels.includes('none')) return 'none';
    throw invalidRequest(`${model.id} can not be kept from thinking`);
  }
  if (thinkingEffort !== undefined && levels.length === 0) {
    throw invalidRequest(`${model.id} has no thinking effort to choose`);
  }
  return thinkingEffort;
}

function notesOf({ request, model, options, samples }: Draft, takesStop: boolean) {
  const { temperature, stopSequences = [] } = request.params ?? {};
  const sampling = samples
    ? []
    : [
        ...(temperature === undefined ? [] : ['temperature']),
        ...(options.fields['top_p'] === undefined ? [] : ['top_p']),
      ];
  const dropped = sampling.map((name) => `${name} is left out: ${model.id} refuses it`);
  if (stopSequences.length === 0 || takesStop) return dropped;
  return [...dropped, `stop sequences are left out: ${model.id} does not take them here`];
}
