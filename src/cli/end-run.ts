/** Runs that never come to a turn: they end all the same with a result that agrees with their code. */
import type { TurnError, TurnOutcome } from '../turn/turn-event.ts';
import type { RunArguments } from './arguments.ts';
import type { CommandContext } from './command-context.ts';
import { createPrinter } from './create-printer.ts';
import { type EndSignal, exitCodeFor } from './exit-code.ts';
import { failedOutcome } from './failed-outcome.ts';
import { withStderr } from './guard-output.ts';
import { reportUsage } from './report-usage.ts';
import type { KeepInput } from './session/keep-conversation.ts';
import type { SessionChoice } from './session/open-session.ts';

/** What a run begins its conversation with. */
export interface RunInput extends KeepInput {
  readonly args: RunArguments;
}

/** Something was wrong before a turn. @param signal - What ended the run from outside. */
export async function endWithout(
  args: RunArguments,
  context: CommandContext,
  error: Pick<TurnError, 'category' | 'message'> & Partial<TurnError>,
  signal?: EndSignal | undefined,
): Promise<number> {
  const failed = failedOutcome(error);
  return endWith(args, context, signal === undefined ? failed : CANCELLED, signal);
}

export const CANCELLED: TurnOutcome = {
  ...failedOutcome({ category: 'unknown', message: '' }),
  status: 'cancelled',
  error: undefined,
};

/** @returns The exit code of the outcome. */
export async function endWith(
  args: RunArguments,
  context: CommandContext,
  outcome: TurnOutcome,
  signal?: EndSignal | undefined,
): Promise<number> {
  const exitCode = exitCodeFor(outcome, signal);
  await printEnd(args, context, outcome, exitCode);
  return exitCode;
}

/** A word of the command line turned out to be wrong once it was looked up. */
export async function endByUsage(
  args: RunArguments,
  context: CommandContext,
  message: string,
): Promise<number> {
  const exitCode = await reportUsage(message, ['run'], context);
  const outcome = failedOutcome({ category: 'invalid_request', message });
  // It was told on stderr already, with where to read on.
  const stderr = { isTerminal: false, columns: 80, write: async () => undefined };
  const silent = { ...context, host: withStderr(context.host, stderr) };
  if (args.outputFormat !== 'text') await printEnd(args, silent, outcome, exitCode);
  return exitCode;
}

/** The session of the flags can not be had. */
export async function endUnkept(
  args: RunArguments,
  context: CommandContext,
  { type, message }: Exclude<SessionChoice, { readonly type: 'chosen' }>,
): Promise<number> {
  if (type === 'usage-error') return endByUsage(args, context, message);
  const category = type === 'refused' ? 'invalid_request' : 'configuration';
  return endWithout(args, context, { category, message });
}

async function printEnd(
  args: RunArguments,
  context: CommandContext,
  outcome: TurnOutcome,
  exitCode: number,
): Promise<void> {
  const printer = createPrinter(args, context);
  await printer.begin({
    workingDirectory: context.host.workingDirectory,
    profile: args.profile ?? 'default',
    plugins: [],
  });
  await printer.end({ outcome, exitCode, turns: 0 });
}
