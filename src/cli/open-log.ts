import { join, resolve } from 'node:path';
import { terminalSafe } from '../format/terminal-safe.ts';
import type { Host } from '../host/host.ts';
import type { GlobalArguments } from './arguments.ts';
import type { CommandContext } from './command-context.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import { userDirectory } from './paths.ts';
import { notLogged } from './session/file-fault.ts';

const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Where the log lies, by flag, environment and default. */
export function logPath(
  { logFile }: Partial<Pick<GlobalArguments, 'logFile'>>,
  { environment, workingDirectory }: Pick<Host, 'environment' | 'workingDirectory'>,
): string {
  const path =
    logFile ??
    (environment['AGENT_LOG_PATH'] || join(userDirectory('state', environment), 'agent.log'));
  return resolve(workingDirectory, path);
}

/** The log of a command: flag, then environment, then `agent.hcl`, then the default. */
export function openLog(
  args: Pick<GlobalArguments, 'logFile' | 'logLevel' | 'verbose'>,
  configured: LogLevel,
  { host, secrets }: CommandContext,
): Log {
  const named = args.logLevel ?? (host.environment['AGENT_LOG'] || configured);
  const level = LEVELS.find((known) => known === named);
  if (level === undefined) warn(`AGENT_LOG is one of ${LEVELS.join(', ')}, not "${named}"`, host);
  const path = logPath(args, host);
  return createLog(host, {
    path,
    level: level ?? configured,
    onBroken: (error) => warn(notLogged(error, path), host),
    verbose: args.verbose,
    redact: secrets.redactAll,
    sanitize: terminalSafe,
  });
}

function warn(text: string, { stderr }: Pick<Host, 'stderr'>): void {
  void stderr.write(`Warning: ${terminalSafe(text)}.\n`);
}
