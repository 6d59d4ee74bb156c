/** `agent_profile`, `policy` and `hook` blocks as typed values. */
import type { JsonObject } from '../protocol/json.ts';
import type {
  AgentProfile,
  HookBlock,
  Located,
  ModelChoice,
  PolicyAction,
  PolicyRule,
} from './config.ts';
import type { DecodedNode } from './decode-context.ts';
import { POLICY_KINDS, POLICY_RISKS, type PolicyMatch } from './policy.ts';
import type { ReadBlock } from './read-body.ts';
import {
  blocksOf,
  enumOf,
  locatedNumber,
  locatedText,
  locatedTexts,
  numberOf,
  textOf,
} from './read-values.ts';
import { revealObject } from './secret.ts';

const ACTIONS: readonly PolicyAction[] = ['allow', 'ask', 'deny'];
const MODES: readonly HookBlock['mode'][] = ['observe', 'transform', 'veto'];

export function readProfile(block: ReadBlock): AgentProfile {
  const [model] = blocksOf(block, 'model');
  const [primary] = blocksOf(model, 'primary').map(readChoice);
  return {
    name: block.label,
    range: block.range,
    primary,
    fallbacks: blocksOf(model, 'fallback')
      .map(readChoice)
      .filter((choice) => choice !== undefined),
    tools: locatedTexts(block.attributes.get('tools')),
    slashCommands: locatedTexts(block.attributes.get('slash_commands')).map(({ value }) => value),
    maxTurns: numberOf(block, 'max_turns') ?? 100,
    maxCostUsd: numberOf(block, 'max_cost_usd'),
    maxWallClockS: numberOf(block, 'max_wall_clock_s'),
    maxDepth: numberOf(block, 'max_depth'),
    maxConcurrentSubagents: numberOf(block, 'max_concurrent_subagents') ?? 4,
  };
}

/** @returns `undefined` when provider or id failed, which is reported. */
function readChoice(block: ReadBlock): ModelChoice | undefined {
  const provider = locatedText(block.attributes.get('provider'));
  const id = locatedText(block.attributes.get('id'));
  if (provider === undefined || id === undefined) return undefined;
  return {
    provider,
    id,
    thinkingEffort: locatedText(block.attributes.get('thinking_effort')),
    thinkingBudgetTokens: locatedNumber(block.attributes.get('thinking_budget_tokens')),
    maxOutputTokens: numberOf(block, 'max_output_tokens'),
    temperature: numberOf(block, 'temperature'),
    providerOptions: locatedObject(block.attributes.get('provider_options')),
  };
}

function locatedObject(node: DecodedNode | undefined): Located<JsonObject> | undefined {
  const value = node?.value;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (node === undefined || !isObject) return undefined;
  return { value: revealObject(Object.fromEntries(Object.entries(value))), range: node.range };
}

/** What a rule matches; `undefined` when any part of it failed. */
export function readMatch(block: ReadBlock): PolicyMatch | undefined {
  const match = block.attributes.get('match');
  if (match === undefined || match.isFaulty === true) return undefined;
  const body = { attributes: match.entries ?? new Map(), blocks: [] };
  return {
    toolName: textOf(body, 'tool_name'),
    provider: textOf(body, 'provider'),
    risk: enumOf(body, 'risk', POLICY_RISKS),
    kind: enumOf(body, 'kind', POLICY_KINDS),
  };
}

export function readPolicy(block: ReadBlock): PolicyRule | undefined {
  const match = readMatch(block);
  const action = enumOf(block, 'action', ACTIONS);
  if (match === undefined || action === undefined) return undefined;
  return { name: block.label, range: block.range, match, action };
}

export function readHook(block: ReadBlock): HookBlock | undefined {
  const provider = locatedText(block.attributes.get('provider'));
  const mode = enumOf(block, 'mode', MODES);
  if (provider === undefined || mode === undefined) return undefined;
  const timeoutMs = numberOf(block, 'timeout_ms');
  return { point: block.label, range: block.range, provider, mode, timeoutMs };
}
