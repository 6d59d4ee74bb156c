// A canonical request as the vendor's JSON. A token count is built on the same path, so that it
// counts what a completion would send.
import {
  arrayAt,
  type ContextSection,
  type CountTokensRequest,
  isJsonObject,
  type JsonObject,
  type ModelRequest,
  type ModelSpec,
  parseJson,
  toolNameReader,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import { arrangeHistory } from './messages.ts';
import { type RequestOptions, readRequestOptions } from './request-options.ts';
import { thinkingConfig } from './thinking.ts';
import { wireToolName } from './tool-names.ts';
import { type ToolFields, toolFields } from './tools.ts';
import { findModel } from './traits.ts';

export interface BuiltRequest {
  readonly modelId: string;
  readonly body: JsonObject;
  /** The declared name of a tool, from the one the vendor was given. */
  toolName(wireName: string): string;
}

/**
 * Builds a completion.
 *
 * @param models - The roster; also tells whose thoughts a message holds.
 * @throws ModelFailure - `invalid_request`: an unknown model, or what this model does not take.
 */
export function buildRequest(request: ModelRequest, models: readonly ModelSpec[]): BuiltRequest {
  const built = translate(request, models);
  if (arrayAt(built.body, 'contents').length === 0) {
    throw invalidRequest('there is no message to answer');
  }
  return built;
}

function translate(request: ModelRequest, models: readonly ModelSpec[]): BuiltRequest {
  const model = findModel(models, request.modelId);
  if (model === undefined) throw invalidRequest(`there is no model "${request.modelId}"`);
  const options = readRequestOptions(request.providerOptions);
  const generationConfig = generation(request, model, options);
  const { safetySettings } = options;
  return {
    modelId: model.id,
    body: {
      ...promptFields(request, { model, models, options }),
      ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
      ...(safetySettings.length === 0 ? {} : { safetySettings }),
    },
    toolName: toolNameReader(
      request.tools.map(({ name }) => name),
      wireToolName,
      invalidRequest,
    ),
  };
}

/**
 * Builds a token count, in the form that counts context and tools as well. What a request without
 * messages counts is the vendor's to say.
 */
export function buildCount(
  request: CountTokensRequest,
  models: readonly ModelSpec[],
): Pick<BuiltRequest, 'modelId' | 'body'> {
  const { modelId, body } = translate({ ...request, cacheBreakpoints: [] }, models);
  const { contents = [], systemInstruction, tools } = body;
  const counted = {
    model: `models/${modelId}`,
    contents,
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    ...(tools === undefined ? {} : { tools }),
  };
  return { modelId, body: { generateContentRequest: counted } };
}

interface PromptContext {
  readonly model: ModelSpec;
  readonly models: readonly ModelSpec[];
  readonly options: RequestOptions;
}

function promptFields(
  request: ModelRequest,
  { model, models, options }: PromptContext,
): JsonObject {
  const contents = arrangeHistory(request.messages, {
    model,
    isForeign: ({ producedByModelId: author }) =>
      author !== undefined && findModel(models, author) === undefined,
  });
  const parts = request.assembledContext.flatMap(systemPart);
  const tools = toolFields(request, options.serverTools, model);
  const systemInstruction = parts.length === 0 ? {} : { systemInstruction: { parts } };
  const { cachedContent } = options;
  if (cachedContent === undefined) return { ...systemInstruction, contents, ...tools };
  requireNothingCached(parts, tools);
  return { contents, cachedContent };
}

/** What an explicit cache holds must not come again, and what comes again would not be used. */
function requireNothingCached(system: readonly JsonObject[], tools: ToolFields): void {
  if (system.length === 0 && tools.tools === undefined) return;
  throw invalidRequest('cached_content stands for context and tools; send none beside it');
}

/** One part a section, so that an unchanged beginning stays an unchanged prefix. */
function systemPart({ content }: ContextSection): readonly JsonObject[] {
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return text.trim() === '' ? [] : [{ text }];
}

/** The vendor's limit of stop sequences. */
const MOST_STOPS = 5;

function generation(
  { params }: ModelRequest,
  model: ModelSpec,
  options: RequestOptions,
): JsonObject {
  const stops = params?.stopSequences ?? [];
  if (stops.length > MOST_STOPS) {
    throw invalidRequest(`at most ${MOST_STOPS} stop sequences can be given`);
  }
  const thinking = thinkingConfig(model, params);
  return {
    ...options.generation,
    ...present('maxOutputTokens', params?.maxOutputTokens),
    ...present('temperature', params?.temperature),
    ...(stops.length === 0 ? {} : { stopSequences: stops }),
    ...responseSchema(params?.responseSchemaJson),
    ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
  };
}

function responseSchema(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  const schema = parseJson(text);
  if (!isJsonObject(schema)) throw invalidRequest('the response schema is not a JSON object');
  return { responseMimeType: 'application/json', responseJsonSchema: schema };
}

function present(name: string, value: number | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
