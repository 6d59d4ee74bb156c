// The vendor's own knobs in a request's `provider_options`.
import {
  type DeclaredOption,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  requireOption,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import type { Api } from './options.ts';

export interface RequestOptions {
  /** Fields of the body, as they are. */
  readonly fields: JsonObject;
  /** Fields of `reasoning`, besides the effort. */
  readonly reasoning: JsonObject;
  /** `low`, `medium` or `high`: how much an answer says. */
  readonly verbosity: string | undefined;
}

type Check = DeclaredOption['check'];

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isNumber: Check = (value) => typeof value === 'number';
const isBoolean: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);

interface Option extends DeclaredOption {
  readonly apis: readonly Api[];
  readonly part: 'body' | 'reasoning' | 'verbosity';
  /** Name there, when it is another one. */
  readonly field?: string;
}

const BOTH: readonly Api[] = ['responses', 'chat'];
const ONLY_RESPONSES: readonly Api[] = ['responses'];

/** Every option: what it must be and where it goes. */
const OPTIONS: Readonly<Record<string, Option>> = {
  service_tier: { check: isText, wanted: 'a text such as "flex"', apis: BOTH, part: 'body' },
  top_p: { check: isNumber, wanted: 'a number', apis: BOTH, part: 'body' },
  seed: { check: Number.isSafeInteger, wanted: 'an integer', apis: ['chat'], part: 'body' },
  metadata: { check: isJsonObject, wanted: 'an object of texts', apis: BOTH, part: 'body' },
  safety_identifier: { check: isText, wanted: 'a text', apis: BOTH, part: 'body' },
  prompt_cache_key: { check: isText, wanted: 'a text', apis: BOTH, part: 'body' },
  prompt_cache_retention: {
    check: oneOf('in_memory', '24h'),
    wanted: '"in_memory" or "24h"',
    apis: BOTH,
    part: 'body',
  },
  prompt_cache_options: {
    check: isJsonObject,
    wanted: 'an object with "mode" and "ttl"',
    apis: BOTH,
    part: 'body',
  },
  parallel_tool_calls: { check: isBoolean, wanted: 'true or false', apis: BOTH, part: 'body' },
  verbosity: {
    check: oneOf('low', 'medium', 'high'),
    wanted: '"low", "medium" or "high"',
    apis: BOTH,
    part: 'verbosity',
  },
  reasoning_summary: {
    check: oneOf('auto', 'concise', 'detailed'),
    wanted: '"auto", "concise" or "detailed"',
    apis: ONLY_RESPONSES,
    part: 'reasoning',
    field: 'summary',
  },
  reasoning_mode: {
    check: isText,
    wanted: 'a text such as "pro"',
    apis: ONLY_RESPONSES,
    part: 'reasoning',
    field: 'mode',
  },
  reasoning_context: {
    check: oneOf('auto', 'current_turn', 'all_turns'),
    wanted: '"auto", "current_turn" or "all_turns"',
    apis: ONLY_RESPONSES,
    part: 'reasoning',
    field: 'context',
  },
};

/**
 * Reads a request's options.
 *
 * @throws ModelFailure - `invalid_request`: an option that does not exist or has another type.
 */
export function readRequestOptions(options: JsonObject | undefined, api: Api): RequestOptions {
  const parts: Record<Option['part'], Record<string, JsonValue>> = {
    body: {},
    reasoning: {},
    verbosity: {},
  };
  for (const [name, value] of Object.entries(options ?? {})) {
    const { part, field = name } = optionFor(name, value, api);
    parts[part][field] = value;
  }
  const verbosity = parts.verbosity['verbosity'];
  return {
    fields: parts.body,
    reasoning: parts.reasoning,
    verbosity: typeof verbosity === 'string' ? verbosity : undefined,
  };
}

function optionFor(name: string, value: JsonValue, api: Api): Option {
  const option = requireOption(OPTIONS, name, value, invalidRequest);
  if (!option.apis.includes(api)) {
    throw invalidRequest(`the provider option "${name}" needs api = "${option.apis.join('"')}"`);
  }
  return option;
}
