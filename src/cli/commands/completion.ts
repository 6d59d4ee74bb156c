import type { CompletionArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

/** `agent completion`: a script for the shell, on stdout. */
export async function completion(
  args: CompletionArguments,
  { host }: CommandContext,
): Promise<number> {
  const { completionScript } = await import('../completion/completion-script.ts');
  await host.stdout.write(completionScript(args.shell));
  return 0;
}
