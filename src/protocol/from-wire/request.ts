import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { Schema } from '../gen/pluggableharness/schema/v1/types_pb.js';
import type { JsonObject } from '../json.ts';
import type {
  CacheBreakpoint,
  CountTokensRequest,
  GenerationParams,
  ModelRequest,
  ToolChoice,
  ToolDeclaration,
  ToolSchema,
} from '../model-request.ts';
import { schemaTypes, toolChoiceModes } from '../wire-enums.ts';
import { readMessage, readSection } from './content.ts';
import { type FromWire, reading, refuse } from './fault.ts';
import { optionalInteger, requiredName, safeInteger } from './values.ts';

export function fromWireRequest(request: wire.StreamCompletionRequest): FromWire<ModelRequest> {
  return reading(() => ({
    ...readCounted(request),
    params: request.params && readParams(request.params),
    callContext: request.callContext && {
      sessionId: request.callContext.sessionId,
      turnId: request.callContext.turnId,
      workingDirectory: request.callContext.workingDirectory,
    },
    cacheBreakpoints: request.cacheBreakpoints.flatMap(
      (breakpoint, index) => readBreakpoint(breakpoint, `cache_breakpoints[${index}]`) ?? [],
    ),
    providerOptions: request.providerOptions,
  }));
}

export function fromWireCountTokensRequest(
  request: wire.CountTokensRequest,
): FromWire<CountTokensRequest> {
  return reading(() => readCounted(request));
}

/** An absent block is an empty one. */
export function fromWireConfigureRequest({ config = {} }: wire.ConfigureRequest): JsonObject {
  return config;
}

function readCounted(
  request: wire.StreamCompletionRequest | wire.CountTokensRequest,
): CountTokensRequest {
  return {
    modelId: request.modelId,
    messages: request.messages.map((message, index) => readMessage(message, `messages[${index}]`)),
    assembledContext: request.assembledContext.map((section, index) =>
      readSection(section, `assembled_context[${index}]`),
    ),
    tools: request.tools.map((tool, index) => readTool(tool, `tools[${index}]`)),
  };
}

function readTool(tool: wire.ToolDeclaration, path: string): ToolDeclaration {
  const schemaPath = `${path}.input_schema`;
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema
      ? readSchema(tool.inputSchema, schemaPath)
      : refuse(schemaPath, 'is missing'),
  };
}

function readSchema(schema: Schema, path: string): ToolSchema {
  return {
    type: requiredName(schemaTypes, schema.type, `${path}.type`),
    description: schema.description,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        readSchema(property, `${path}.properties[${JSON.stringify(name)}]`),
      ]),
    ),
    required: schema.required,
    items: schema.items && readSchema(schema.items, `${path}.items`),
    enumValues: schema.enumValues,
  };
}

function readParams(params: wire.GenerationParams): GenerationParams {
  const { thinkingBudgetTokens, maxOutputTokens, toolChoice } = params;
  return {
    thinkingEffort: params.thinkingEffort,
    thinkingBudgetTokens: optionalInteger(thinkingBudgetTokens, 'params.thinking_budget_tokens'),
    maxOutputTokens: optionalInteger(maxOutputTokens, 'params.max_output_tokens'),
    temperature: params.temperature,
    stopSequences: params.stopSequences,
    toolChoice: toolChoice && readToolChoice(toolChoice),
    thinkingDisabled: params.thinkingDisabled,
    responseSchemaJson: params.responseSchemaJson,
  };
}

function readToolChoice({ mode, toolName }: wire.ToolChoice): ToolChoice {
  return { mode: requiredName(toolChoiceModes, mode, 'params.tool_choice.mode'), toolName };
}

function readBreakpoint(
  { position }: wire.CacheBreakpoint,
  path: string,
): CacheBreakpoint | undefined {
  switch (position.case) {
    case 'afterAssembledContext':
      return { type: 'after-assembled-context' };
    case 'afterTools':
      return { type: 'after-tools' };
    case 'afterMessageIndex':
      return {
        type: 'after-message',
        index: safeInteger(position.value, `${path}.after_message_index`),
      };
    case undefined:
      return undefined;
  }
}
