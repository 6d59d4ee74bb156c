import { commandNames } from './command-table.ts';
import { longOptionNames } from './option-tables.ts';

/**
 * Brings argv into the one form that is parsed: `-json` and `-chdir=DIR` become long options, and
 * `agent -p …` becomes `agent run …`. What follows `--` is left alone.
 */
export function normalizeArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const options = (end < 0 ? argv : argv.slice(0, end)).map(expandSingleDash);
  const rest = end < 0 ? [] : argv.slice(end);
  const isPrint = (argument: string) => argument === '-p' || argument === '--print';
  if (commandNames.has(options[0] ?? '') || !options.some(isPrint)) return [...options, ...rest];
  return ['run', ...options.filter((argument) => !isPrint(argument)), ...rest];
}

function expandSingleDash(argument: string): string {
  const name = /^-([a-z][a-z-]+)(?:=|$)/s.exec(argument)?.[1];
  return name !== undefined && longOptionNames.has(name) ? `-${argument}` : argument;
}
