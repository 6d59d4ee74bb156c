/** `/…` lines → what they ask for. */
import { didYouMean } from '../format/did-you-mean.ts';
import type { ModelRef } from '../turn/turn-event.ts';
import type { ChatModel } from './chat-options.ts';
import { findModel, modelName } from './chat-state.ts';

export interface SlashCommand {
  readonly name: string;
  readonly argument?: string | undefined;
  readonly summary: string;
}

/** Everything that can be typed, in the order `/help` lists it. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: 'help', summary: 'list commands and keys' },
  { name: 'model', argument: '[ID]', summary: 'list models, or choose the one that answers next' },
  {
    name: 'thinking',
    argument: '[LEVEL|off]',
    summary: 'show or choose how much the model thinks',
  },
  { name: 'usage', summary: 'tokens of this conversation' },
  { name: 'limits', summary: 'every rate limit that a vendor reported' },
  { name: 'cost', summary: 'what this conversation cost' },
  { name: 'context', summary: "how full the model's context window is" },
  { name: 'clear', summary: 'forget the conversation and start anew' },
  { name: 'exit', summary: 'leave' },
];

export type Panel = 'help' | 'model' | 'thinking' | 'usage' | 'limits' | 'cost' | 'context';

export type SlashResult =
  | { readonly type: 'panel'; readonly panel: Panel }
  | { readonly type: 'model'; readonly model: ModelRef }
  | { readonly type: 'thinking'; readonly level: string }
  | { readonly type: 'clear' }
  | { readonly type: 'exit' }
  | { readonly type: 'refused'; readonly message: string };

export interface SlashContext {
  /** `undefined`: not known yet. */
  readonly models: readonly ChatModel[] | undefined;
  readonly model: ModelRef | undefined;
}

/**
 * Reads a line that begins with a slash and a word.
 *
 * @returns `undefined` for anything else, such as a path: it is a message then.
 */
export function parseSlashCommand(line: string, context: SlashContext): SlashResult | undefined {
  const match = /^\/([a-z][a-z-]*)(?:\s+(.*))?$/i.exec(line.trim());
  if (match === null) return undefined;
  const name = (match[1] ?? '').toLowerCase();
  const argument = (match[2] ?? '').trim();
  switch (name) {
    case 'model':
      return argument === '' ? panel('model') : chooseModel(argument, context);
    case 'thinking':
      return argument === '' ? panel('thinking') : chooseThinking(argument, context);
    case 'help':
    case 'usage':
    case 'limits':
    case 'cost':
    case 'context':
      return argument === '' ? panel(name) : takesNoArgument(name);
    case 'clear':
    case 'exit':
      return argument === '' ? { type: name } : takesNoArgument(name);
    default:
      return refused(`There is no command /${name}.${suggestion(name)} /help lists them all.`);
  }
}

/** Names that begin with what was typed, for Tab. */
export function completeCommand(prefix: string): readonly string[] {
  return SLASH_COMMANDS.map(({ name }) => `/${name}`).filter((name) => name.startsWith(prefix));
}

function panel(name: Panel): SlashResult {
  return { type: 'panel', panel: name };
}

function refused(message: string): SlashResult {
  return { type: 'refused', message };
}

function takesNoArgument(name: string): SlashResult {
  return refused(`/${name} takes nothing behind it.`);
}

function suggestion(name: string): string {
  const hint = didYouMean(
    name,
    SLASH_COMMANDS.map((command) => command.name),
  );
  return hint.replace(/"(.*)"/, '/$1');
}

function chooseModel(wanted: string, { models }: SlashContext): SlashResult {
  if (models === undefined) return refused('The models are still being asked for; try again soon.');
  const found = models.filter((model) => isNamed(model, wanted));
  const [only, second] = found;
  if (only !== undefined && second === undefined) return { type: 'model', model: only.ref };
  if (second !== undefined) {
    const names = found.map(({ ref }) => modelName(ref)).join(', ');
    return refused(`"${wanted}" names more than one model: ${names}. Give provider and model.`);
  }
  const names = models.flatMap(({ ref }) => [modelName(ref), ref.model]);
  const hint = didYouMean(wanted, names);
  return refused(`No provider has a model "${wanted}".${hint} /model lists them.`);
}

function isNamed({ ref, aliases = [] }: ChatModel, wanted: string): boolean {
  return [ref.model, ...aliases].some(
    (name) => name === wanted || `${ref.provider}/${name}` === wanted,
  );
}

function chooseThinking(level: string, { models, model }: SlashContext): SlashResult {
  const chosen: SlashResult = { type: 'thinking', level };
  const spec = findModel(models, model);
  // An unlisted model is checked by its provider, with a message of its own.
  if (spec?.thinking === undefined || model === undefined) return chosen;
  const { supported, effort, disable } = spec.thinking;
  const name = modelName(model);
  if (!supported) return level === 'off' ? chosen : refused(`${name} does not think.`);
  if (level === 'off') {
    return disable === 'never' ? refused(`The thinking of ${name} can not be turned off.`) : chosen;
  }
  if (effort === undefined) return refused(`${name} has no levels of thinking.`);
  if (effort.levels.includes(level)) return chosen;
  const levels = effort.levels.join(', ');
  return refused(
    `${name} has no level "${level}".${didYouMean(level, effort.levels)} It has: ${levels}.`,
  );
}
