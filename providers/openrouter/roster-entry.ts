// One entry of the gateway's list as a model.
import {
  arrayAt,
  booleanAt,
  type CachingSpec,
  countAt,
  type JsonValue,
  type ModelSpec,
  objectAt,
  stringAt,
  type ThinkingSpec,
  type ToolChoiceMode,
  valueAt,
} from 'agent-hcl/sdk';
import { priceOf } from './prices.ts';

/** Reads an entry; `undefined` when it has no id or no window. */
export function modelOf(entry: JsonValue): ModelSpec | undefined {
  const id = stringAt(entry, 'id');
  const contextWindow = windowOf(entry);
  if (!id || contextWindow === undefined) return undefined;
  const maxOutputTokens = outputLimitOf(entry, contextWindow);
  const takes = parametersOf(entry);
  const inputs = arrayAt(entry, 'architecture', 'input_modalities');
  const caching = cachingOf(id, entry);
  return {
    id,
    contextWindow,
    maxOutputTokens,
    supportsToolUse: takes.has('tools'),
    supportsVision: inputs.includes('image'),
    supportsDocuments: inputs.includes('file'),
    supportsStreaming: true,
    supportsParallelToolCalls: takes.has('tools'),
    supportsResponseSchema: takes.has('structured_outputs'),
    supportedToolChoiceModes: choicesOf(takes),
    thinking: thinkingOf(entry, takes, maxOutputTokens),
    caching,
    pricing: priceOf(objectAt(entry, 'pricing'), caching.supported),
    catalog: {
      displayName: stringAt(entry, 'name') ?? id,
      ...endOf(entry),
      aliases: [],
      family: authorOf(id),
      supportedInApi: true,
    },
  };
}

/** Who made a model: the beginning of its id. */
export function authorOf(id: string): string {
  return id.split('/', 1)[0] ?? id;
}

/** Whether a family of models wants its caches marked. */
function marksCaches(author: string): boolean {
  return author === 'anthropic' || author === 'qwen' || author === 'alibaba';
}

/** A route may take less than the model: the smaller figure holds for both. */
function windowOf(entry: JsonValue): number | undefined {
  const sizes = [
    countAt(entry, 'context_length'),
    countAt(entry, 'top_provider', 'context_length'),
  ];
  const known = sizes.flatMap((size) => (size === undefined || size === 0 ? [] : [size]));
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Part of the window that an answer may take where the list names no limit. */
const SHARE_OF_WINDOW = 4;

function outputLimitOf(entry: JsonValue, contextWindow: number): number {
  const limit = countAt(entry, 'top_provider', 'max_completion_tokens');
  const share = Math.max(1, Math.floor(contextWindow / SHARE_OF_WINDOW));
  return limit === undefined || limit === 0 ? share : Math.min(limit, contextWindow);
}

function parametersOf(entry: JsonValue): ReadonlySet<JsonValue> {
  return new Set(arrayAt(entry, 'supported_parameters'));
}

function choicesOf(takes: ReadonlySet<JsonValue>): readonly ToolChoiceMode[] {
  if (!takes.has('tools')) return [];
  return takes.has('tool_choice') ? ['auto', 'any', 'none', 'specific'] : ['auto'];
}

const ALL_EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
/** What every reasoning model of the gateway takes when the list says nothing of levels. */
const COMMON_EFFORTS = ['low', 'medium', 'high'];

const NO_THINKING: ThinkingSpec = {
  supported: false,
  adaptiveByDefault: false,
  disable: 'unspecified',
};

function thinkingOf(
  entry: JsonValue,
  takes: ReadonlySet<JsonValue>,
  maxOutputTokens: number,
): ThinkingSpec {
  const reasoning = objectAt(entry, 'reasoning');
  if (reasoning === undefined && !takes.has('reasoning')) return NO_THINKING;
  const isMandatory = booleanAt(reasoning, 'mandatory') === true;
  const levels = reasoning === undefined ? COMMON_EFFORTS : effortsOf(reasoning);
  const named = stringAt(reasoning, 'default_effort');
  const takesBudget = booleanAt(reasoning, 'supports_max_tokens') === true;
  return {
    supported: true,
    ...(levels.length === 0 ? {} : { effort: { levels, default: defaultOf(levels, named) } }),
    ...(takesBudget && maxOutputTokens > LEAST_BUDGET
      ? { budget: { min: LEAST_BUDGET, max: maxOutputTokens - 1, deprecated: false } }
      : {}),
    adaptiveByDefault: booleanAt(reasoning, 'default_enabled') ?? isMandatory,
    disable: isMandatory ? 'never' : 'always',
  };
}

/** The gateway's smallest budget, tokens. */
const LEAST_BUDGET = 1024;

/** `null` means every level, no field none at all; `none` is no level but a way to switch off. */
function effortsOf(reasoning: JsonValue): readonly string[] {
  const listed = valueAt(reasoning, 'supported_efforts');
  if (listed === null) return ALL_EFFORTS;
  const levels = arrayAt(listed).filter((level) => typeof level === 'string');
  return ALL_EFFORTS.filter((level) => levels.includes(level));
}

function defaultOf(levels: readonly string[], named: string | undefined): string {
  const candidates = [named, 'medium', levels[0]];
  return candidates.find((level) => level !== undefined && levels.includes(level)) ?? 'medium';
}

/** A cache that costs something is one; marked families have theirs whatever the list says. */
function cachingOf(id: string, entry: JsonValue): CachingSpec {
  const explicitMarkers = marksCaches(authorOf(id));
  const hasPrice = ['input_cache_read', 'input_cache_write'].some((name) =>
    Boolean(stringAt(entry, 'pricing', name)),
  );
  return {
    supported: explicitMarkers || hasPrice,
    explicitMarkers,
    implicitAutomatic: hasPrice && !explicitMarkers,
    keepaliveSupported: false,
  };
}

function endOf(entry: JsonValue): { readonly description?: string } {
  const date = stringAt(entry, 'expiration_date');
  return date ? { description: `Will be gone on ${date}.` } : {};
}
