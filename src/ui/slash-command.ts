/** `/…` lines → what they ask for. */
import { didYouMean } from '../format/did-you-mean.ts';
import type { PromptExpansion } from '../protocol/model-spec.ts';
import type { ModelRef } from '../turn/turn-event.ts';
import type { ChatModel } from './chat-options.ts';
import { findModel, modelName } from './chat-state.ts';
import type { Panel, SlashResult } from './slash-result.ts';

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
  { name: 'system', argument: '[TEXT|-]', summary: 'show the system prompt, set or remove it' },
  { name: 'compact', summary: 'let a summary by the model stand for what was said' },
  {
    name: 'resume',
    argument: '[ID]',
    summary: 'go on with another conversation of this configuration',
  },
  { name: 'export', argument: 'FILE', summary: 'write the conversation as Markdown, or as .json' },
  { name: 'clear', summary: 'forget the conversation and start anew' },
  { name: 'exit', summary: 'leave' },
];

export interface SlashContext {
  /** `undefined`: not known yet. */
  readonly models: readonly ChatModel[] | undefined;
  readonly model: ModelRef | undefined;
  /** Commands of providers, of which only the names matter here. `undefined`: not known yet. */
  readonly expansions?: readonly PromptExpansion[] | undefined;
}

/**
 * Reads a line that begins with a slash and a word.
 *
 * @returns `undefined` for anything else, such as a path: it is a message then.
 */
export function parseSlashCommand(line: string, context: SlashContext): SlashResult | undefined {
  const found = splitCommand(line);
  const name = found?.name.toLowerCase();
  // Only a system prompt may have more than one line: anything else is a message.
  if (found === undefined || (line.includes('\n') && name !== 'system')) return undefined;
  return readCommand(name ?? '', found.argument, context);
}

function splitCommand(
  line: string,
): { readonly name: string; readonly argument: string } | undefined {
  const match = /^\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/i.exec(line.trim());
  return match === null ? undefined : { name: match[1] ?? '', argument: (match[2] ?? '').trim() };
}

function readCommand(name: string, argument: string, context: SlashContext): SlashResult {
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
    case 'system':
      return { type: name, text: argument === '' ? undefined : argument };
    case 'resume':
      return { type: name, id: argument === '' ? undefined : argument };
    case 'export':
      if (argument === '') return refused('/export needs the name of a file behind it.');
      return { type: name, path: argument };
    case 'clear':
    case 'compact':
    case 'exit':
      return argument === '' ? { type: name } : takesNoArgument(name);
    default:
      return noCommand(name, context);
  }
}

/** Names that begin with what was typed, for Tab. */
export function completeCommand(
  prefix: string,
  expansions: readonly PromptExpansion[] = [],
): readonly string[] {
  return [...SLASH_COMMANDS, ...expansions]
    .map(({ name }) => `/${name}`)
    .filter((name) => name.startsWith(prefix));
}

/**
 * The message that a command of a provider stands for; `undefined` when the text is none. What
 * stands behind the command takes the place of `{arg}`, or follows.
 */
export function expandPrompt(
  text: string,
  expansions: readonly PromptExpansion[] = [],
): string | undefined {
  const found = splitCommand(text);
  const expansion = expansions.find(({ name }) => name === found?.name);
  if (found === undefined || expansion === undefined || isOwn(expansion.name)) return undefined;
  const { template } = expansion;
  if (template.includes('{arg}')) return template.replaceAll('{arg}', () => found.argument).trim();
  return found.argument === '' ? template : `${template}\n\n${found.argument}`;
}

/** A provider can not take a command of ours. */
function isOwn(name: string): boolean {
  return SLASH_COMMANDS.some((command) => command.name === name.toLowerCase());
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

function noCommand(name: string, { expansions }: SlashContext): SlashResult {
  const hint = didYouMean(
    name,
    [...SLASH_COMMANDS, ...(expansions ?? [])].map((command) => command.name),
  ).replace(/"(.*)"/, '/$1');
  const more =
    expansions === undefined
      ? 'Those of providers are still being asked for; try again soon.'
      : '/help lists them all.';
  return refused(`There is no command /${name}.${hint} ${more}`);
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
