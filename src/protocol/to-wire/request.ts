import type { WireInit } from '../codec/message-type.ts';
import type * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import type { Schema } from '../gen/pluggableharness/schema/v1/types_pb.js';
import type { JsonObject } from '../json.ts';
import type {
  CacheBreakpoint,
  CountTokensRequest,
  GenerationParams,
  ModelRequest,
  ToolDeclaration,
  ToolSchema,
} from '../model-request.ts';
import { schemaTypes, toolChoiceModes } from '../wire-enums.ts';
import { toWireMessage, toWireSection } from './content.ts';
import { int64, optionalInt64 } from './values.ts';

export function toWireRequest(request: ModelRequest): WireInit<wire.StreamCompletionRequest> {
  const { params, callContext, providerOptions } = request;
  return {
    modelId: request.modelId,
    messages: request.messages.map(toWireMessage),
    tools: request.tools.map(toWireTool),
    assembledContext: request.assembledContext.map(toWireSection),
    cacheBreakpoints: request.cacheBreakpoints.map(toWireBreakpoint),
    params: params && toWireParams(params),
    callContext,
    providerOptions,
  };
}

export function toWireCountTokensRequest(
  request: CountTokensRequest,
): WireInit<wire.CountTokensRequest> {
  return {
    modelId: request.modelId,
    messages: request.messages.map(toWireMessage),
    assembledContext: request.assembledContext.map(toWireSection),
    tools: request.tools.map(toWireTool),
  };
}

export function toWireConfigureRequest(config: JsonObject): WireInit<wire.ConfigureRequest> {
  return { config };
}

function toWireTool(tool: ToolDeclaration): WireInit<wire.ToolDeclaration> {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: toWireSchema(tool.inputSchema),
  };
}

function toWireSchema(schema: ToolSchema): WireInit<Schema> {
  const properties = Object.entries(schema.properties);
  return {
    type: schemaTypes.numbers[schema.type],
    description: schema.description,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, toWireSchema(property)]),
    ),
    required: schema.required,
    enumValues: schema.enumValues,
    items: schema.items && toWireSchema(schema.items),
  };
}

function toWireParams(params: GenerationParams): WireInit<wire.GenerationParams> {
  const { toolChoice } = params;
  return {
    stopSequences: params.stopSequences,
    thinkingEffort: params.thinkingEffort,
    thinkingBudgetTokens: optionalInt64(params.thinkingBudgetTokens),
    maxOutputTokens: optionalInt64(params.maxOutputTokens),
    temperature: params.temperature,
    toolChoice: toolChoice && {
      mode: toolChoiceModes.numbers[toolChoice.mode],
      toolName: toolChoice.toolName,
    },
    thinkingDisabled: params.thinkingDisabled,
    responseSchemaJson: params.responseSchemaJson,
  };
}

function toWireBreakpoint(breakpoint: CacheBreakpoint): WireInit<wire.CacheBreakpoint> {
  return { position: positionOf(breakpoint) };
}

type PositionInit = WireInit<wire.CacheBreakpoint>['position'];

function positionOf(breakpoint: CacheBreakpoint): NonNullable<PositionInit> {
  switch (breakpoint.type) {
    case 'after-assembled-context':
      return { case: 'afterAssembledContext', value: {} };
    case 'after-tools':
      return { case: 'afterTools', value: {} };
    case 'after-message':
      return { case: 'afterMessageIndex', value: int64(breakpoint.index) };
  }
}
