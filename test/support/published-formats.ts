/** Everything our program prints or keeps as JSON, held against the schemas it publishes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandArguments } from '../../src/cli/arguments.ts';
import { parseCommandLine } from '../../src/cli/cli.ts';
import { schemaFaults } from './json-schema.ts';

type Faults = ReturnType<typeof schemaFaults>;
const compiled = new Map<string, Faults>();

/** What is wrong with one document; the schema is compiled once. */
export function faultsOf(schema: string, value: unknown): readonly string[] {
  const check = compiled.get(schema) ?? schemaFaults(schema);
  compiled.set(schema, check);
  return check(value).map(
    ({ instancePath, message }) => `${schema}${instancePath} ${message}: ${JSON.stringify(value)}`,
  );
}

export interface Printed {
  readonly args: readonly string[];
  readonly stdout: string;
  /** `null`: it was killed, so that its last line may be torn. */
  readonly code: number | null;
}

/** What is wrong with the JSON that a command printed; nothing where it printed text. */
export async function printedFaults({ args, stdout, code }: Printed): Promise<readonly string[]> {
  const line = await parseCommandLine(args);
  if (line.type !== 'command') return [];
  const given = line.arguments;
  if (given.command === 'run') return runFaults(given, stdout, code);
  const schema = schemaOf(given);
  // A configuration that is refused and a wrong command line are told on stderr.
  if (schema === undefined || code === null || (stdout === '' && code > 1)) return [];
  return faultsOf(schema, JSON.parse(stdout));
}

function schemaOf(args: Exclude<CommandArguments, { command: 'run' }>): string | undefined {
  switch (args.command) {
    case 'validate':
      return args.format === 'json' ? 'validate-result' : undefined;
    case 'sessions': {
      if (args.action === 'export') return args.format === 'json' ? 'session' : undefined;
      const names = { list: 'sessions', show: 'session', remove: 'sessions-removed' };
      return args.json ? names[args.action] : undefined;
    }
    case 'provider-check':
      return args.json ? 'conformance-report' : undefined;
    case 'provider-list':
    case 'models':
    case 'doctor':
    case 'stats':
      return args.json ? args.command : undefined;
    case 'trust':
      return args.json ? 'trust' : undefined;
    case 'provider-trust':
      return args.json ? 'trust' : undefined;
    case 'chat':
    case 'init':
    case 'completion':
      return undefined;
  }
}

function runFaults(
  { outputFormat, dryRun }: CommandArguments & { readonly command: 'run' },
  stdout: string,
  code: number | null,
): readonly string[] {
  if (outputFormat === 'text') {
    return dryRun && stdout !== '' ? faultsOf('dry-run', parsed(stdout)) : [];
  }
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  const lines = whole.split('\n').slice(0, -1).map(parsed);
  const isStream = outputFormat === 'stream-json';
  const faults = lines.flatMap((line) => documentFaults(line, isStream));
  if (code === null) return faults;
  return [
    ...faults,
    ...shapeFaults(lines, isStream),
    ...lines.slice(-1).flatMap((line) => endFaults(line, code, dryRun)),
  ];
}

function documentFaults(line: unknown, isStream: boolean): readonly string[] {
  if (isStream) return faultsOf('turn-event', line);
  return faultsOf(typeOf(line) === 'dry_run' ? 'dry-run' : 'result', line);
}

function shapeFaults(lines: readonly unknown[], isStream: boolean): readonly string[] {
  const types = lines.map(typeOf);
  if (!isStream) return types.length === 1 ? [] : [`${types.length} documents, not one: ${types}`];
  return [
    ...(types[0] === 'init' ? [] : [`the first line is ${types[0]}, not init`]),
    ...(types.indexOf('result') === types.length - 1 ? [] : [`result is not last: ${types}`]),
  ];
}

/** Exit codes of a category; any other is the code 1 (`cli` §4). */
const CODES: Readonly<Record<string, number>> = {
  configuration: 3,
  auth_error: 4,
  rate_limited: 5,
  overloaded: 5,
  context_length_exceeded: 6,
  content_filtered: 7,
  provider_unavailable: 10,
  provider_crashed: 10,
};
const SIGNAL_CODES = [129, 130, 143];

function endFaults(line: unknown, code: number, dryRun: boolean): readonly string[] {
  if (dryRun && typeOf(line) === 'dry_run') return code === 0 ? [] : [`it ends with ${code}`];
  const { exit_code: told, status, error, limit } = line as Readonly<Record<string, unknown>>;
  const { category } = (error ?? {}) as { readonly category?: string };
  const isError = status === 'error';
  return [
    ...(told === code ? [] : [`exit_code ${told}, but it ended with ${code}`]),
    ...(isError === (error !== null) ? [] : [`status ${status} with error ${category}`]),
    ...((status === 'limited') === (limit !== null) ? [] : [`status ${status}, limit ${limit}`]),
    ...(SIGNAL_CODES.includes(code) || codesFor(status, category).includes(code)
      ? []
      : [`exit code ${code} for status ${status} (${category})`]),
  ];
}

function codesFor(status: unknown, category: string | undefined): readonly number[] {
  if (status === 'success') return [0];
  if (status === 'limited') return [8];
  // What stands on the command line is found wrong after it was read: 2.
  if (category === 'invalid_request') return [1, 2];
  return status === 'error' ? [CODES[category ?? ''] ?? 1] : [];
}

/** What is wrong with the files that a program left in its state directory. */
export function keptFaults(home: string): readonly string[] {
  const state = join(home, '.local', 'state', 'agent');
  return [
    ...filesBelow(state, 'agent.log').flatMap((file) => linesFaults(file, 'log-record')),
    ...filesBelow(join(state, 'ledger'), '.jsonl').flatMap((file) =>
      linesFaults(file, 'ledger-record'),
    ),
    ...filesBelow(join(state, 'sessions'), '.jsonl').flatMap((file) =>
      linesFaults(file, 'session-record'),
    ),
  ];
}

function filesBelow(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** A last line without its newline was torn by a kill. */
function linesFaults(file: string, schema: string): readonly string[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '');
  return lines.flatMap((line) => faultsOf(schema, parsed(line)));
}

function parsed(line: string): unknown {
  return JSON.parse(line);
}

function typeOf(line: unknown): unknown {
  return typeof line === 'object' && line !== null && 'type' in line ? line.type : undefined;
}
