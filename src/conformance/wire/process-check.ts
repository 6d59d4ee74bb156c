import type { Check } from '../check.ts';
import { type Remark, skipped } from '../finding.ts';
import type { ProgramDrive } from './program-drive.ts';
import type { WireSession } from './wire-session.ts';

/** How long an answer that needs no vendor may take, milliseconds. */
export const PROMPT_MS = 10_000;

type Judge = (drive: ProgramDrive, session: WireSession) => Promise<readonly Remark[]>;

/** A check that needs a process of its own. */
export function processCheck(
  declaration: Pick<Check<WireSession>, 'id' | 'name' | 'level' | 'needs'>,
  judge: Judge,
): Check<WireSession> {
  return {
    ...declaration,
    run: async (session) =>
      session.program
        ? judge(session.program, session)
        : [skipped('in-process: there is no process of its own')],
  };
}
