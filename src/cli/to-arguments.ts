/** From what yargs read to typed arguments; a value that can not be used is a usage error. */
import type {
  ChatArguments,
  ColorChoice,
  CommandArguments,
  CompletionArguments,
  DoctorArguments,
  GlobalArguments,
  InitArguments,
  ModelsArguments,
  OutputFormat,
  ProviderCheckArguments,
  ProviderListArguments,
  ProviderTrustArguments,
  RunArguments,
  SessionArguments,
  SessionsArguments,
  StatsArguments,
  TrustArguments,
  TurnArguments,
  ValidateArguments,
  ValidateFormat,
} from './arguments.ts';
import {
  choice,
  duration,
  flag,
  integer,
  number,
  type RawArguments,
  text,
  texts,
  UsageError,
  words,
} from './raw-arguments.ts';

export function toRunArguments(raw: RawArguments): RunArguments {
  return {
    command: 'run',
    ...globalArguments(raw),
    ...turnArguments(raw),
    ...sessionArguments(raw),
    prompt: words(raw, 'run'),
    files: texts(raw, 'file'),
    outputFormat: choice<OutputFormat>(raw, 'output-format', 'text'),
    jsonSchema: text(raw, 'json-schema'),
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
    ...sessionArguments(raw),
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

export function toModelsArguments(raw: RawArguments): ModelsArguments {
  noWords(raw, 'models');
  return { command: 'models', ...globalArguments(raw), json: flag(raw, 'json') };
}

export function toDoctorArguments(raw: RawArguments): DoctorArguments {
  noWords(raw, 'doctor');
  return { command: 'doctor', ...globalArguments(raw), json: flag(raw, 'json') };
}

export function toSessionsArguments(action: SessionsArguments['action']): Converter {
  return (raw) => ({
    command: 'sessions',
    ...globalArguments(raw),
    action,
    ids: texts(raw, 'ID'),
    json: flag(raw, 'json'),
    format: choice<'json' | 'markdown'>(raw, 'format', 'markdown'),
  });
}

export function toStatsArguments(raw: RawArguments): StatsArguments {
  noWords(raw, 'stats');
  return {
    command: 'stats',
    ...globalArguments(raw),
    json: flag(raw, 'json'),
    days: integer(raw, 'days', 1),
  };
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function toCompletionArguments(raw: RawArguments): CompletionArguments {
  const [word = '', ...others] = words(raw, 'completion');
  const shell = SHELLS.find((name) => name === word);
  if (shell === undefined || others.length > 0) {
    throw new UsageError('agent completion takes one word: bash, zsh or fish');
  }
  return { command: 'completion', ...globalArguments(raw), shell };
}

function noWords(raw: RawArguments, command: string): void {
  const [word] = words(raw, command);
  if (word !== undefined) throw new UsageError(`agent ${command} takes no word such as "${word}"`);
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

function sessionArguments(raw: RawArguments): SessionArguments {
  const resume = text(raw, 'resume');
  const [continueLast, fork] = [flag(raw, 'continue'), flag(raw, 'fork')];
  if (fork && resume === undefined && !continueLast) {
    throw new UsageError('--fork copies a session: name one with --continue or --resume');
  }
  return { noSession: flag(raw, 'no-session'), continueLast, resume, fork };
}

function validatePath(raw: RawArguments): string | undefined {
  const [path, ...more] = words(raw, 'validate');
  if (more.length > 0) {
    throw new UsageError(`agent validate checks one path; "${more.join(' ')}" is too much`);
  }
  return path;
}
