// The part of a request that only generating an answer needs: limits, sampling, form of the answer.
import type { JsonObject, ModelRequest, ModelSpec } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import type { Turn } from './messages.ts';

import type { PassedFields, RequestOptions } from './request-options.ts';
import { vendorSchema } from './response-schema.ts';
import type { ThinkingPlan } from './thinking.ts';
import { refusesSampling } from './traits.ts';
import type { CountBody, MessageBody, WireBlock } from './wire.ts';

export interface GenerationInput {
  readonly request: ModelRequest;
  readonly model: ModelSpec;
  readonly options: RequestOptions;
  readonly turns: readonly Turn[];
  readonly plan: ThinkingPlan;
}

/** The fields, and what was left out or changed. */
export function generationFields(input: GenerationInput): {
  readonly fields: Omit<MessageBody, keyof CountBody>;
  readonly notes: readonly string[];
} {
  const { params } = input.request;
  const limit = outputLimit(input);
  const sampling = samplingFields(input);
  const stops = params?.stopSequences ?? [];
  return {
    fields: {
      max_tokens: limit.tokens,
      stream: true,
      stop_sequences: stops.length === 0 ? undefined : stops,
      output_config: outputConfig(input),
      ...sampling.fields,
    },
    notes: [...limit.notes, ...sampling.notes],
  };
}

/** What is left for an answer at the least, when the prompt nearly fills the window. */
const LEAST_ROOM = 4096;

/**
 * `max_tokens` holds thoughts and answer, and must be above a thinking budget. Unasked it is all the
 * model can give, but within the window: prompt and limit together beyond it are refused.
 */
function outputLimit({ request, model, turns, plan }: GenerationInput): {
  readonly tokens: number;
  readonly notes: readonly string[];
} {
  const most = model.maxOutputTokens;
  const budget = plan.thinking?.type === 'enabled' ? plan.thinking.budget_tokens : 0;
  const asked = request.params?.maxOutputTokens;
  if (asked === undefined) {
    const room = Math.max(model.contextWindow - estimatedTokens(request, turns), LEAST_ROOM);
    return { tokens: Math.min(most, Math.max(room, budget + LEAST_ROOM)), notes: [] };
  }
  const tokens = Math.min(asked > budget ? asked : budget + asked, most);
  const notes = tokens === asked ? [] : [`max_tokens is ${tokens} instead of ${asked}`];
  return { tokens, notes };
}

/** Bytes a token, so low that the estimate is rarely below the truth. */
const BYTES_PER_TOKEN = 3;
const MEDIA_TOKENS = 2000;

function estimatedTokens(
  { assembledContext, tools }: ModelRequest,
  turns: readonly Turn[],
): number {
  const prompt = Buffer.byteLength(JSON.stringify([assembledContext, tools])) / BYTES_PER_TOKEN;
  const blocks = turns.flatMap(({ pieces }) => pieces.map(({ block }) => block));
  return Math.ceil(blocks.reduce((total, block) => total + blockTokens(block), prompt));
}

function blockTokens(block: WireBlock): number {
  if (block.type === 'image' || block.type === 'document') return MEDIA_TOKENS;
  if (block.type === 'tool_result') {
    return (block.content ?? []).reduce((total, part) => total + blockTokens(part), 0);
  }
  const text = block.type === 'text' ? block.text : JSON.stringify(block);
  return Buffer.byteLength(text) / BYTES_PER_TOKEN;
}

/** Sampling is passed on where the model takes it, and left out, with a note, where it refuses. */
function samplingFields({ request, model, options, plan }: GenerationInput): {
  readonly fields: PassedFields & { readonly temperature?: number | undefined };
  readonly notes: readonly string[];
} {
  const { top_p, top_k, ...others } = options.fields;
  const asked = { temperature: request.params?.temperature, top_p, top_k };
  const isFixed = refusesSampling(model);
  const kept = {
    temperature: isFixed || (plan.isOn && asked.temperature !== 1) ? undefined : asked.temperature,
    top_p: isFixed ? undefined : top_p,
    top_k: isFixed || plan.isOn ? undefined : top_k,
  };
  const names = ['temperature', 'top_p', 'top_k'] as const;
  const dropped = names.filter((name) => asked[name] !== kept[name]);
  const reason = isFixed ? `${model.id} refuses it` : 'thinking is on';
  return {
    fields: { ...others, ...kept },
    notes: dropped.map((name) => `${name} is left out: ${reason}`),
  };
}

function outputConfig({ request, model, plan }: GenerationInput): JsonObject | undefined {
  const schema = request.params?.responseSchemaJson;
  if (schema === undefined && plan.effort === undefined) return undefined;
  if (schema !== undefined && model.supportsResponseSchema !== true) {
    throw invalidRequest(`${model.id} can not be held to a response schema`);
  }
  return {
    ...(plan.effort === undefined ? {} : { effort: plan.effort }),
    ...(schema === undefined
      ? {}
      : { format: { type: 'json_schema', schema: vendorSchema(schema) } }),
  };
}
