/** Runs suite C: the chat client on top of one configured provider. */
import type { Clock } from '../../host/host.ts';
import { createConversation } from '../../turn/conversation.ts';
import { type ConformanceReport, countsOf } from '../report.ts';
import { runChecks } from '../run-checks.ts';
import type { ChatCheck } from './chat-check.ts';
import { ChatSession } from './chat-session.ts';
import type { ChatClient, ChatSubject } from './chat-subject.ts';
import { SUITE_C } from './suite-c.ts';

export interface ChatOptions {
  readonly clock: Clock;
  /** Ends the run early; what was not reached is skipped. */
  readonly signal: AbortSignal;
  /** Bound of one case, milliseconds. */
  readonly limitMs: number;
  /** Default: our own. */
  readonly client?: ChatClient | undefined;
  /** Default: all of them. */
  readonly checks?: readonly ChatCheck[] | undefined;
}

/** Checks a client and a provider together. Nothing of either is left running. */
export async function checkChat(
  subject: ChatSubject,
  options: ChatOptions,
): Promise<ConformanceReport> {
  const { clock, signal, limitMs, client = createConversation, checks = SUITE_C } = options;
  const session = new ChatSession({ subject, client, clock, limitMs });
  try {
    const run = { timeoutMs: limitMs, sleep: clock.sleep, signal };
    const { findings, checks: ids } = await runChecks(checks, session, run);
    const hasFailed = findings.some(({ outcome }) => outcome === 'fail');
    return {
      schema_version: '1.0',
      provider: { name: subject.name, version: '', source: '' },
      drive: 'binary',
      suite: 'full',
      verdict: signal.aborted ? 'untestable' : hasFailed ? 'non-conformant' : 'conformant',
      reason: signal.aborted ? 'The run was interrupted.' : null,
      counts: countsOf(ids, findings),
      findings,
    };
  } finally {
    await session.close();
  }
}
