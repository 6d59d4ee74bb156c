/** A program that ends in the middle of the run is one finding, not one of every check that is left. */
import type { Clock, ProcessEnd } from '../host/host.ts';
import { endText } from '../plugin/start-reason.ts';
import { within } from '../plugin/within.ts';
import type { Check } from './check.ts';
import { type Remark, skipped, violation } from './finding.ts';
import type { OpenProgram } from './open-program.ts';
import type { WireSession } from './wire/wire-session.ts';

/** The check that ends the program itself; what comes after it needs no running one. */
const SHUTDOWN = 'HS-06';

/** A call learns of a broken connection before the system tells us that its process has ended. */
const PROCESS_END_MS = 250;

export interface WatchedChecks {
  readonly checks: readonly Check<WireSession>[];
  /** How the program ended before anybody asked it to; absent while it has not. */
  end(): ProcessEnd | undefined;
}

/** The check in which the program ends says so; those after it are not reached. */
export function whileRunning(
  checks: readonly Check<WireSession>[],
  { process, connection }: OpenProgram,
  clock: Clock,
): WatchedChecks {
  let early: ProcessEnd | undefined;
  let isAsked = false;

  async function run(check: Check<WireSession>, session: WireSession) {
    if (isAsked) return check.run(session);
    if (early) return [skipped('not reached: the program has ended')];
    if (process.end) return told(process.end);
    isAsked = check.id === SHUTDOWN;
    if (isAsked) return check.run(session);
    const result = await settled(check, session);
    if (connection.losses > 0) await within(process.ended, PROCESS_END_MS, clock);
    if (process.end) return told(process.end);
    if (result.type === 'thrown') throw result.error;
    return result.remarks;
  }

  function told(end: ProcessEnd): readonly Remark[] {
    early = end;
    return [violation('', `the program ${endText(end)} in the middle of the run`)];
  }

  return {
    checks: checks.map((check) => ({ ...check, run: (session) => run(check, session) })),
    end: () => early,
  };
}

async function settled(check: Check<WireSession>, session: WireSession) {
  try {
    return { type: 'returned', remarks: await check.run(session) } as const;
  } catch (error) {
    return { type: 'thrown', error } as const;
  }
}
