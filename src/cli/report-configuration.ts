import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceTexts } from '../diagnostics/source-text.ts';
import { diagnosticLines } from '../format/diagnostic-lines.ts';
import type { Output } from '../host/host.ts';
import type { GlobalArguments } from './arguments.ts';
import { painterFor } from './color.ts';
import type { CommandContext } from './command-context.ts';

/** What is wrong with a configuration, and the texts it is wrong in. */
export interface ConfigurationFaults {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
}

/** Prints diagnostics for a person; the same text in every command. */
export async function reportConfiguration(
  faults: ConfigurationFaults,
  args: Pick<GlobalArguments, 'color'>,
  context: CommandContext,
  output: Output = context.host.stderr,
): Promise<void> {
  const text = faultsText(faults, args, context, output);
  if (text !== '') await output.write(text);
}

/** Diagnostics as text, an empty line after each. */
function faultsText(
  { diagnostics, sources }: ConfigurationFaults,
  args: Pick<GlobalArguments, 'color'>,
  { host, secrets }: CommandContext,
  output: Output,
): string {
  const paint = painterFor(args.color, output, host.environment);
  const blocks = diagnostics.map((diagnostic) => {
    const source = sources.get(diagnostic.range?.file ?? '');
    const width = output.isTerminal ? output.columns : 80;
    return diagnosticLines(diagnostic, source, { width, paint }).join('\n');
  });
  return secrets.redact(blocks.map((block) => `${block}\n\n`).join(''));
}
