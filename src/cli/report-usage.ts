import { terminalSafe } from '../format/terminal-safe.ts';
import type { ValidateFormat } from './arguments.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Says on stderr what is wrong with a command line, and how to see what is right. `validate` keeps
 * its promise of exactly one document on stdout also then.
 *
 * @returns Exit code 2.
 */
export async function reportUsage(
  message: string,
  argv: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { host } = context;
  const [first = ''] = argv;
  const command = /^[a-z]+$/.test(first) ? `agent ${first}` : 'agent';
  await host.stderr.write(`Error: ${terminalSafe(message)}\n\nSee ${command} --help.\n`);
  const format = first === 'validate' ? machineFormat(argv) : undefined;
  if (format !== undefined) {
    const { badCommandLineReport } = await import('./commands/validate.ts');
    await host.stdout.write(badCommandLineReport(message, format, context));
  }
  return 2;
}

/** The form asked for, as far as a line that can not be read says so. */
function machineFormat(argv: readonly string[]): ValidateFormat | undefined {
  if (argv.some((argument) => /^--?json$/.test(argument))) return 'json';
  const joined = argv.join(' ');
  const named = /--?format[= ](json|github|sarif)\b/.exec(joined)?.[1];
  return named === 'json' || named === 'github' || named === 'sarif' ? named : undefined;
}
