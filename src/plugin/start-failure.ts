/** Why a provider process is not there, with what it said last. */
import { explain } from './explain-start.ts';
import type { StartReason } from './start-reason.ts';
import { TLS_CAUSE_TEXT, type TlsCause } from './tls-policy.ts';

/** A start that failed; holds no value of the child's environment. */
export interface StartFailure {
  /** Local name of the provider. */
  readonly provider: string;
  /** What the user knows it by: a path. */
  readonly program: string;
  readonly reason: StartReason;
  /** Last lines of its stderr, bounded; foreign text. */
  readonly stderrTail: readonly string[];
  /** Why it was asked for mutual TLS, if it was. */
  readonly tlsCause?: TlsCause | undefined;
}

/** One sentence without a full stop, then what to do. The caller sanitizes and redacts. */
export interface StartFailureText {
  readonly summary: string;
  readonly detail: string;
}

export function startFailureText(failure: StartFailure): StartFailureText {
  const { what, remedy } = explain(failure.reason);
  const output = failure.stderrTail.map((line) => `\n  ${line}`).join('');
  const tail = output === '' ? '' : `\nIts last lines of output were:${output}`;
  // A provider without TLS may have failed by this alone, in whatever way.
  const asked = failure.tlsCause ? ` ${TLS_CAUSE_TEXT[failure.tlsCause]}` : '';
  return {
    summary: `Provider "${failure.provider}" did not start: ${what}`,
    detail: `The program is ${failure.program}. ${remedy}${asked}${tail}`,
  };
}
