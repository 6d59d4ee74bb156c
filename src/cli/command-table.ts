/** Every command as data: yargs reads it, and so does shell completion. */
import {
  chatOptions,
  checkOptions,
  exportOptions,
  initOptions,
  jsonOptions,
  type OptionTable,
  providerTrustOptions,
  runOptions,
  statsOptions,
  trustOptions,
  validateOptions,
} from './option-tables.ts';
import {
  type Converter,
  toChatArguments,
  toCompletionArguments,
  toDoctorArguments,
  toInitArguments,
  toModelsArguments,
  toProviderCheckArguments,
  toProviderListArguments,
  toProviderTrustArguments,
  toRunArguments,
  toSessionsArguments,
  toStatsArguments,
  toTrustArguments,
  toValidateArguments,
} from './to-arguments.ts';

export interface CommandRow {
  /** One word, or the word of a group and its own. */
  readonly words: readonly [string] | readonly [string, string];
  readonly describe: string;
  readonly usage?: string | undefined;
  readonly options: OptionTable;
  /** Where no command is named, this one is meant. */
  readonly isDefault?: boolean | undefined;
  /** A word it can not do without; with two dots behind it, words. */
  readonly positional?: string | undefined;
  /** What else may be said, as far as it is known beforehand. */
  readonly wordChoices?: readonly string[] | undefined;
  readonly convert: Converter;
}

// Words of a prompt stay in `_`: as named positionals yargs would lose `-` and what follows `--`.
export const commandTable: readonly CommandRow[] = [
  {
    words: ['chat'],
    describe: 'Interactive chat',
    usage: 'agent chat [PROMPT...]',
    options: chatOptions,
    isDefault: true,
    convert: toChatArguments,
  },
  {
    words: ['run'],
    describe: 'One scripted turn, then exit',
    usage: 'agent run [PROMPT...]',
    options: runOptions,
    convert: toRunArguments,
  },
  {
    words: ['validate'],
    describe: 'Check a configuration',
    usage:
      'agent validate [PATH]\n\nPATH is a file, a directory that holds agent.hcl, or - (stdin).',
    options: validateOptions,
    convert: toValidateArguments,
  },
  {
    words: ['init'],
    describe: 'Write a first agent.hcl',
    options: initOptions,
    convert: toInitArguments,
  },
  {
    words: ['trust'],
    describe: 'Show and answer what the file asks for',
    options: trustOptions,
    convert: toTrustArguments,
  },
  {
    words: ['models'],
    describe: 'Models of every configured provider',
    options: jsonOptions,
    convert: toModelsArguments,
  },
  {
    words: ['doctor'],
    describe: 'What keeps a provider from working, and what to do',
    options: jsonOptions,
    convert: toDoctorArguments,
  },
  {
    words: ['stats'],
    describe: 'Tokens and money by provider, model and day',
    options: statsOptions,
    convert: toStatsArguments,
  },
  {
    words: ['completion'],
    describe: 'Shell completion',
    usage: 'agent completion bash|zsh|fish',
    options: {},
    wordChoices: ['bash', 'zsh', 'fish'],
    convert: toCompletionArguments,
  },
  {
    words: ['sessions', 'list'],
    describe: 'All of them, the last used first',
    options: jsonOptions,
    convert: toSessionsArguments('list'),
  },
  {
    words: ['sessions', 'show'],
    describe: 'One conversation, by id or its beginning',
    positional: 'ID',
    options: jsonOptions,
    convert: toSessionsArguments('show'),
  },
  {
    words: ['sessions', 'export'],
    describe: 'One conversation as a document',
    positional: 'ID',
    options: exportOptions,
    convert: toSessionsArguments('export'),
  },
  {
    words: ['sessions', 'rm'],
    describe: 'Remove conversations; what they cost stays in the ledger',
    positional: 'ID..',
    options: jsonOptions,
    convert: toSessionsArguments('remove'),
  },
  {
    words: ['provider', 'list'],
    describe: 'Built-in and configured providers',
    options: jsonOptions,
    convert: toProviderListArguments,
  },
  {
    words: ['provider', 'check'],
    describe: 'Conformance of one provider',
    usage:
      'agent provider check [FLAGS] -- BINARY [ARGS...]\n\nStarts the program as a provider and checks it. Exit code 0: it conforms; 1: it does not;\n2: it could not be tested.',
    options: checkOptions,
    convert: toProviderCheckArguments,
  },
  {
    words: ['provider', 'trust'],
    describe: 'Allow what one provider asks for',
    options: providerTrustOptions,
    positional: 'NAME',
    convert: toProviderTrustArguments,
  },
];

/** What a first word stands for that needs a second. */
export const commandGroups: readonly Pick<CommandRow, 'words' | 'describe'>[] = [
  { words: ['sessions'], describe: 'Kept conversations' },
  { words: ['provider'], describe: 'Providers' },
];

/** First words that are commands; any other first word begins a prompt. */
export const commandNames: ReadonlySet<string> = new Set(commandTable.map(({ words }) => words[0]));
