import type { Replay } from '../../session/replay.ts';
import type { Refusal } from '../../session/session.ts';

/**
 * What was said is sent again with every turn, so a machine that the file did not name before is
 * asked for (`trust` T7).
 *
 * @param asked - Where requests may go, without what is allowed for every project.
 */
export function newOriginAsk(kept: Replay, asked: readonly string[]): Refusal | undefined {
  const sessionId = kept.header.id;
  const origins = asked.filter((origin) => !kept.origins.has(origin));
  if (origins.length === 0) return undefined;
  const grants = origins.map((origin) => `agent trust --host ${origin}`).join(', ');
  const message = `not-trusted: the conversation of session ${sessionId} would be sent to ${origins.join(', ')}, where it did not go before. If you want this, run: ${grants}, or add --trust-providers for this call.`;
  return { message, sessionId, origins };
}

/** The same as a question to a person at a terminal; every origin in full. */
export function newOriginQuestion({ sessionId, origins }: Omit<Refusal, 'message'>): string {
  const lines = origins.map((origin) => `  send  what was said  to  ${origin}\n`);
  return `Session ${sessionId} would go where it did not go before\n${lines.join('')}`;
}
