import { terminalSafe } from '../format/terminal-safe.ts';
import type { Host } from '../host/host.ts';
import type { CommandArguments } from './arguments.ts';
import { parseCommandLine } from './cli.ts';
import type { CommandContext } from './command-context.ts';
import { guardOutput } from './guard-output.ts';
import { inDirectory } from './in-directory.ts';
import { Secrets } from './secrets.ts';
import type { SignalSource } from './signals.ts';
import { workflowSafe } from './workflow-safe.ts';

/** Tells of exceptions that nobody caught. */
export interface DefectSource {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
}

/**
 * Runs one command line.
 *
 * @returns The exit code. A fault of the program itself is reported in one line and is 1.
 */
export async function runProgram(
  argv: readonly string[],
  outside: Host,
  signals: SignalSource & DefectSource,
  exit: (code: number) => void,
): Promise<number> {
  const secrets = new Secrets();
  const host = guardOutput(workflowSafe(outside), secrets);
  let place = (): Promise<string> => logPlace({}, host);
  // What nobody awaited ends the program too: the terminal was given back by then.
  signals.on('uncaughtException', (error: unknown) => {
    void place()
      .then((log) => host.stderr.write(crashText(error, secrets, log)))
      .finally(() => exit(1));
  });
  try {
    const line = await parseCommandLine(argv);
    if (line.type === 'text') {
      await host.stdout.write(line.text);
      return 0;
    }
    if (line.type === 'usage-error') {
      const { reportUsage } = await import('./report-usage.ts');
      return await reportUsage(line.message, argv, { host, signals, exit, secrets });
    }
    const placed = inDirectory(host, line.arguments.chdir);
    place = () => logPlace(line.arguments, placed);
    return await runCommand(line.arguments, { host: placed, signals, exit, secrets });
  } catch (error) {
    await host.stderr.write(crashText(error, secrets, await place()));
    return 1;
  }
}

async function runCommand(args: CommandArguments, context: CommandContext): Promise<number> {
  switch (args.command) {
    case 'run':
      return (await import('./commands/run.ts')).run(args, context);
    case 'chat':
      return (await import('./commands/chat.ts')).chat(args, context);
    case 'validate':
      return (await import('./commands/validate.ts')).validate(args, context);
    case 'init':
      return (await import('./commands/init.ts')).init(args, context);
    case 'provider-list':
      return (await import('./commands/provider-list.ts')).providerList(args, context);
    case 'provider-check':
      return (await import('./commands/provider-check.ts')).providerCheck(args, context);
    case 'trust':
      return (await import('./commands/trust.ts')).trust(args, context);
    case 'models':
      return (await import('./commands/models.ts')).models(args, context);
    case 'doctor':
      return (await import('./commands/doctor.ts')).doctor(args, context);
    case 'sessions':
      return (await import('./commands/sessions.ts')).sessions(args, context);
    case 'stats':
      return (await import('./commands/stats.ts')).stats(args, context);
    case 'completion':
      return (await import('./commands/completion.ts')).completion(args, context);
    case 'provider-trust':
      return (await import('./commands/provider-trust.ts')).providerTrust(args, context);
  }
}

async function logPlace(args: { readonly logFile?: string | undefined }, host: Host) {
  const { logPath } = await import('./open-log.ts');
  return logPath(args, host);
}

/** A stack of our own lines helps whoever reports it; values in a message are redacted. */
function crashText(error: unknown, secrets: Secrets, log: string): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const safe = terminalSafe(secrets.redactAll(text));
  return `Error: the program failed; please report this:\n${safe}\nThe log is ${terminalSafe(log)}\n`;
}
