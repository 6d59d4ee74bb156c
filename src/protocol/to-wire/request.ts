import { create } from '@bufbuild/protobuf';
import * as wire from '../gen/pluggableharness/model/v1/types_pb.js';
import { type Schema, SchemaSchema } from '../gen/pluggableharness/schema/v1/types_pb.js';
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
import { int64, optionalInt64, present, struct } from './values.ts';

export function toWireRequest(request: ModelRequest): wire.StreamCompletionRequest {
  const { params, callContext, providerOptions } = request;
  return create(wire.StreamCompletionRequestSchema, {
    modelId: request.modelId,
    messages: request.messages.map(toWireMessage),
    tools: request.tools.map(toWireTool),
    assembledContext: request.assembledContext.map(toWireSection),
    cacheBreakpoints: request.cacheBreakpoints.map(toWireBreakpoint),
    ...present({
      params: params && toWireParams(params),
      callContext,
      providerOptions: providerOptions && struct(providerOptions),
    }),
  });
}

export function toWireCountTokensRequest(request: CountTokensRequest): wire.CountTokensRequest {
  return create(wire.CountTokensRequestSchema, {
    modelId: request.modelId,
    messages: request.messages.map(toWireMessage),
    assembledContext: request.assembledContext.map(toWireSection),
    tools: request.tools.map(toWireTool),
  });
}

export function toWireConfigureRequest(config: JsonObject): wire.ConfigureRequest {
  return create(wire.ConfigureRequestSchema, { config: struct(config) });
}

function toWireTool(tool: ToolDeclaration): wire.ToolDeclaration {
  return create(wire.ToolDeclarationSchema, {
    name: tool.name,
    description: tool.description,
    inputSchema: toWireSchema(tool.inputSchema),
  });
}

function toWireSchema(schema: ToolSchema): Schema {
  const properties = Object.entries(schema.properties);
  return create(SchemaSchema, {
    type: schemaTypes.numbers[schema.type],
    description: schema.description,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, toWireSchema(property)]),
    ),
    required: [...schema.required],
    enumValues: [...schema.enumValues],
    ...present({ items: schema.items && toWireSchema(schema.items) }),
  });
}

function toWireParams(params: GenerationParams): wire.GenerationParams {
  const { toolChoice } = params;
  return create(wire.GenerationParamsSchema, {
    stopSequences: [...params.stopSequences],
    ...present({
      thinkingEffort: params.thinkingEffort,
      thinkingBudgetTokens: optionalInt64(params.thinkingBudgetTokens),
      maxOutputTokens: optionalInt64(params.maxOutputTokens),
      temperature: params.temperature,
      toolChoice: toolChoice && {
        mode: toolChoiceModes.numbers[toolChoice.mode],
        ...present({ toolName: toolChoice.toolName }),
      },
      thinkingDisabled: params.thinkingDisabled,
      responseSchemaJson: params.responseSchemaJson,
    }),
  });
}

function toWireBreakpoint(breakpoint: CacheBreakpoint): wire.CacheBreakpoint {
  return create(wire.CacheBreakpointSchema, { position: positionOf(breakpoint) });
}

type PositionInit = NonNullable<
  Parameters<typeof create<typeof wire.CacheBreakpointSchema>>[1]
>['position'];

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
