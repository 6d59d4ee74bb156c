import type { Check } from './check.ts';
import { compareFindings, type Finding, type Remark } from './finding.ts';

export interface RunOptions {
  /** Bound of one check, milliseconds. */
  readonly timeoutMs: number;
  /** Waits; rejects never. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Ends the run early; what was not reached is reported as skipped. */
  readonly signal: AbortSignal;
}

export interface CheckResults {
  /** Sorted: failures, warnings, skips. */
  readonly findings: readonly Finding[];
  /** Ids of all checks, in order. */
  readonly checks: readonly string[];
}

const INTERRUPTED: Remark = { type: 'skip', subject: '', message: 'the run was interrupted' };

/**
 * Runs checks one after another. A check that throws has failed, one that does not end in time too;
 * one whose prerequisite failed is skipped with that cause, so that one cause gives one failure.
 */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
  options: RunOptions,
): Promise<CheckResults> {
  const findings: Finding[] = [];
  const unmet = new Map<string, Remark>();
  for (const check of checks) {
    const cause = causeOf(check, unmet, options.signal);
    const remarks = cause === undefined ? await bounded(check, context, options) : [cause];
    findings.push(...remarks.map((remark) => findingOf(check, remark)));
    const reason = remarks.find(({ type }) => type === 'violation') ?? wholeSkip(remarks);
    if (reason) unmet.set(check.id, reason);
  }
  return { findings: findings.sort(compareFindings), checks: checks.map(({ id }) => id) };
}

function causeOf<Context>(
  check: Check<Context>,
  unmet: ReadonlyMap<string, Remark>,
  signal: AbortSignal,
): Remark | undefined {
  if (signal.aborted) return INTERRUPTED;
  for (const id of check.needs ?? []) {
    const reason = unmet.get(id);
    // What kept a check from running keeps those from running that build on it.
    if (reason?.type === 'skip') return reason;
    if (reason) return { type: 'skip', subject: '', message: `not reached: ${id} failed` };
  }
  return undefined;
}

/** A skip without a subject means that nothing of the check was reached. */
function wholeSkip(remarks: readonly Remark[]): Remark | undefined {
  return remarks.find(({ type, subject }) => type === 'skip' && subject === '');
}

async function bounded<Context>(
  check: Check<Context>,
  context: Context,
  options: RunOptions,
): Promise<readonly Remark[]> {
  const timer = new AbortController();
  const late: Remark = {
    type: 'violation',
    subject: '',
    message: `no result within ${options.timeoutMs} ms`,
  };
  const stop = (): void => timer.abort();
  options.signal.addEventListener('abort', stop);
  const expired = options
    .sleep(options.timeoutMs, timer.signal)
    .then((): readonly Remark[] => [options.signal.aborted ? INTERRUPTED : late]);
  try {
    return await Promise.race([attempt(check, context), expired]);
  } finally {
    options.signal.removeEventListener('abort', stop);
    timer.abort();
  }
}

async function attempt<Context>(check: Check<Context>, context: Context) {
  try {
    return await check.run(context);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ type: 'violation', subject: '', message } as const];
  }
}

function findingOf<Context>(check: Check<Context>, remark: Remark): Finding {
  const { id, name, level } = check;
  const violated = level === 'MUST' ? 'fail' : 'warn';
  const outcome = remark.type === 'skip' ? 'skip' : violated;
  return { id, name, level, outcome, subject: remark.subject, message: remark.message };
}
