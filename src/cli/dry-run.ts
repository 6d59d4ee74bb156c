/** `--dry-run`: the request as it would go to the vendor, made by the steps of a real turn. */
import { SCHEMA_VERSION } from '../output/printer.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { ContentBlock, Message } from '../protocol/message.ts';
import type {
  CacheBreakpoint,
  ContextSection,
  GenerationParams,
  ModelRequest,
} from '../protocol/model-request.ts';
import type { Preview } from '../turn/preview.ts';

type Request = Preview & { readonly type: 'request' };

/** The document of `schemas/json/dry-run.schema.json`, secrets still in it. */
export function dryRunJson({ model, request, cleared, others }: Request): JsonObject {
  return {
    type: 'dry_run',
    schema_version: SCHEMA_VERSION,
    provider: model.provider,
    model: model.model,
    system: systemText(request.assembledContext),
    messages: request.messages.map(messageJson),
    tools: request.tools.map(toolJson),
    params: paramsJson(request.params),
    cache_breakpoints: request.cacheBreakpoints.map(breakpointJson),
    provider_options: request.providerOptions ?? null,
    left_out: cleared,
    fallbacks: others.map(({ model: other, reason }) => ({
      candidate: `${other.provider}/${other.model}`,
      skipped: reason ?? null,
    })),
  };
}

function systemText(sections: readonly ContextSection[]): string | null {
  const texts = sections.flatMap(({ content }) => content.map(textOf));
  return texts.length === 0 ? null : texts.join('\n\n');
}

function textOf(block: ContentBlock): string {
  return block.type === 'text' ? block.text : '';
}

function messageJson({
  role,
  content,
  producedByProvider,
  producedByModelId,
}: Message): JsonObject {
  return present({
    role,
    provider: producedByProvider,
    model: producedByModelId,
    content: content.map(blockJson),
  });
}

/** Of what is not text its size stands for its bytes. */
function blockJson(block: ContentBlock): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'tool-use': {
      const { id, name, arguments: input } = block;
      return { type: 'tool_use', id, name, arguments: input };
    }
    case 'tool-result': {
      const { toolUseId, isError, content } = block;
      return {
        type: 'tool_result',
        tool_use_id: toolUseId,
        is_error: isError,
        content: content.map(blockJson),
      };
    }
    case 'image': {
      const { mediaType, data } = block;
      return { type: 'image', media_type: mediaType, size_bytes: data.byteLength };
    }
    case 'document': {
      const { mediaType, filename, data } = block;
      const size = data.byteLength;
      return present({ type: 'document', media_type: mediaType, filename, size_bytes: size });
    }
    case 'thinking': {
      const { text, signature } = block;
      return { type: 'thinking', text, signature_bytes: signature.byteLength };
    }
    case 'redacted-thinking':
      return { type: 'redacted_thinking', size_bytes: block.data.byteLength };
  }
}

function toolJson({ name, description, inputSchema }: ModelRequest['tools'][number]): JsonObject {
  // A schema is an object of JSON values by its type.
  const schema = JSON.parse(JSON.stringify(inputSchema)) as JsonObject;
  return { name, description, input_schema: schema };
}

/** What is absent is the model's default. */
function paramsJson(params: GenerationParams | undefined): JsonObject {
  if (params === undefined) return {};
  const { stopSequences, toolChoice, responseSchemaJson } = params;
  return present({
    thinking_effort: params.thinkingEffort,
    thinking_budget_tokens: params.thinkingBudgetTokens,
    thinking_disabled: params.thinkingDisabled,
    max_output_tokens: params.maxOutputTokens,
    temperature: params.temperature,
    stop_sequences: stopSequences.length === 0 ? undefined : stopSequences,
    tool_choice: toolChoice && present({ mode: toolChoice.mode, name: toolChoice.toolName }),
    response_schema:
      responseSchemaJson === undefined ? undefined : (JSON.parse(responseSchemaJson) as JsonValue),
  });
}

function breakpointJson(breakpoint: CacheBreakpoint): JsonObject {
  switch (breakpoint.type) {
    case 'after-assembled-context':
      return { after: 'system' };
    case 'after-tools':
      return { after: 'tools' };
    case 'after-message':
      return { after: 'message', index: breakpoint.index };
  }
}

function present(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, JsonValue] => field[1] !== undefined),
  );
}
