import type { Check } from '../check.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import type { ChatSession } from './chat-session.ts';
import type { Ability } from './chat-subject.ts';

export type ChatCheck = Check<ChatSession>;

/** Takes what one case found to be wrong, by its subject. */
export interface Report {
  (subject: string, message: string): void;
  /** A part that can not be reached, and why. */
  skip(subject: string, reason: string): void;
}

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
      const report = (subject: string, message: string): void =>
        void remarks.push(violation(subject, message));
      const skip = (subject: string, reason: string): void =>
        void remarks.push(skipped(reason, subject));
      await run(session, Object.assign(report, { skip }));
      return remarks;
    },
  };
}
