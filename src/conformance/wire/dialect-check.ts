/** Checks that play the vendor in its own dialect. */
import type { Check } from '../check.ts';
import { type Remark, skipped } from '../finding.ts';
import { completionCheck } from './completion.ts';
import type { VendorDialect } from './vendor-dialect.ts';
import type { WireSession } from './wire-session.ts';

interface DialectCheck<Part> extends Pick<Check<WireSession>, 'id' | 'name' | 'level' | 'needs'> {
  /** What of the dialect it needs. */
  readonly part: (dialect: VendorDialect) => Part | undefined;
  /** Why it is skipped where the dialect has none. */
  readonly lack: string;
}

/** A check that plays the vendor in its own dialect, against the suite's stub. */
export function dialectCheck<Part>(
  { part, lack, needs = ['W-40'], ...declaration }: DialectCheck<Part>,
  judge: (session: WireSession, part: Part) => Promise<readonly Remark[]>,
): Check<WireSession> {
  return completionCheck({ ...declaration, needs }, async (session) => {
    const { dialect } = session.options;
    if (!dialect || !(await session.plan()).isRedirected) return [skipped('no stub')];
    const found = part(dialect);
    if (found === undefined) return [skipped(lack)];
    // A lone error is a legal answer; of one who gives it always nothing more can be learnt.
    if (!session.hasAnswered) return [skipped('the usual completion does not end with stop')];
    try {
      return await judge(session, found);
    } finally {
      session.restoreVendor();
    }
  });
}
