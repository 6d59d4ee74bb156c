// A canonical request as the gateway's JSON.
import {
  type GenerationParams,
  isJsonObject,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ModelSpec,
} from 'agent-hcl/sdk';
import { type ChatRequestStyle, chatMessages, chatRequest } from 'agent-hcl/sdk/chat-completions';
import { responsesRequest } from 'agent-hcl/sdk/responses';
import { withMarkers } from './cache-markers.ts';
import { invalidRequest } from './errors.ts';
import type { Api } from './options.ts';
import { reasoningFields } from './reasoning-details.ts';
import { optionFields } from './request-options.ts';
import { authorOf } from './roster-entry.ts';

/**
 * Builds a completion.
 *
 * @throws ModelFailure - `invalid_request`: an unknown model, or what this model does not take.
 */
export function buildRequest(
  request: ModelRequest,
  models: readonly ModelSpec[],
  api: Api,
): JsonObject {
  const model = models.find(({ id }) => id === request.modelId);
  if (model === undefined) throw invalidRequest(`there is no model "${request.modelId}"`);
  requireAbilities(request, model);
  const options = optionFields(request.providerOptions);
  const reasoning = reasoningOf(model, request.params);
  const session = request.callContext?.sessionId.slice(0, LONGEST_SESSION);
  const own = {
    ...request,
    messages: request.messages.map((each) => withOwnThoughts(each, model)),
  };
  return {
    ...(api === 'chat' ? chatBody(own, model) : responsesBody(own, model)),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(session ? { session_id: session } : {}),
    ...options,
    ...routing(request, options),
  };
}

/** The gateway's limit of a session's name. */
const LONGEST_SESSION = 256;

function chatBody(request: ModelRequest, model: ModelSpec): JsonObject {
  const style = styleOf(model);
  const body = chatRequest(request, style);
  if (model.caching?.explicitMarkers !== true) return body;
  const { assembledContext, messages } = request;
  const sent = Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : [];
  const countOf = (length: number) =>
    chatMessages(assembledContext, messages.slice(0, length), style).length;
  return { ...body, messages: withMarkers(sent, request, countOf) };
}

function styleOf(model: ModelSpec): ChatRequestStyle {
  const author = authorOf(model.id);
  const takesChoice = model.supportedToolChoiceModes.includes('any');
  return {
    systemRole: 'system',
    emptyContent: null,
    takesFiles: true,
    maxTokensField: 'max_tokens',
    // Counters come unasked.
    streamOptions: false,
    anyToolChoice: takesChoice ? 'required' : undefined,
    takesTemperature: true,
    takesStop: true,
    takesResponseSchema: true,
    assistantFields: (blocks) => reasoningFields(blocks, author),
  };
}

function responsesBody(request: ModelRequest, model: ModelSpec): JsonObject {
  return responsesRequest(request, {
    includesEncryptedReasoning: model.thinking?.supported === true,
    takesTemperature: true,
    takesResponseSchema: true,
    marksNotStrict: false,
  });
}

/** Reasoning of another vendor's model means nothing to this one. */
function withOwnThoughts(message: Message, model: ModelSpec): Message {
  const { producedByModelId: author } = message;
  if (author === undefined || authorOf(author) === authorOf(model.id)) return message;
  const content = message.content.filter(
    ({ type }) => type !== 'thinking' && type !== 'redacted-thinking',
  );
  return { ...message, content };
}

/** No route may drop the tools, or the schema of the answer, in silence. */
function routing({ tools, params }: ModelRequest, options: JsonObject): JsonObject {
  if (tools.length === 0 && params?.responseSchemaJson === undefined) return {};
  const asked = options['provider'];
  return { provider: { require_parameters: true, ...(isJsonObject(asked) ? asked : {}) } };
}

/** @throws ModelFailure - `invalid_request`: a control that the model does not have. */
function reasoningOf(
  model: ModelSpec,
  params: GenerationParams | undefined,
): JsonObject | undefined {
  const { thinkingEffort, thinkingBudgetTokens, thinkingDisabled } = params ?? {};
  const { thinking } = model;
  if (thinkingEffort !== undefined && thinkingBudgetTokens !== undefined) {
    throw invalidRequest('a thinking effort and a thinking budget exclude each other');
  }
  if (thinkingDisabled === true && thinking?.supported === true) {
    if (thinking.disable !== 'never') return { effort: 'none' };
    throw invalidRequest(`${model.id} can not be kept from thinking`);
  }
  if (thinkingEffort !== undefined) {
    const levels = thinking?.effort?.levels ?? [];
    if (levels.includes(thinkingEffort)) return { effort: thinkingEffort };
    throw invalidRequest(`${model.id} has no thinking effort "${thinkingEffort}"`);
  }
  if (thinkingBudgetTokens === undefined) return undefined;
  const budget = thinking?.budget;
  if (budget === undefined) throw invalidRequest(`${model.id} takes no thinking budget`);
  if (thinkingBudgetTokens < budget.min || thinkingBudgetTokens > budget.max) {
    throw invalidRequest(
      `the thinking budget of ${model.id} is between ${budget.min} and ${budget.max} tokens`,
    );
  }
  return { max_tokens: thinkingBudgetTokens };
}

function requireAbilities(request: ModelRequest, model: ModelSpec): void {
  if (request.tools.length > 0 && !model.supportsToolUse) {
    throw invalidRequest(`${model.id} does not take tools`);
  }
  const blocks = request.messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool-result' ? [block, ...block.content] : [block]));
  if (!model.supportsVision && blocks.some(({ type }) => type === 'image')) {
    throw invalidRequest(`${model.id} does not take images`);
  }
  if (!model.supportsDocuments && blocks.some(({ type }) => type === 'document')) {
    throw invalidRequest(`${model.id} does not take documents`);
  }
  if (request.params?.responseSchemaJson !== undefined && model.supportsResponseSchema !== true) {
    throw invalidRequest(`${model.id} can not be held to a response schema`);
  }
}
