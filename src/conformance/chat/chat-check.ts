import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import type { ChatSession } from './chat-session.ts';
import type { Ability } from './chat-subject.ts';

export type ChatCheck = Check<ChatSession>;

/** What one case found to be wrong, by its subject. */
export type Report = (subject: string, message: string) => void;

export interface ChatCase {
  /** Such as `CC-10`. */
  readonly id: string;
  /** A claim about a right client. */
  readonly name: string;
  /** What the backend must be able to do, or all of it is skipped. */
  readonly abilities?: readonly Ability[] | undefined;
  readonly needs?: readonly string[] | undefined;
  run(session: ChatSession, report: Report): Promise<void> | void;
}

/** A MUST clause as a check. */
export function chatCase({ id, name, abilities = [], needs, run }: ChatCase): ChatCheck {
  return {
    id,
    name,
    level: 'MUST',
    needs,
    async run(session) {
      const missing = abilities.find((ability) => session.subject.lacks[ability] !== undefined);
      if (missing !== undefined) return [skipped(session.subject.lacks[missing] ?? '')];
      const remarks: Remark[] = [];
      await run(session, (subject, message) => void remarks.push(violation(subject, message)));
      return remarks;
    },
  };
}
