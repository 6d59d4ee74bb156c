/** What profiles and hooks say about providers: models, tools, hook points. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import type { Located } from './config.ts';
import type { ReadBlock, ReadBody } from './read-body.ts';
import { blocksOf, locatedNumber, locatedText, locatedTexts } from './read-values.ts';

/** One `primary` or `fallback`; what failed is absent. */
export interface ModelReference {
  readonly provider?: Located<string> | undefined;
  readonly id?: Located<string> | undefined;
  readonly thinkingEffort?: Located<string> | undefined;
  readonly thinkingBudgetTokens?: Located<number> | undefined;
  readonly path: string;
  readonly context: string;
}

/** One entry of a profile's `tools`. */
export interface ToolReference {
  readonly entry: Located<string>;
  readonly path: string;
  readonly context: string;
}

/** One `hook` block with a sound label. */
export interface HookReference {
  readonly point: string;
  readonly provider?: Located<string> | undefined;
  /** Header. */
  readonly range: SourceRange;
  readonly context: string;
}

export interface References {
  readonly models: readonly ModelReference[];
  readonly tools: readonly ToolReference[];
  readonly hooks: readonly HookReference[];
}

export function collectReferences(file: ReadBody): References {
  const profiles = blocksOf(file, 'agent_profile');
  return {
    models: profiles.flatMap(modelsOf),
    tools: profiles.flatMap(toolsOf),
    hooks: blocksOf(file, 'hook').map((block) => ({
      point: block.label,
      provider: locatedText(block.attributes.get('provider')),
      range: block.range,
      context: block.context,
    })),
  };
}

function modelsOf(profile: ReadBlock): readonly ModelReference[] {
  const [model] = blocksOf(profile, 'model');
  return (model?.blocks ?? []).map(({ attributes, path, context }) => ({
    provider: locatedText(attributes.get('provider')),
    id: locatedText(attributes.get('id')),
    thinkingEffort: locatedText(attributes.get('thinking_effort')),
    thinkingBudgetTokens: locatedNumber(attributes.get('thinking_budget_tokens')),
    path,
    context,
  }));
}

function toolsOf({ attributes, path, context }: ReadBlock): readonly ToolReference[] {
  return locatedTexts(attributes.get('tools')).map((entry) => ({
    entry,
    path: `${path}.tools`,
    context,
  }));
}

/** The two halves of a tool scope, split at the first dot; `undefined` without both. */
export function splitToolScope(
  entry: string,
): { readonly provider: string; readonly tool: string } | undefined {
  const dot = entry.indexOf('.');
  const [provider, tool] = [entry.slice(0, dot), entry.slice(dot + 1)];
  return dot === -1 || provider === '' || tool === '' ? undefined : { provider, tool };
}
