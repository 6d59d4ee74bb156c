/** Asks that belong to no provider block: options of profiles, and telemetry. */
import { rangeAt } from '../../diagnostics/source-range.ts';
import type { JsonValue } from '../../protocol/json.ts';
import type { AgentProfile, Config, ModelChoice } from '../config.ts';
import type { Ask } from './ask.ts';
import { parseEndpoint } from './endpoint.ts';

/** A key that hands a model something to act with. */
const TOOL_KEY = /tool|mcp|plugin|connector|server/i;
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\//i;

export function optionAsks(config: Config, digestText: (text: string) => string): readonly Ask[] {
  return [...config.profiles.values()].flatMap(choicesOf).flatMap((choice) => {
    const { provider, providerOptions, context } = choice;
    if (!providerOptions || !reachesOut(providerOptions.value)) return [];
    const text = JSON.stringify(providerOptions.value);
    const digest = digestText(text);
    const sentence = `hand "${provider.value}" options with tools or addresses, ${digest}: ${text}`;
    const { range } = providerOptions;
    const base = { kind: 'options', provider: provider.value, context, range } as const;
    return [{ ...base, values: [digest], sentence }];
  });
}

function choicesOf({ name, primary, fallbacks }: AgentProfile) {
  const choices: readonly ModelChoice[] = primary ? [primary, ...fallbacks] : fallbacks;
  return choices.map((choice) => ({ ...choice, context: `agent_profile "${name}"` }));
}

/** Options that name a tool or an address may send the conversation elsewhere. */
function reachesOut(value: JsonValue): boolean {
  if (typeof value === 'string') return ADDRESS.test(value);
  if (Array.isArray(value)) return value.some(reachesOut);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, nested]) => TOOL_KEY.test(key) || reachesOut(nested));
}

export function telemetryAsks(config: Config): readonly Ask[] {
  const { endpoint, endpointRange } = config.settings.observability;
  const { origin, isLoopback } = parseEndpoint(endpoint);
  if (isLoopback) return [];
  const range = endpointRange ?? rangeAt(config.file, { line: 1, column: 1, byte: 0 });
  const sentence = `send traces and metrics to ${origin}`;
  return [{ kind: 'telemetry', values: [origin], sentence, range, context: 'settings' }];
}
