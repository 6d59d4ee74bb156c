import type { Replay } from '../../session/replay.ts';

/**
 * What was said is sent again with every turn, so a machine that the file did not name before is
 * asked for (`trust` T7).
 *
 * @param asked - Where requests may go, without what is allowed for every project.
 */
export function newOriginAsk(kept: Replay, asked: readonly string[]): string | undefined {
  const added = asked.filter((origin) => !kept.origins.has(origin));
  if (added.length === 0) return undefined;
  const grants = added.map((origin) => `agent trust --host ${origin}`).join(', ');
  return `not-trusted: the conversation of session ${kept.header.id} would be sent to ${added.join(', ')}, where it did not go before. If you want this, run: ${grants}, or add --trust-providers for this call.`;
}
