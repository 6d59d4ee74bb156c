/** A run with `--dry-run`, to its end: the request on stdout, or why there would be none. */
import { jsonLine, jsonText } from '../output/json-line.ts';
import { redactJson } from '../output/redact-json.ts';
import type { Preview } from '../turn/preview.ts';
import type { TurnOutcome } from '../turn/turn-event.ts';
import type { CommandContext } from './command-context.ts';
import { createPrinter } from './create-printer.ts';
import { dryRunJson } from './dry-run.ts';
import { CANCELLED, endUnkept, endWith, endWithout, type RunInput } from './end-run.ts';
import type { PreviewQuestion } from './session/preview-conversation.ts';
import type { SignalWatch } from './signals.ts';

/** @returns The exit code of a run that ended at this point. */
export async function endDryRun(
  input: RunInput,
  question: PreviewQuestion,
  watch: SignalWatch,
  context: CommandContext,
): Promise<number> {
  const { args } = input;
  const { previewConversation } = await import('./session/preview-conversation.ts');
  const result = await previewConversation(input, question, watch.signal, context);
  if (result.type !== 'preview') return endUnkept(args, context, result);
  const { preview } = result;
  switch (preview.type) {
    case 'failed':
      return endWithout(args, context, preview.error, watch.received());
    case 'interrupted':
      return endWith(args, context, interrupted(preview), watch.received());
    case 'request':
      await printRequest(preview, input, context);
      return 0;
  }
}

function interrupted({ cause }: Preview & { readonly type: 'interrupted' }): TurnOutcome {
  return cause === 'time' ? { ...CANCELLED, status: 'limited', limit: 'time' } : CANCELLED;
}

async function printRequest(
  preview: Preview & { readonly type: 'request' },
  { args, kernel }: RunInput,
  context: CommandContext,
): Promise<void> {
  const { stdout } = context.host;
  const json = redactJson(dryRunJson(preview), context.secrets.redact);
  if (args.outputFormat === 'text') {
    await stdout.write(`${jsonText(json, 2)}\n`);
    return;
  }
  if (args.outputFormat === 'json') {
    await stdout.write(jsonLine(json));
    return;
  }
  // Of a stream the first line is `init` and the last `result`, also of this one.
  const printer = createPrinter(args, context);
  const { model } = preview;
  await printer.begin({
    workingDirectory: context.host.workingDirectory,
    profile: args.profile ?? 'default',
    provider: model.provider,
    model: model.model,
    plugins: kernel.plugins(),
  });
  await stdout.write(jsonLine(json));
  const outcome: TurnOutcome = { ...CANCELLED, status: 'success', incomplete: false, model };
  await printer.end({ outcome, exitCode: 0, turns: 0 });
}
