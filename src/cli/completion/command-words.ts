/** What can be typed where, from the tables that the program itself reads. */
import { commandGroups, commandTable } from '../command-table.ts';
import { globalOptions, type OptionTable } from '../option-tables.ts';

export interface FlagWord {
  /** Without dashes. */
  readonly long: string;
  /** One letter, without its dash. */
  readonly short: string | undefined;
  readonly describe: string;
  readonly takesValue: boolean;
  /** What the value may be; empty: anything, such as a file. */
  readonly choices: readonly string[];
}

export interface Word {
  readonly word: string;
  readonly describe: string;
}

/** A place in the command line: after no command, after a group, or after a whole command. */
export interface Place {
  /** Empty before any command. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: readonly FlagWord[];
}

export function completionPlaces(): readonly Place[] {
  const rows = commandTable.map(({ words, options, wordChoices = [] }) => ({
    path: words.join(' '),
    words: wordChoices.map((word) => ({ word, describe: '' })),
    flags: flagsOf(options),
  }));
  const groups = commandGroups.map(({ words: [group] }) => ({
    path: group,
    words: commandTable.flatMap(({ words, describe }) =>
      words[0] === group && words[1] !== undefined ? [{ word: words[1], describe }] : [],
    ),
    flags: flagsOf({}),
  }));
  const singles = commandTable.flatMap(({ words, describe }) =>
    words.length === 1 ? [{ word: words[0], describe }] : [],
  );
  const named = commandGroups.map(({ words, describe }) => ({ word: words[0], describe }));
  const byDefault = commandTable.find(({ isDefault }) => isDefault === true)?.options ?? {};
  const start = { path: '', words: [...singles, ...named], flags: flagsOf(byDefault) };
  return [start, ...groups, ...rows];
}

const EVERYWHERE: OptionTable = {
  ...globalOptions,
  help: { type: 'boolean', alias: 'h', describe: 'Show help' },
  version: { type: 'boolean', alias: 'V', describe: 'Show the version' },
};

function flagsOf(options: OptionTable): readonly FlagWord[] {
  return Object.entries({ ...options, ...EVERYWHERE }).map(([long, option]) => ({
    long,
    short: typeof option.alias === 'string' ? option.alias : undefined,
    describe: option.describe ?? '',
    takesValue: option.type === 'string',
    choices: (option.choices ?? []).map(String),
  }));
}

/** The flag as it is typed, in every form. */
export function dashed({ long, short }: FlagWord): readonly string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];
}

/** Flags of any place that are followed by a value. */
export function valueFlags(places: readonly Place[]): readonly string[] {
  const all = places.flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue));
  return [...new Set(all.flatMap(dashed))].sort();
}

/** First words after which a second is needed. */
export function groupWords(places: readonly Place[]): readonly string[] {
  const paths = places.map(({ path }) => path);
  return paths.filter((path) => paths.some((other) => other.startsWith(`${path} `)) && path !== '');
}
