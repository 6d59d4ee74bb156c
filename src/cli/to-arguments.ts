/** From what yargs read to typed arguments; a value that can not be used is a usage error. */
import type {
  ChatArguments,
  ColorChoice,
  CommandArguments,
  GlobalArguments,
  InitArguments,
  OutputFormat,
  ProviderCheckArguments,
  ProviderListArguments,
  ProviderTrustArguments,
  RunArguments,
  TrustArguments,
  TurnArguments,
  ValidateArguments,
  ValidateFormat,
} from './arguments.ts';
import { parseDuration } from './duration.ts';

/** What yargs hands to a command. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** The command line is wrong; the message says what and what would be right. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function toRunArguments(raw: RawArguments): RunArguments {
  return {
    command: 'run',
    ...globalArguments(raw),
    ...turnArguments(raw),
    prompt: words(raw, 'run'),
    files: texts(raw, 'file'),
    outputFormat: choice<OutputFormat>(raw, 'output-format', 'text'),
    maxTurns: integer(raw, 'max-turns', 1),
    timeoutMs: duration(raw, 'timeout'),
    dryRun: flag(raw, 'dry-run'),
    showThinking: flag(raw, 'show-thinking'),
    lastMessageFile: text(raw, 'last-message-file'),
  };
}

export function toChatArguments(raw: RawArguments): ChatArguments {
  return {
    command: 'chat',
    ...globalArguments(raw),
    ...turnArguments(raw),
    prompt: words(raw, 'chat'),
    plain: flag(raw, 'plain'),
  };
}

export function toValidateArguments(raw: RawArguments): ValidateArguments {
  return {
    command: 'validate',
    ...globalArguments(raw),
    path: validatePath(raw),
    format: choice<ValidateFormat>(raw, 'format', flag(raw, 'json') ? 'json' : 'text'),
    noEnv: flag(raw, 'no-env'),
    static: flag(raw, 'static'),
    live: flag(raw, 'live'),
    warningsAsErrors: flag(raw, 'warnings-as-errors'),
  };
}

export function toInitArguments(raw: RawArguments): InitArguments {
  return { command: 'init', ...globalArguments(raw), force: flag(raw, 'force') };
}

export function toProviderListArguments(raw: RawArguments): ProviderListArguments {
  return { command: 'provider-list', ...globalArguments(raw), json: flag(raw, 'json') };
}

export function toProviderCheckArguments(raw: RawArguments): ProviderCheckArguments {
  const [, , program, ...programArguments] = texts(raw, '_');
  if (program === undefined) {
    throw new UsageError('agent provider check: name the program, after --');
  }
  return {
    command: 'provider-check',
    ...globalArguments(raw),
    program,
    programArguments,
    providerConfig: text(raw, 'provider-config'),
    model: text(raw, 'model'),
    timeoutMs: duration(raw, 'timeout'),
    request: text(raw, 'request'),
    expected: expectedIdentity(text(raw, 'expect')),
    suite: choice<'full' | 'reference'>(raw, 'suite', 'full'),
    noStream: flag(raw, 'no-stream'),
    strict: flag(raw, 'strict'),
    json: flag(raw, 'json'),
  };
}

const IDENTITY_PARTS = ['name', 'version', 'source'];

/** `name=…,version=…,source=…`, any of them. */
function expectedIdentity(given: string | undefined): ProviderCheckArguments['expected'] {
  if (given === undefined) return {};
  const pairs = given.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  if (!pairs.every(([name]) => IDENTITY_PARTS.includes(name))) {
    throw new UsageError(`--expect takes name=…,version=…,source=…, not "${given}"`);
  }
  return Object.fromEntries(pairs);
}

export function toTrustArguments(raw: RawArguments): TrustArguments {
  const [word] = words(raw, 'trust');
  if (word !== undefined) {
    throw new UsageError(
      `agent trust takes no word; for one provider: agent provider trust ${word}`,
    );
  }
  return {
    command: 'trust',
    ...globalArguments(raw),
    json: flag(raw, 'json'),
    accept: flag(raw, 'accept'),
    revoke: flag(raw, 'revoke'),
    digest: flag(raw, 'digest'),
    host: text(raw, 'host'),
  };
}

