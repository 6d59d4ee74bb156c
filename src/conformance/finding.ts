/** What a check has to say. Checks return findings; they never drive a test runner. */

/** How much a clause binds (RFC 2119). */
export type Level = 'MUST' | 'SHOULD';

/** A violated MUST fails, a violated SHOULD warns, what was not reached is skipped with a reason. */
export type Outcome = 'fail' | 'skip' | 'warn';

/** One statement about one subject. */
export interface Finding {
  /** The check's id, such as `W-40`. */
  readonly id: string;
  readonly name: string;
  readonly level: Level;
  readonly outcome: Outcome;
  /** A model's id, or the case within the check. */
  readonly subject: string;
  /** What was found and what was expected. Holds no secret. */
  readonly message: string;
}

/** What a check itself returns: without what the runner knows. */
export interface Remark {
  readonly type: 'violation' | 'skip';
  readonly subject: string;
  readonly message: string;
}

export function violation(subject: string, message: string): Remark {
  return { type: 'violation', subject, message };
}

export function skipped(message: string, subject = ''): Remark {
  return { type: 'skip', subject, message };
}

/** Failures first, then warnings, then skips, each by id and subject: two runs print the same. */
export function compareFindings(a: Finding, b: Finding): number {
  const rank = { fail: 0, warn: 1, skip: 2 } as const;
  return (
    rank[a.outcome] - rank[b.outcome] ||
    compareIds(a.id, b.id) ||
    compareTexts(a.subject, b.subject) ||
    compareTexts(a.message, b.message)
  );
}

function compareIds(a: string, b: string): number {
  const [aSuite = '', aNumber = ''] = a.split('-');
  const [bSuite = '', bNumber = ''] = b.split('-');
  return compareTexts(aSuite, bSuite) || Number(aNumber) - Number(bNumber);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
