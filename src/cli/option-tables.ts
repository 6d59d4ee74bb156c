/** Every flag as data, a table a command. yargs reads them; so does the single-dash rule. */
import type { Options } from 'yargs';

const text = { type: 'string', requiresArg: true } as const;
const texts = { type: 'string', requiresArg: true, array: true } as const;
const flag = { type: 'boolean' } as const;

export type OptionTable = Readonly<Record<string, Options>>;

export const globalOptions = {
  config: { ...text, describe: 'Configuration file' },
  chdir: { ...text, alias: 'C', describe: 'Work in this directory' },
  profile: { ...text, describe: 'Profile (default: default)' },
  color: { ...text, choices: ['auto', 'always', 'never'], describe: 'Colour on a terminal' },
  'no-color': { ...flag, describe: 'The same as --color never' },
  'log-level': {
    ...text,
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
    describe: 'What the log keeps',
  },
  'log-file': { ...text, describe: 'Where the log goes' },
  quiet: { ...flag, alias: 'q', describe: 'No notices on stderr' },
  verbose: { ...flag, alias: 'v', describe: 'Log records on stderr too' },
  'trust-providers': {
    ...flag,
    describe: 'Grant what this file asks for, for this call; unfit for foreign code',
  },
} satisfies OptionTable;

const turnOptions = {
  model: { ...text, alias: 'm', describe: 'PROVIDER/MODEL instead of the profile' },
  'system-prompt': { ...text, describe: 'Preamble, or @FILE' },
  'append-system-prompt': { ...text, describe: 'Text after the preamble, or @FILE' },
  'thinking-effort': { ...text, describe: 'A level the model declares, or off' },
  'thinking-budget': { ...text, describe: 'Tokens for thinking' },
  'max-output-tokens': { ...text, describe: 'Tokens of the answer' },
  temperature: { ...text, describe: 'Sampling temperature' },
  stop: { ...texts, describe: 'Stop sequence (repeatable)' },
  'provider-option': { ...texts, describe: 'KEY=JSON for the chosen provider (repeatable)' },
  'max-cost-usd': { ...text, describe: 'End before more than this is spent' },
} satisfies OptionTable;

const sessionOptions = {
  'no-session': {
    ...flag,
    conflicts: ['continue', 'resume', 'fork'],
    describe: 'Keep nothing of the conversation',
  },
  continue: {
    ...flag,
    alias: 'c',
    conflicts: 'resume',
    describe: 'Go on with the last session of this configuration',
  },
  resume: { ...text, alias: 'r', describe: 'Go on with a session, by id or its beginning' },
  fork: { ...flag, describe: 'With --continue or --resume: go on in a copy' },
} satisfies OptionTable;

export const runOptions = {
  ...turnOptions,
  ...sessionOptions,
  'output-format': {
    ...text,
    alias: 'o',
    choices: ['text', 'json', 'stream-json'],
    describe: 'Form of the answer (default: text)',
  },
  file: { ...texts, alias: 'f', describe: 'File to add to the prompt (repeatable)' },
  'json-schema': { ...text, describe: 'JSON Schema file that the answer must match' },
  'max-turns': { ...text, describe: 'End after N turns' },
  timeout: { ...text, describe: 'Such as 90s, 5m, 1h30m' },
  'dry-run': { ...flag, describe: 'Print the request, send nothing' },
  'show-thinking': { ...flag, describe: 'Text mode: thinking on stderr' },
  'last-message-file': { ...text, describe: 'Write the answer to a file too' },
} satisfies OptionTable;

export const chatOptions = {
  ...turnOptions,
  ...sessionOptions,
  plain: { ...flag, describe: 'No cursor movement' },
  print: { ...flag, alias: 'p', describe: 'Answer once and exit, as run does' },
} satisfies OptionTable;

export const validateOptions = {
  format: {
    ...text,
    choices: ['text', 'json', 'github', 'sarif'],
    describe: 'Form of the report (default: text)',
  },
  json: { ...flag, describe: 'The same as --format json' },
  'no-env': { ...flag, describe: 'Do not ask that variables are set' },
  static: { ...flag, describe: 'Start no process' },
  live: { ...flag, conflicts: 'static', describe: 'Also configure each provider (network)' },
  'warnings-as-errors': { ...flag, describe: 'Exit 1 on a warning' },
} satisfies OptionTable;

export const initOptions = {
  force: { ...flag, describe: 'Replace an existing agent.hcl' },
} satisfies OptionTable;

export const jsonOptions = {
  json: { ...flag, describe: 'JSON output' },
} satisfies OptionTable;

export const checkOptions = {
  ...jsonOptions,
  'provider-config': { ...text, describe: 'File with the configuration, a JSON object' },
  model: { ...text, alias: 'm', describe: 'Model to complete with (default: the first)' },
  timeout: { ...text, describe: 'Bound of one call (default: 30s)' },
  request: { ...text, describe: 'File with the request of completions, JSON' },
  expect: { ...text, describe: 'name=…,version=…,source=… it must name itself' },
  suite: { ...text, choices: ['full', 'reference'], describe: 'How strict (default: full)' },
  'no-stream': { ...flag, describe: 'Ask for no completion' },
  strict: { ...flag, describe: 'Exit 1 on a warning' },
} satisfies OptionTable;

export const trustOptions = {
  ...jsonOptions,
  accept: { ...flag, describe: 'Allow everything the file asks for' },
  revoke: { ...flag, conflicts: 'accept', describe: 'Take back what was allowed to the file' },
  digest: {
    ...flag,
    conflicts: ['accept', 'revoke', 'json'],
    describe: 'Print the digest for AGENT_TRUST',
  },
  host: {
    ...text,
    conflicts: ['accept', 'revoke', 'digest', 'json'],
    describe: 'Allow sending to this host, in every project',
  },
} satisfies OptionTable;

export const providerTrustOptions = {
  ...jsonOptions,
  revoke: { ...flag, describe: 'Take back what was allowed' },
} satisfies OptionTable;

export const exportOptions = {
  format: {
    ...text,
    choices: ['json', 'markdown'],
    describe: 'Form of the export (default: markdown)',
  },
} satisfies OptionTable;

export const statsOptions = {
  ...jsonOptions,
  days: { ...text, describe: 'Today and the days before it (default: all)' },
} satisfies OptionTable;

const tables: readonly OptionTable[] = [
  globalOptions,
  runOptions,
  chatOptions,
  validateOptions,
  initOptions,
  jsonOptions,
  checkOptions,
  trustOptions,
  providerTrustOptions,
  exportOptions,
  statsOptions,
];

/** Names of all long options, without dashes. */
export const longOptionNames: ReadonlySet<string> = new Set([
  'help',
  'version',
  ...tables.flatMap((table) => Object.keys(table)),
]);
