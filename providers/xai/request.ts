// A canonical request as the vendor's JSON, for both of its interfaces.
import {
  type DeclaredOption,
  type GenerationParams,
  type JsonObject,
  type ModelRequest,
  type ModelSpec,
  requireOption,
} from 'agent-hcl/sdk';
import { chatRequest } from 'agent-hcl/sdk/chat-completions';
import { responsesRequest } from 'agent-hcl/sdk/responses';
import { invalidRequest } from './errors.ts';
import type { Settings } from './options.ts';

export interface BuiltRequest {
  readonly body: JsonObject;
  /** What was left out, for the log. */
  readonly notes: readonly string[];
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
  const isChat = settings.api === 'chat';
  const takesStop = isChat && model.thinking?.supported !== true;
  const body = isChat
    ? chatBody(request, { effort, takesStop })
    : responsesBody(request, model, effort);
  const stops = request.params?.stopSequences ?? [];
  return {
    body: { ...body, ...optionFields(request.providerOptions) },
    notes:
      stops.length === 0 || takesStop
        ? []
        : [`stop sequences are left out: ${model.id} does not take them here`],
  };
}

function responsesBody(
  request: ModelRequest,
  model: ModelSpec,
  effort: string | undefined,
): JsonObject {
  const session = request.callContext?.sessionId;
  const reasoning = {
    ...(effort === undefined ? {} : { effort }),
    // Accepted also where an effort is not.
    summary: 'auto',
  };
  const isReasoning = model.thinking?.supported === true;
  return {
    ...responsesRequest(request, {
      // Reasoning that is not sent back makes answers worse without a word.
      includesEncryptedReasoning: true,
      takesTemperature: true,
      takesResponseSchema: true,
      marksNotStrict: false,
    }),
    ...(isReasoning ? { reasoning } : {}),
    ...(session ? { prompt_cache_key: session } : {}),
  };
}

function chatBody(
  request: ModelRequest,
  { effort, takesStop }: { readonly effort: string | undefined; readonly takesStop: boolean },
): JsonObject {
  return {
    ...chatRequest(request, {
      systemRole: 'system',
      emptyContent: '',
      takesFiles: false,
      // Older models accept a single text in a message.
      joinsTexts: true,
      maxTokensField: 'max_completion_tokens',
      streamOptions: true,
      anyToolChoice: 'required',
      takesTemperature: true,
      takesStop,
      takesResponseSchema: true,
    }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
  };
}

/** @throws ModelFailure - `invalid_request`: a control that the model does not have. */
function effortOf(model: ModelSpec, params: GenerationParams | undefined): string | undefined {
  const { thinkingEffort, thinkingBudgetTokens, thinkingDisabled } = params ?? {};
  if (thinkingBudgetTokens !== undefined) {
    throw invalidRequest(`${model.id} takes no thinking budget, only an effort`);
  }
  const levels = model.thinking?.effort?.levels ?? [];
  if (thinkingDisabled === true) {
    // A model that never thinks refuses the very word.
    if (model.thinking?.supported !== true) return undefined;
    if (levels.includes('none')) return 'none';
    throw invalidRequest(`${model.id} can not be kept from thinking`);
  }
  if (thinkingEffort !== undefined && !levels.includes(thinkingEffort)) {
    const choice = levels.length === 0 ? 'none to choose' : levels.join(', ');
    throw invalidRequest(`${model.id} has no thinking effort "${thinkingEffort}" (${choice})`);
  }
  return thinkingEffort;
}

const OPTIONS: Readonly<Record<string, DeclaredOption>> = {
  top_p: { check: Number.isFinite, wanted: 'of type number' },
  seed: { check: Number.isSafeInteger, wanted: 'of type integer' },
  parallel_tool_calls: { check: (value) => typeof value === 'boolean', wanted: 'of type boolean' },
  prompt_cache_key: { check: (value) => typeof value === 'string', wanted: 'of type string' },
  service_tier: { check: (value) => typeof value === 'string', wanted: 'of type string' },
};

/** The vendor's own knobs; an unknown one or a wrong type is refused. */
function optionFields(options: JsonObject = {}): JsonObject {
  for (const [name, value] of Object.entries(options)) {
    requireOption(OPTIONS, name, value, invalidRequest);
  }
  return options;
}
