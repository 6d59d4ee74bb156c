import { resolve } from 'node:path';
import { terminalSafe } from '../../format/terminal-safe.ts';
import { valueText } from '../../output/structured-printer.ts';
import type { UserContent } from '../../turn/conversation.ts';
import type { AnswerSchema } from '../../turn/structured-answer.ts';
import type { TurnOutcome } from '../../turn/turn-event.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import { admit } from '../admit.ts';
import { readAnswerSchema } from '../answer-schema.ts';
import type { RunArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { createPrinter } from '../create-printer.ts';
import { endDryRun } from '../end-dry-run.ts';
import {
  CANCELLED,
  endByUsage,
  endUnkept,
  endWith,
  endWithout,
  type RunInput,
} from '../end-run.ts';
import { exitCodeFor } from '../exit-code.ts';
import type { AdmittedConfiguration } from '../fleet-members.ts';
import { type Kernel, openKernel } from '../kernel.ts';
import { NO_CONFIGURATION, openConfiguration } from '../open-configuration.ts';
import { planTurn } from '../plan.ts';
import { readPrompt } from '../read-prompt.ts';
import { reportConfiguration } from '../report-configuration.ts';
import type { KeepInput, KeepResult, KeptConversation } from '../session/keep-conversation.ts';
import { type SignalWatch, watchSignals } from '../signals.ts';
import { systemPromptOf } from '../system-prompt.ts';
import { writeInProject } from '../write-in-project.ts';

/** What one run is made of, once its configuration is loaded and planned. */
interface PreparedRun {
  readonly args: RunArguments;
  readonly context: CommandContext;
  readonly kernel: Kernel;
  readonly configuration: AdmittedConfiguration;
  readonly watch: SignalWatch;
  readonly startedMs: number;
  readonly schema: AnswerSchema | undefined;
  /** What is closed with the kernel, side by side. */
  readonly closers: (() => Promise<void>)[];
}

/** `agent run`: one scripted turn, then exit. */
export async function run(args: RunArguments, context: CommandContext): Promise<number> {
  const watch = watchSignals(context.signals, context.exit);
  try {
    return await prepare(args, context, watch);
  } finally {
    watch.close();
  }
}

async function prepare(
  args: RunArguments,
  context: CommandContext,
  watch: SignalWatch,
): Promise<number> {
  const { host } = context;
  const startedMs = host.clock.monotonic();
  const opened = await openConfiguration(args, context);
  if (opened.type === 'invalid') {
    await reportConfiguration(opened, args, context);
    const message = `${opened.file} is not valid; see the diagnostics on stderr`;
    return endWithout(args, context, { category: 'configuration', message });
  }
  if (opened.configuration.isBuiltIn && !args.quiet)
    await host.stderr.write(`${NO_CONFIGURATION}\n`);
  const planned = planTurn(opened.configuration.config, args);
  if (planned.type === 'usage-error') return endByUsage(args, context, planned.message);
  if (planned.type === 'no-model') {
    const { message } = planned;
    return endWithout(args, context, { category: 'no_eligible_model', message });
  }
  const shape = await readAnswerSchema(args.jsonSchema, host);
  if (shape.type === 'usage-error') return endByUsage(args, context, shape.message);
  const admitted = await admit(opened.configuration, args, context);
  if (admitted.type === 'refused') {
    await reportConfiguration(admitted, args, context);
    const message = `${admitted.file} asks for what you have not allowed; see stderr, and "agent trust"`;
    return endWithout(args, context, { category: 'configuration', message });
  }
  const kernel = await openKernel(admitted.configuration, planned, args, context);
  const { configuration } = admitted;
  const closers = [() => kernel.close()];
  try {
    const { schema } = shape;
    return await ask({ args, context, kernel, configuration, watch, startedMs, schema, closers });
  } finally {
    await Promise.all(closers.map((close) => close()));
  }
}

async function ask(prepared: PreparedRun): Promise<number> {
  const { args, context, kernel, watch, schema } = prepared;
  const { host } = context;
  const prompt = await readPrompt({ words: args.prompt, files: args.files }, host, watch.signal);
  if (watch.signal.aborted) return endWith(args, context, CANCELLED, watch.received());
  if (prompt.type === 'usage-error') return endByUsage(args, context, prompt.message);
  const system = await systemPromptOf(args, host);
  if (system.type === 'usage-error') return endByUsage(args, context, system.message);
  if (prompt.note !== undefined && !args.quiet) await host.stderr.write(`${prompt.note}\n`);
  const plan = await kernel.plan(args, watch.signal);
  if (plan.type === 'unavailable') return endWithout(args, context, plan.error, watch.received());
  if (plan.note !== undefined && !args.quiet) await host.stderr.write(`${plan.note}\n`);
  const input = keepInput(prepared, forThisRun(plan.plan, prepared), system.text);
  if (args.dryRun) return endDryRun(input, { content: prompt.content, schema }, watch, context);
  const kept = await keep(prepared, input);
  if (kept.type !== 'kept') return endUnkept(args, context, kept);
  return print(prepared, kept, prompt.content, plan.plan.candidates[0]?.ref);
}

function keepInput(
  { args, context, kernel, configuration }: PreparedRun,
  plan: TurnPlan,
  systemPrompt: string | undefined,
): RunInput {
  const onBroken = (text: string): void => void note(args, context, text);
  return { args, configuration, plan, kernel, systemPrompt, onBroken };
}

async function note({ quiet }: RunArguments, { host }: CommandContext, text: string) {
  if (!quiet) await host.stderr.write(`${terminalSafe(text)}\n`);
}

/** The session is opened only now, while the provider is still starting. */
async function keep(
  { args, context, closers }: PreparedRun,
  input: KeepInput,
): Promise<KeepResult> {
  const { keepConversation } = await import('../session/keep-conversation.ts');
  const kept = await keepConversation(input, context);
  if (kept.type !== 'kept') return kept;
  closers.push(kept.close);
  for (const text of kept.notes) await note(args, context, text);
  return kept;
}

async function print(
  { args, context, kernel, watch, schema }: PreparedRun,
  kept: KeptConversation,
  prompt: UserContent,
  first: { readonly provider: string; readonly model: string } | undefined,
): Promise<number> {
  const printer = createPrinter(args, context);
  await printer.begin({
    sessionId: kept.sessionId(),
    workingDirectory: context.host.workingDirectory,
    profile: args.profile ?? 'default',
    provider: first?.provider,
    model: first?.model,
    plugins: kernel.plugins(),
  });
  let outcome: TurnOutcome | undefined;
  for await (const event of kept.stream(prompt, watch.signal, schema)) {
    await printer.event(event);
    if (event.type === 'turn-end') outcome = event.outcome;
  }
  if (outcome === undefined) throw new Error('a turn ended without its last event');
  const exitCode = exitCodeFor(outcome, watch.received());
  await writeLastMessage(args, context, outcome);
  const turns = outcome.turns ?? 1;
  await printer.end({ outcome, exitCode, turns, sessionId: kept.sessionId() });
  return exitCode;
}

/**
 * What holds for this face: the rest of `--timeout`, which bounds the whole run; and no second try
 * after text has gone into a pipe, where it can not be taken back.
 */
function forThisRun(plan: TurnPlan, { args, kernel, startedMs, context }: PreparedRun): TurnPlan {
  const { clock, stdout } = context.host;
  // An answer with a schema is written when it is complete, and so can be taken back.
  const isShown = args.outputFormat === 'text' && args.jsonSchema === undefined;
  const isFinal = isShown && !stdout.isTerminal;
  const { timeoutMs } = kernel;
  const spentMs = clock.monotonic() - startedMs;
  return {
    ...plan,
    ...(isFinal ? { afterOutput: 'fail' } : {}),
    ...(timeoutMs === undefined ? {} : { maxDurationMs: Math.max(1, timeoutMs - spentMs) }),
  };
}

async function writeLastMessage(
  { lastMessageFile }: RunArguments,
  { host, secrets }: CommandContext,
  { structured, text }: TurnOutcome,
): Promise<void> {
  if (lastMessageFile === undefined) return;
  const path = resolve(host.workingDirectory, lastMessageFile);
  const { redact } = secrets;
  const answer = structured === undefined ? redact(text) : `${valueText(structured, redact)}\n`;
  const fault = await writeInProject(host, path, answer);
  if (fault !== undefined) await host.stderr.write(`Warning: --last-message-file: ${fault}.\n`);
}
