import type { Level, Remark } from './finding.ts';

/** One clause of the contract, executable. */
export interface Check<Context> {
  /** Stable, such as `W-40`; cited by docs and by the controls. */
  readonly id: string;
  /** A claim about a right provider: "exactly one terminal event, in last position". */
  readonly name: string;
  readonly level: Level;
  /** Checks that must have passed: where one did not, this one is skipped with that cause. */
  readonly needs?: readonly string[] | undefined;
  /** No remark means it holds. Must end by itself within the context's time limit. */
  run(context: Context): Promise<readonly Remark[]> | readonly Remark[];
}
