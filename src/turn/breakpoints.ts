/** Where the kernel asks a vendor to cache (`model-protocol` §9.4). Pure. */
import type {
  CacheBreakpoint,
  ContextSection,
  ToolDeclaration,
} from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';

export interface BreakpointInput {
  readonly context: readonly ContextSection[];
  readonly tools: readonly ToolDeclaration[];
  /** Tools of the turn before; `undefined` on the first. */
  readonly previousTools?: readonly ToolDeclaration[] | undefined;
}

/**
 * Only for models with explicit markers, and only behind what stays the same: a context chain that
 * begins static, a tool list equal to the last turn's. Never more than two, below every vendor's
 * limit of four.
 */
export function placeBreakpoints(
  spec: Pick<ModelSpec, 'caching'>,
  input: BreakpointInput,
): readonly CacheBreakpoint[] {
  if (spec.caching?.supported !== true || !spec.caching.explicitMarkers) return [];
  const breakpoints: CacheBreakpoint[] = [];
  if (input.context[0]?.stability === 'static') {
    breakpoints.push({ type: 'after-assembled-context' });
  }
  if (input.tools.length > 0 && isSameList(input.tools, input.previousTools)) {
    breakpoints.push({ type: 'after-tools' });
  }
  return breakpoints;
}

function isSameList(
  tools: readonly ToolDeclaration[],
  previous: readonly ToolDeclaration[] | undefined,
): boolean {
  return previous !== undefined && JSON.stringify(tools) === JSON.stringify(previous);
}
