// Where the host wants caches to end, as marks on the texts of a chat.
import {
  type CacheBreakpoint,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ModelRequest,
} from 'agent-hcl/sdk';

const MARK = { cache_control: { type: 'ephemeral' } };

/**
 * Marks messages.
 *
 * @param countOf - How many messages the context and the first so many of the history make on the
 *   wire, where some are joined and others split.
 */
export function withMarkers(
  messages: readonly JsonObject[],
  { cacheBreakpoints }: ModelRequest,
  countOf: (historyLength: number) => number,
): readonly JsonObject[] {
  const marked = new Set(
    cacheBreakpoints.flatMap((breakpoint) => {
      const place = placeOf(breakpoint, countOf);
      const index = messages.slice(0, place).findLastIndex(isMarkable);
      return index < 0 ? [] : [index];
    }),
  );
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, content: markedContent(message['content']) } : message,
  );
}

/** Tools come before the context in what is cached, and have no mark of their own here. */
function placeOf(breakpoint: CacheBreakpoint, countOf: (historyLength: number) => number): number {
  return breakpoint.type === 'after-message' ? countOf(breakpoint.index + 1) : countOf(0);
}

/** Only texts can be marked, and those of tools not everywhere. */
function isMarkable({ role, content }: JsonObject): boolean {
  if (role === 'tool') return false;
  return typeof content === 'string'
    ? content !== ''
    : isJsonArray(content) && content.some(isText);
}

function markedContent(content: JsonValue | undefined): JsonValue {
  if (typeof content === 'string') return [{ type: 'text', text: content, ...MARK }];
  if (!isJsonArray(content)) return content ?? null;
  const last = content.findLastIndex(isText);
  return content.map((part, index) =>
    index === last && isJsonObject(part) ? { ...part, ...MARK } : part,
  );
}

function isText(part: JsonValue): boolean {
  return isJsonObject(part) && part['type'] === 'text';
}
