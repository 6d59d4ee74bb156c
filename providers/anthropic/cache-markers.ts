// Cache markers exactly where the kernel asks for them.
import type { CacheBreakpoint } from 'agent-hcl/sdk';
import type { Turn } from './messages.ts';
import type { WireBlock, WireCacheable, WireMessage } from './wire.ts';

/** The vendor refuses a request with more, over tools, system and messages together. */
const MOST_MARKERS = 4;

/** One lifetime for all, so that a longer one can never follow a shorter. */
const MARKER = { type: 'ephemeral' } as const;

export interface MarkerPlan {
  readonly afterTools: boolean;
  readonly afterContext: boolean;
  readonly afterMessages: ReadonlySet<number>;
}

/** Which markers to set; beyond the limit the earliest messages lose theirs, worth the least. */
export function planMarkers(
  breakpoints: readonly CacheBreakpoint[],
  has: { readonly tools: boolean; readonly context: boolean },
): MarkerPlan {
  const isAsked = (type: CacheBreakpoint['type']) =>
    breakpoints.some((point) => point.type === type);
  const afterTools = has.tools && isAsked('after-tools');
  const afterContext = has.context && isAsked('after-assembled-context');
  const left = MOST_MARKERS - Number(afterTools) - Number(afterContext);
  const indexes = breakpoints.flatMap((point) =>
    point.type === 'after-message' ? [point.index] : [],
  );
  const latest = [...new Set(indexes)].sort((one, other) => other - one).slice(0, left);
  return { afterTools, afterContext, afterMessages: new Set(latest) };
}

/** Marks the last element of a list. */
export function markLast<T extends object>(list: readonly T[], isMarked: boolean): readonly T[] {
  const last = list.at(-1);
  if (!isMarked || last === undefined) return list;
  return [...list.slice(0, -1), { ...last, cache_control: MARKER }];
}

/** Turns as messages; the last block of a marked message that can carry a marker carries it. */
export function markedMessages(
  turns: readonly Turn[],
  afterMessages: MarkerPlan['afterMessages'],
): WireMessage[] {
  return turns.map(({ role, pieces }) => {
    const marked = new Set(
      [...afterMessages].map((index) =>
        pieces.findLastIndex(({ source, block }) => source === index && isCacheable(block)),
      ),
    );
    const content = pieces.map(({ block }, index) =>
      marked.has(index) && isCacheable(block) ? { ...block, cache_control: MARKER } : block,
    );
    return { role, content };
  });
}

function isCacheable(block: WireBlock): block is WireCacheable {
  return block.type !== 'thinking' && block.type !== 'redacted_thinking';
}