export function toProviderTrustArguments(raw: RawArguments): ProviderTrustArguments {
  return {
    command: 'provider-trust',
    ...globalArguments(raw),
    name: text(raw, 'NAME') ?? '',
    json: flag(raw, 'json'),
    revoke: flag(raw, 'revoke'),
  };
}

/** Every converter has this shape. */
export type Converter = (raw: RawArguments) => CommandArguments;

function globalArguments(raw: RawArguments): GlobalArguments {
  const color = choice<ColorChoice>(raw, 'color', 'auto');
  return {
    config: text(raw, 'config'),
    chdir: text(raw, 'chdir'),
    profile: text(raw, 'profile'),
    color: flag(raw, 'no-color') ? 'never' : color,
    logLevel: text(raw, 'log-level'),
    logFile: text(raw, 'log-file'),
    quiet: flag(raw, 'quiet'),
    verbose: flag(raw, 'verbose'),
    trustProviders: flag(raw, 'trust-providers'),
  };
}

function turnArguments(raw: RawArguments): TurnArguments {
  return {
    model: text(raw, 'model'),
    systemPrompt: text(raw, 'system-prompt'),
    appendSystemPrompt: text(raw, 'append-system-prompt'),
    thinkingEffort: text(raw, 'thinking-effort'),
    thinkingBudget: integer(raw, 'thinking-budget', 0),
    maxOutputTokens: integer(raw, 'max-output-tokens', 1),
    temperature: number(raw, 'temperature', 0),
    stop: texts(raw, 'stop'),
    providerOptions: texts(raw, 'provider-option'),
    maxCostUsd: number(raw, 'max-cost-usd', Number.MIN_VALUE),
  };
}

/** The words of the command line, without the name of the command itself. */
function words(raw: RawArguments, command: string): readonly string[] {
  const all = texts(raw, '_');
  return all[0] === command ? all.slice(1) : all;
}

function validatePath(raw: RawArguments): string | undefined {
  const [path, ...more] = words(raw, 'validate');
  if (more.length > 0) {
    throw new UsageError(`agent validate checks one path; "${more.join(' ')}" is too much`);
  }
  return path;
}

/** A flag given twice counts with its last value. */
function text(raw: RawArguments, name: string): string | undefined {
  const value = raw[name];
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return last === undefined ? undefined : String(last);
}

function texts(raw: RawArguments, name: string): readonly string[] {
  const value = raw[name];
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}

function flag(raw: RawArguments, name: string): boolean {
  const value = raw[name];
  return (Array.isArray(value) ? value.at(-1) : value) === true;
}

/** yargs has already checked the choices. */
function choice<T extends string>(raw: RawArguments, name: string, fallback: T): T {
  return (text(raw, name) as T | undefined) ?? fallback;
}

/** Milliseconds. */
function duration(raw: RawArguments, name: string): number | undefined {
  const given = text(raw, name);
  const durationMs = given === undefined ? undefined : parseDuration(given);
  if (given !== undefined && durationMs === undefined) {
    throw new UsageError(`--${name} takes a duration such as 90s, 5m or 1h30m, not "${given}"`);
  }
  return durationMs;
}

function number(raw: RawArguments, name: string, least: number): number | undefined {
  const given = text(raw, name);
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (!Number.isFinite(value) || value < least) {
    const range = least === Number.MIN_VALUE ? 'above 0' : `of at least ${least}`;
    throw new UsageError(`--${name} takes a number ${range}, not "${given}"`);
  }
  return value;
}

function integer(raw: RawArguments, name: string, least: number): number | undefined {
  const value = number(raw, name, least);
  if (value !== undefined && !Number.isSafeInteger(value)) {
    throw new UsageError(`--${name} takes a whole number, not "${text(raw, name)}"`);
  }
  return value;
}
