import { rangeAt } from '../../diagnostics/source-range.ts';
import type { ConfigSchema } from '../../protocol/config-schema.ts';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { AgentProfile, Config, ModelChoice, ProviderBlock } from '../config.ts';
import { type Ask, sortedAsks } from './ask.ts';
import { type Endpoint, isLoopbackHost, parseEndpoint } from './endpoint.ts';
import { environmentAsks } from './environment-asks.ts';
import { variableReads } from './reads.ts';

/** One provider of the file, as far as it is known before anything of it runs. */
export interface AskSubject {
  readonly block: ProviderBlock;
  /** A build that is not ours: its entry file. */
  readonly entry?: { readonly path: string; readonly range: ProviderBlock['range'] } | undefined;
  /** Absent for a build whose schema is known only once it runs. */
  readonly schema?: ConfigSchema | undefined;
  /** The decoded block; absent where there is no schema. */
  readonly values?: JsonObject | undefined;
  /** Default origins, shipped with a built-in. */
  readonly origins: readonly string[];
}

export interface AskInput {
  readonly config: Config;
  readonly subjects: readonly AskSubject[];
  /** The program's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `sha256:…` of a file's content; `undefined` when it can not be read. */
  readonly digest: (path: string) => Promise<string | undefined>;
  /** `sha256:…` of a text. */
  readonly digestText: (text: string) => string;
}

/** Everything the file asks for, before any of it is granted. */
export async function collectAsks(input: AskInput): Promise<readonly Ask[]> {
  const perSubject = await Promise.all(
    input.subjects.map((subject) => asksOfProvider(subject, input)),
  );
  return sortedAsks([
    ...perSubject.flat(),
    ...[...input.config.profiles.values()].flatMap((profile) => optionAsks(profile, input)),
    ...telemetryAsks(input.config),
  ]);
}

async function asksOfProvider(subject: AskSubject, input: AskInput): Promise<readonly Ask[]> {
  const { block } = subject;
  const endpoints = endpointsOf(subject);
  const isLoopbackOnly = endpoints.length > 0 && endpoints.every(({ isLoopback }) => isLoopback);
  return [
    ...(await execAsks(subject, input)),
    ...endpointAsks(subject, endpoints),
    ...(await environmentAsks({ ...input, block, isLoopbackOnly })),
    ...readAsks(subject, endpoints),
  ];
}

/** Where the block says requests go; the defaults of the vendor when it says nothing. */
function endpointsOf(subject: AskSubject): readonly Endpoint[] {
  const url = subject.values?.['base_url'];
  const written = typeof url === 'string' && url !== '' ? [url] : subject.origins;
  return written.map(parseEndpoint);
}

async function execAsks(subject: AskSubject, input: AskInput): Promise<readonly Ask[]> {
  const { block, entry, values } = subject;
  if (entry) {
    const digest = (await input.digest(entry.path)) ?? 'unreadable';
    const sentence = `run ${entry.path} ${digest} as you`;
    const { range } = entry;
    const provider = block.localName;
    return [{ kind: 'exec', provider, values: [entry.path, digest], sentence, range }];
  }
  const command = values?.['command'];
  const extra = values?.['extra_args'];
  const args = Array.isArray(extra) ? extra.map(String) : [];
  if (typeof command !== 'string' || (command === 'claude' && args.length === 0)) return [];
  const range = attributeRange(block, command === 'claude' ? 'extra_args' : 'command');
  const sentence = `run ${[command, ...args].map((word) => JSON.stringify(word)).join(' ')} as you`;
  const base = { kind: 'exec', provider: block.localName, range } as const;
  return [{ ...base, values: [command, ...args], sentence }];
}

function endpointAsks(subject: AskSubject, endpoints: readonly Endpoint[]): readonly Ask[] {
  const { block, origins } = subject;
  const isShipped = ({ origin, isEncrypted }: Endpoint) =>
    isEncrypted && origins.some((known) => parseEndpoint(known).origin === origin);
  const keys = keyVariables(subject);
  const what = keys.length === 0 ? `what "${block.localName}" is told` : keys.join(', ');
  return endpoints
    .filter((endpoint) => !endpoint.isLoopback && !isShipped(endpoint))
    .map(({ origin, isEncrypted }) => ({
      kind: 'endpoint',
      provider: block.localName,
      values: [origin, ...keys],
      sentence: `send ${what} to ${origin}${isEncrypted ? '' : ' UNENCRYPTED'}`,
      range: attributeRange(block, 'base_url'),
      origin,
    }));
}

function keyVariables({ block, schema }: AskSubject): readonly string[] {
  if (!block.body || !schema) return [];
  const reads = variableReads(block.body, schema).filter(({ isSensitive }) => isSensitive);
  return reads.map(({ variable }) => variable);
}

function readAsks(subject: AskSubject, endpoints: readonly Endpoint[]): readonly Ask[] {
  const { block, schema } = subject;
  if (!block.body) return [];
  const destination = endpoints.map(({ origin }) => origin).join(', ') || `"${block.localName}"`;
  return variableReads(block.body, schema ?? { attributes: [] })
    .filter(({ isSensitive }) => !isSensitive)
    .map(({ variable, path, range }) => ({
      kind: 'reads',
      provider: block.localName,
      values: [variable, path, destination],
      sentence: `read ${variable} into ${path} of "${block.localName}", which talks to ${destination}`,
      range,
    }));
}

function optionAsks(profile: AgentProfile, { digestText }: AskInput): readonly Ask[] {
  const choices: readonly ModelChoice[] = [
    ...(profile.primary ? [profile.primary] : []),
    ...profile.fallbacks,
  ];
  return choices.flatMap(({ provider, providerOptions }) => {
    if (!providerOptions || !reachesOut(providerOptions.value)) return [];
    const digest = digestText(JSON.stringify(providerOptions.value));
    const sentence = `hand "${provider.value}" options that name tools or addresses: ${JSON.stringify(providerOptions.value)}`;
    const { range } = providerOptions;
    return [
      { kind: 'options' as const, provider: provider.value, values: [digest], sentence, range },
    ];
  });
}

/** Options that name a tool or an address may send the conversation elsewhere. */
function reachesOut(value: JsonValue): boolean {
  if (typeof value === 'string') return /[a-z][a-z0-9+.-]*:\/\//i.test(value);
  if (Array.isArray(value)) return value.some(reachesOut);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, nested]) => /tool|mcp|plugin|connector/i.test(key) || reachesOut(nested),
  );
}

function telemetryAsks(config: Config): readonly Ask[] {
  const { endpoint } = config.settings.observability;
  const url = endpoint.includes('://') ? endpoint : `grpc://${endpoint}`;
  const host = URL.canParse(url) ? new URL(url).hostname : endpoint;
  if (isLoopbackHost(host)) return [];
  const { endpointRange } = config.settings.observability;
  const range = endpointRange ?? rangeAt(config.file, { line: 1, column: 1, byte: 0 });
  const sentence = `send traces and metrics to ${endpoint}`;
  return [{ kind: 'telemetry', values: [endpoint], sentence, range }];
}

function attributeRange(block: ProviderBlock, name: string): ProviderBlock['range'] {
  return block.body?.attributes.find((attribute) => attribute.name === name)?.range ?? block.range;
}
