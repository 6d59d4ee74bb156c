import { join, resolve } from 'node:path';
import { terminalSafe } from '../format/terminal-safe.ts';
import type { GlobalArguments } from './arguments.ts';
import type { CommandContext } from './command-context.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import { userDirectory } from './paths.ts';

const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** The log of a command: flag, then environment, then `agent.hcl`, then the default. */
export function openLog(
  args: Pick<GlobalArguments, 'logFile' | 'logLevel' | 'verbose'>,
  configured: LogLevel,
  { host, secrets }: CommandContext,
): Log {
  const { environment } = host;
  const named = args.logLevel ?? environment['AGENT_LOG'];
  const path =
    args.logFile ??
    (environment['AGENT_LOG_PATH'] || join(userDirectory('state', environment), 'agent.log'));
  return createLog(host, {
    path: resolve(host.workingDirectory, path),
    level: LEVELS.find((level) => level === named) ?? configured,
    verbose: args.verbose,
    redact: secrets.redactAll,
    sanitize: terminalSafe,
  });
}
