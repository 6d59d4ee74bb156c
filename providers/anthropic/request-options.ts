// The vendor's own knobs in a request's `provider_options`.
import {
  arrayAt,
  type DeclaredOption,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  objectAt,
  providerOptions,
  requireOption,
  stringAt,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import type { MessageBody } from './wire.ts';

/** Fields of the request body that are passed on as they are. */
export type PassedFields = Pick<
  MessageBody,
  | 'metadata'
  | 'service_tier'
  | 'top_p'
  | 'top_k'
  | 'container'
  | 'context_management'
  | 'mcp_servers'
>;

export interface RequestOptions {
  readonly fields: PassedFields;
  /** The vendor's tools, which it runs itself; sent after the declared ones. */
  readonly serverTools: readonly JsonObject[];
  /** `summarized` or `omitted`: whether thoughts come in words. */
  readonly thinkingDisplay: string;
  /** At most one tool call an answer. */
  readonly isSerial: boolean;
  /** What these options need to be understood. */
  readonly betas: readonly string[];
}

/**
 * Reads a request's options.
 *
 * @throws ModelFailure - `invalid_request`: an option that does not exist or has another type.
 */
export function readRequestOptions(options: JsonObject | undefined): RequestOptions {
  const view = providerOptions(options);
  for (const name of view.keys())
    requireOption(OPTIONS, name, options?.[name] ?? null, invalidRequest);
  return {
    fields: {
      ...present('metadata', objectAt(options, 'metadata')),
      ...present('service_tier', view.string('service_tier')),
      ...present('top_p', view.number('top_p')),
      ...present('top_k', view.integer('top_k')),
      ...present('container', view.string('container') ?? objectAt(options, 'container')),
      ...present('context_management', objectAt(options, 'context_management')),
      ...present('mcp_servers', objectsAt(options, 'mcp_servers')),
    },
    serverTools: objectsAt(options, 'server_tools') ?? [],
    thinkingDisplay: view.string('thinking_display') ?? 'summarized',
    isSerial: view.boolean('disable_parallel_tool_use') ?? false,
    betas: neededBetas(options),
  };
}

type Check = DeclaredOption['check'];

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isObject: Check = (value) => isJsonObject(value);
const isObjectList: Check = (value) => isJsonArray(value) && value.every(isObject);

/** Every option and what it must be. */
const OPTIONS: Readonly<Record<string, DeclaredOption>> = {
  metadata: { check: isObject, wanted: 'an object such as {"user_id": "…"}' },
  service_tier: { check: isText, wanted: 'a text such as "standard_only"' },
  top_p: { check: (value) => typeof value === 'number', wanted: 'a number' },
  top_k: { check: (value) => Number.isSafeInteger(value), wanted: 'an integer' },
  container: {
    check: (value) => isText(value) || isObject(value),
    wanted: 'a container id or an object',
  },
  context_management: { check: isObject, wanted: 'an object with "edits"' },
  mcp_servers: { check: isObjectList, wanted: 'a list of servers' },
  server_tools: { check: isObjectList, wanted: 'a list of tools' },
  thinking_display: {
    check: (value) => value === 'summarized' || value === 'omitted',
    wanted: '"summarized" or "omitted"',
  },
  disable_parallel_tool_use: {
    check: (value) => typeof value === 'boolean',
    wanted: 'true or false',
  },
};

function neededBetas(options: JsonObject | undefined): readonly string[] {
  const edits = arrayAt(options, 'context_management', 'edits');
  const compacts = edits.some((edit) => stringAt(edit, 'type')?.startsWith('compact_'));
  return [
    ...(objectAt(options, 'context_management') ? ['context-management-2025-06-27'] : []),
    ...(compacts ? ['compact-2026-01-12'] : []),
    ...(arrayAt(options, 'mcp_servers').length > 0 ? ['mcp-client-2025-11-20'] : []),
  ];
}

function objectsAt(
  options: JsonObject | undefined,
  name: string,
): readonly JsonObject[] | undefined {
  const objects = arrayAt(options, name).filter(isJsonObject);
  return objects.length === 0 ? undefined : objects;
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  // An object with one key of a generic name has no narrower type of its own.
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}
