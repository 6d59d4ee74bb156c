import yargs, { type Argv } from 'yargs';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { CommandLine } from './arguments.ts';
import { commandNames, normalizeArguments } from './normalize-arguments.ts';
import {
  chatOptions,
  checkOptions,
  globalOptions,
  initOptions,
  jsonOptions,
  longOptionNames,
  providerTrustOptions,
  runOptions,
  trustOptions,
  validateOptions,
} from './option-tables.ts';
import { type RawArguments, UsageError } from './raw-arguments.ts';
import {
  type Converter,
  toChatArguments,
  toDoctorArguments,
  toInitArguments,
  toModelsArguments,
  toProviderCheckArguments,
  toProviderListArguments,
  toProviderTrustArguments,
  toRunArguments,
  toTrustArguments,
  toValidateArguments,
} from './to-arguments.ts';
import { version } from './version.ts';

/**
 * Reads a command line: argv without the program's own name.
 *
 * @returns A value in every case; nothing is printed and nothing exits here.
 */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const normalized = normalizeArguments(argv);
  const chosen: { line?: CommandLine } = {};
  const program = buildProgram((parsed) => {
    chosen.line = parsed;
  });
  let text = '';
  try {
    const read = asksForHelp(normalized) ? helpArguments(normalized, program) : normalized;
    await program.parseAsync(read, {}, (_error, _arguments, output) => {
      text = output;
    });
    return chosen.line ?? { type: 'text', text: `${text}\n` };
  } catch (error) {
    if (error instanceof UsageError) return { type: 'usage-error', message: error.message };
    throw error;
  }
}

/** Options end at `--`: what follows are words of a prompt. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/**
 * yargs takes a last word `help` for a request, which would swallow prompts, so its help is on only
 * when asked for by the option, and then for the command alone.
 */
function helpArguments(argv: readonly string[], program: Argv): readonly string[] {
  program.help();
  const words = argv.filter((argument) => !argument.startsWith('-'));
  const command = commandNames.has(words[0] ?? '')
    ? words.slice(0, words[0] === 'provider' ? 2 : 1)
    : [];
  return [...command, '--help'];
}

/** The yargs tree; `accept` receives the arguments of the command that was chosen. */
function buildProgram(accept: (parsed: CommandLine) => void): Argv {
  const to: Hand = (convert) => (raw) => accept({ type: 'command', arguments: convert(raw) });
  return baseProgram()
    .command(
      ['chat', '$0'],
      'Interactive chat',
      withPrompt('chat', chatOptions),
      to(toChatArguments),
    )
    .command(
      'run',
      'One scripted turn, then exit',
      withPrompt('run', runOptions),
      to(toRunArguments),
    )
    .command('validate', 'Check a configuration', validate, to(toValidateArguments))
    .command('init', 'Write a first agent.hcl', (y) => y.options(initOptions), to(toInitArguments))
    .command(
      'trust',
      'Show and answer what the file asks for',
      (y) => y.options(trustOptions),
      to(toTrustArguments),
    )
    .command(
      'models',
      'Models of every configured provider',
      (y) => y.options(jsonOptions),
      to(toModelsArguments),
    )
    .command(
      'doctor',
      'What keeps a provider from working, and what to do',
      (y) => y.options(jsonOptions),
      to(toDoctorArguments),
    )
    .command('provider', 'Providers', (y) => providerCommands(y, to));
}

/** How a command hands on what was read for it. */
type Hand = (convert: Converter) => (raw: RawArguments) => void;

function providerCommands(y: Argv, to: Hand): Argv {
  return y
    .command(
      'list',
      'Built-in and configured providers',
      (list) => list.options(jsonOptions),
      to(toProviderListArguments),
    )
    .command('check', 'Conformance of one provider', check, to(toProviderCheckArguments))
    .command(
      'trust <NAME>',
      'Allow what one provider asks for',
      (trust) => trust.positional('NAME', { type: 'string' }).options(providerTrustOptions),
      to(toProviderTrustArguments),
    )
    .demandCommand(1, 'agent provider: name what to do: list, check or trust')
    .strictCommands();
}

function baseProgram(): Argv {
  return yargs([])
    .scriptName('agent')
    .usage('$0 [PROMPT]\n\nA terminal agent configured like infrastructure.')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .options(globalOptions)
    .exitProcess(false)
    .strictOptions()
    .wrap(100)
    .help(false)
    .option('help', { alias: 'h', type: 'boolean', describe: 'Show help' })
    .version(version())
    .alias('version', 'V')
    .fail(fail);
}

// Words stay in `_`: as named positionals yargs would lose `-` and what follows `--`.
function withPrompt(command: string, options: typeof chatOptions | typeof runOptions) {
  return (y: Argv): Argv => y.usage(`agent ${command} [PROMPT...]`).options(options);
}

function validate(y: Argv): Argv {
  return y
    .usage(
      'agent validate [PATH]\n\nPATH is a file, a directory that holds agent.hcl, or - (stdin).',
    )
    .options(validateOptions);
}

function check(y: Argv): Argv {
  return y
    .usage(
      'agent provider check [FLAGS] -- BINARY [ARGS...]\n\nStarts the program as a provider and checks it. Exit code 0: it conforms; 1: it does not;\n2: it could not be tested.',
    )
    .options(checkOptions);
}

function fail(message: string | undefined, error: Error | undefined): never {
  // yargs reports some faults of the command line by an error of its own.
  if (error && error.name !== 'YError') throw error;
  const text = message ?? error?.message ?? 'The command line can not be read.';
  const bare = /^Not enough arguments following: (\S+)$/.exec(text)?.[1];
  if (bare !== undefined)
    throw new UsageError(`${bare.length > 1 ? '--' : '-'}${bare} needs a value`);
  const unknown = /^Unknown arguments?: ([^,]+)/.exec(text)?.[1];
  const hint = unknown === undefined ? '' : didYouMean(unknown, longOptionNames);
  throw new UsageError(`${text}${hint}`);
}
