// How a model is described from what a server says of it, over what is published about it.
import type { ModelSpec, ThinkingSpec, ToolChoiceMode } from 'agent-hcl/sdk';
import { unknownPrice } from 'agent-hcl/sdk';
import { FREE, IMPLICIT_CACHE, MAY_THINK, NO_CACHE, NO_THINKING, steered } from './abilities.ts';
import type { Dialect } from './dialects.ts';
import { HOSTED } from './hosted-models.ts';

/** What a server says of one model; absent: nothing. */
export interface ModelFacts {
  readonly id: string;
  /** The window that is running, tokens. */
  readonly contextWindow?: number | undefined;
  /** What the model was trained for, tokens: the most that can be configured. */
  readonly trainedContext?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly tools?: boolean | undefined;
  readonly vision?: boolean | undefined;
  readonly thinking?: boolean | undefined;
}

/**
 * Assumed where nobody says how long a conversation may be; `extra_models` sets it right. Ollama cuts
 * in silence, so the least it starts with; the others say so themselves when it was too much.
 */
const SILENT_WINDOW = 4096;
const USUAL_WINDOW = 32_768;

/** Describes a model from what its server says, over what is published about it. */
export function describeModel(
  facts: ModelFacts,
  { dialect, isPrivate }: { readonly dialect: Dialect; readonly isPrivate: boolean },
): ModelSpec {
  const known = HOSTED[dialect.name]?.find(({ id }) => id === facts.id);
  const assumed = dialect.name === 'ollama' ? SILENT_WINDOW : USUAL_WINDOW;
  const contextWindow =
    facts.contextWindow ??
    known?.contextWindow ??
    Math.min(assumed, facts.trainedContext ?? assumed);
  const isFree = isPrivate || (dialect.isLocal && dialect.name !== 'ollama');
  const tools = facts.tools ?? known?.supportsToolUse ?? dialect.usesTools;
  return {
    supportsDocuments: false,
    supportsStreaming: true,
    thinking: facts.thinking === false ? NO_THINKING : thinkingOf(facts.id, dialect),
    caching: isFree ? NO_CACHE : IMPLICIT_CACHE,
    pricing: isFree ? FREE : unknownPrice(true),
    ...known,
    id: facts.id,
    contextWindow,
    maxOutputTokens: Math.min(
      facts.maxOutputTokens ?? known?.maxOutputTokens ?? contextWindow,
      contextWindow,
    ),
    ...(facts.trainedContext === undefined || facts.trainedContext <= contextWindow
      ? {}
      : { maxContextWindow: facts.trainedContext }),
    supportsVision: facts.vision ?? known?.supportsVision ?? false,
    ...toolAbilities(tools, dialect),
    catalog: known?.catalog ?? { aliases: [], displayName: facts.id, supportedInApi: true },
  };
}

/** What follows from whether a model uses tools. */
export function toolAbilities(tools: boolean, dialect: Dialect) {
  const forced: readonly ToolChoiceMode[] = dialect.takesToolByName
    ? ['auto', 'any', 'none', 'specific']
    : ['auto', 'any', 'none'];
  const modes = dialect.anyToolChoice === undefined ? (['auto'] as const) : forced;
  return {
    supportsToolUse: tools,
    supportsParallelToolCalls: tools,
    supportedToolChoiceModes: tools ? modes : [],
  };
}

function thinkingOf(id: string, dialect: Dialect): ThinkingSpec {
  const isOss = id.includes('gpt-oss');
  switch (dialect.reasoning) {
    case 'none':
      return MAY_THINK;
    case 'template':
      // Whether the model's template knows the switch is not told.
      return { ...MAY_THINK, disable: 'conditional' };
    case 'deepseek':
      return isLegacyReasoner(id)
        ? MAY_THINK
        : { ...steered(['low', 'high', 'max'], 'high'), disable: 'always' };
    case 'effort':
      if (isOss) return { ...steered(['low', 'medium', 'high'], 'medium'), disable: 'never' };
      return dialect.name === 'ollama'
        ? { ...steered(['none', 'low', 'medium', 'high', 'max'], 'medium'), disable: 'always' }
        : MAY_THINK;
  }
}

/** R1 and the model of that name refuse earlier reasoning and every control. */
export function isLegacyReasoner(id: string): boolean {
  return /deepseek-reasoner|(?:^|[-/])r1\b/i.test(id);
}

/** Offered when a server of unknown models does not say what it serves; many take any name. */
export const PLACEHOLDER: ModelSpec = {
  id: 'default',
  contextWindow: USUAL_WINDOW,
  maxOutputTokens: USUAL_WINDOW,
  supportsToolUse: false,
  supportsVision: false,
  supportsDocuments: false,
  supportsStreaming: true,
  thinking: MAY_THINK,
  caching: IMPLICIT_CACHE,
  pricing: unknownPrice(true),
  supportedToolChoiceModes: [],
  catalog: { displayName: 'Whatever the server runs', aliases: [], supportedInApi: true },
};

/** The roster of a server that does not answer. */
export function fallbackModels(dialect: Dialect): readonly [ModelSpec, ...ModelSpec[]] {
  const [first, ...others] = HOSTED[dialect.name] ?? [];
  return first === undefined ? [PLACEHOLDER] : [first, ...others];
}

/** What is offered before a server is configured. */
export const SHIPPED_MODELS: readonly ModelSpec[] = [
  PLACEHOLDER,
  ...Object.values(HOSTED).flatMap((models) => models ?? []),
];
