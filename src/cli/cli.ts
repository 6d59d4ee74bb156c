import yargs, { type Argv } from 'yargs';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { CommandLine } from './arguments.ts';
import { type CommandRow, commandGroups, commandNames, commandTable } from './command-table.ts';
import { normalizeArguments } from './normalize-arguments.ts';
import { globalOptions, longOptionNames } from './option-tables.ts';
import { UsageError } from './raw-arguments.ts';
import { version } from './version.ts';

/**
 * Reads a command line: argv without the program's own name.
 *
 * @returns A value in every case; nothing is printed and nothing exits here.
 */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const normalized = normalizeArguments(argv);
  const program = buildProgram();
  let text = '';
  try {
    const read = asksForHelp(normalized) ? helpArguments(normalized, program) : normalized;
    await program.parseAsync(read, {}, (_error, _arguments, output) => {
      text = output;
    });
    return { type: 'text', text: `${text}\n` };
  } catch (error) {
    if (error instanceof Chosen) return error.line;
    if (error instanceof UsageError) return { type: 'usage-error', message: error.message };
    throw error;
  }
}

/** Leaves yargs as soon as a command is chosen: behind a handler it would lay its help out. */
class Chosen extends Error {
  readonly line: CommandLine;

  constructor(line: CommandLine) {
    super('a command was chosen');
    this.line = line;
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
  const isGroup = commandGroups.some((group) => group.words[0] === words[0]);
  const command = commandNames.has(words[0] ?? '') ? words.slice(0, isGroup ? 2 : 1) : [];
  return [...command, '--help'];
}

/** The yargs tree; the handler of a command throws what was `Chosen`. */
function buildProgram(): Argv {
  const program = baseProgram();
  for (const { words, describe } of commandGroups) {
    const [group = ''] = words;
    const members = commandTable.filter((row) => row.words.length > 1 && row.words[0] === group);
    const names = members.map((row) => row.words[1] ?? '');
    program.command(group, describe, (y) => {
      for (const row of members) addCommand(y, row);
      return y
        .demandCommand(1, `agent ${group}: name what to do: ${listOf(names)}`)
        .strictCommands();
    });
  }
  for (const row of commandTable) if (row.words.length === 1) addCommand(program, row);
  return program;
}

function addCommand(y: Argv, row: CommandRow): void {
  const name = [row.words.at(-1), ...(row.positional ? [`<${row.positional}>`] : [])].join(' ');
  const names = row.isDefault === true ? [name, '$0'] : [name];
  y.command(
    names,
    row.describe,
    (command) => {
      if (row.usage !== undefined) command.usage(row.usage);
      if (row.positional !== undefined)
        command.positional(row.positional.replace('..', ''), { type: 'string' });
      return command.options(row.options);
    },
    (raw) => {
      throw new Chosen({ type: 'command', arguments: row.convert(raw) });
    },
  );
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
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
