import { terminalSafe } from '../../format/terminal-safe.ts';
import { nodeTerminal } from '../../host/node-terminal.ts';
import type { UserContent } from '../../turn/conversation.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import { runChat } from '../../ui/chat.tsx';
import type { TurnChoice } from '../../ui/turn-choice.ts';
import { admit } from '../admit.ts';
import type { ChatArguments } from '../arguments.ts';
import { chatOffers } from '../chat-models.ts';
import type { CommandContext } from '../command-context.ts';
import type { AdmittedConfiguration } from '../fleet-members.ts';
import { type Kernel, openKernel } from '../kernel.ts';
import { completePath, withMentions } from '../mentions.ts';
import {
  NO_CONFIGURATION,
  type OpenConfiguration,
  openConfiguration,
} from '../open-configuration.ts';
import { userDirectory } from '../paths.ts';
import { planTurn } from '../plan.ts';
import { openPromptFile, type PromptFile } from '../prompt-file.ts';
import { redactEvents } from '../redact-events.ts';
import { reportConfiguration } from '../report-configuration.ts';
import { reportUsage } from '../report-usage.ts';
import type { KeepInput, KeepResult, KeptConversation } from '../session/keep-conversation.ts';
import { newOriginQuestion } from '../session/new-origin-ask.ts';
import { systemPromptOf } from '../system-prompt.ts';
import { askDigest } from '../trust-digest.ts';
import type { Judgement } from '../trust-gate.ts';
import { askForYes, askToTrust } from '../trust-question.ts';

/** `agent` and `agent chat`: interactive, so it needs a terminal on both sides. */
export async function chat(args: ChatArguments, context: CommandContext): Promise<number> {
  const { host } = context;
  if (!host.stdin.isTerminal || !host.stdout.isTerminal) {
    const message = 'The chat needs a terminal for input and output. In a script, use "agent run".';
    return reportUsage(message, ['chat'], context);
  }
  const system = await systemPromptOf(args, host);
  if (system.type === 'usage-error') return reportUsage(system.message, ['chat'], context);
  const opened = await openConfiguration(args, context);
  if (opened.type === 'invalid') {
    await reportConfiguration(opened, args, context);
    return 3;
  }
  const planned = planTurn(opened.configuration.config, args);
  if (planned.type === 'usage-error') return reportUsage(planned.message, ['chat'], context);
  if (planned.type === 'no-model') {
    await host.stderr.write(`Error: ${planned.message}\n`);
    return 1;
  }
  const admitted = await admit(opened.configuration, args, context, (judgement) =>
    askInTerminal(judgement, opened.configuration, context),
  );
  if (admitted.type === 'refused') {
    await reportConfiguration(admitted, args, context);
    return 3;
  }
  const kernel = await openKernel(admitted.configuration, planned, args, context);
  try {
    const { configuration } = admitted;
    return await converse({ args, context, kernel, configuration, system: system.text });
  } finally {
    await kernel.close();
  }
}

interface OpenedChat {
  readonly args: ChatArguments;
  readonly context: CommandContext;
  readonly kernel: Kernel;
  readonly configuration: AdmittedConfiguration;
  readonly system: string | undefined;
}

async function converse({
  args,
  context,
  kernel,
  configuration,
  system,
}: OpenedChat): Promise<number> {
  const { host, secrets } = context;
  const resolved = await kernel.plan(args, new AbortController().signal);
  if (resolved.type === 'unavailable') {
    await host.stderr.write(`Error: ${secrets.redactAll(resolved.error.message)}\n`);
    return resolved.error.category === 'configuration' ? 3 : 10;
  }
  const { plan } = resolved;
  const broken: string[] = [];
  const onBroken = (note: string): void => void broken.push(note);
  const input = { args, configuration, kernel, plan, systemPrompt: system, onBroken };
  const kept = await keepOrAsk(input, context);
  if (kept.type === 'usage-error') return reportUsage(kept.message, ['chat'], context);
  if (kept.type !== 'kept') {
    await host.stderr.write(`Error: ${terminalSafe(kept.message)}\n`);
    return kept.type === 'refused' ? 1 : 3;
  }
  try {
    return await talk({ context, kept, input, broken });
  } finally {
    await kept.close();
  }
}

/** What would go to another machine is asked for (`trust` T5); the session keeps a yes. */
async function keepOrAsk(input: KeepInput, context: CommandContext): Promise<KeepResult> {
  const { host, secrets, signals, exit } = context;
  const { keepConversation } = await import('../session/keep-conversation.ts');
  const kept = await keepConversation(input, context);
  if (kept.type !== 'not-trusted') return kept;
  const isAllowed = await askForYes(newOriginQuestion(kept), {
    terminal: nodeTerminal(),
    clock: host.clock,
    redact: secrets.redact,
    signals,
    exit,
  });
  if (!isAllowed) return kept;
  return keepConversation({ ...input, allowed: kept.origins }, context);
}

/** A yes is kept, so that the same thing is never asked twice; where none can be kept nobody is asked. */
async function askInTerminal(
  judgement: Judgement,
  { config, sources }: OpenConfiguration,
  { host, secrets, signals, exit }: CommandContext,
): Promise<boolean> {
  const { store, subject, open } = judgement;
  if (subject === undefined || store === undefined || store.refusal !== undefined) return false;
  const isAllowed = await askToTrust(judgement, {
    terminal: nodeTerminal(),
    clock: host.clock,
    sources,
    projectRoot: config.projectRoot,
    redact: secrets.redact,
    signals,
    exit,
  });
  if (isAllowed) await store.grant(subject, open.map(askDigest));
  return isAllowed;
}

interface Talk {
  readonly context: CommandContext;
  readonly kept: KeptConversation;
  readonly input: KeepInput & { readonly args: ChatArguments };
  /** Why the session is no longer kept; shown with the turn in which that happened. */
  readonly broken: string[];
}

async function talk(options: Talk): Promise<number> {
  const { host, secrets } = options.context;
  const directory = userDirectory('state', host.environment);
  const history = await openPromptFile(host.files, directory, secrets.redactAll);
  try {
    return await show(options, history);
  } finally {
    await history.close();
  }
}

async function show({ context, kept, input, broken }: Talk, history: PromptFile): Promise<number> {
  const { host, secrets } = context;
  const { args, configuration, kernel, plan } = input;
  const { conversationPort, resumedSession } = await import('../session/chat-conversation.ts');
  const running = plan.candidates[0]?.ref.provider;
  const offers = chatOffers(configuration, args.profile ?? 'default', kernel.directory, running);
  const planFor = (choice: TurnChoice) => withChoice(plan, choice);
  return runChat({
    terminal: nodeTerminal(),
    clock: host.clock,
    environment: host.environment,
    color: args.color,
    isPlain: args.plain,
    initialPrompt: args.prompt.length === 0 ? undefined : args.prompt.join(' '),
    model: plan.candidates[0]?.ref,
    notes: [
      ...(configuration.isBuiltIn ? [NO_CONFIGURATION] : []),
      ...kept.notes.map(secrets.redact),
    ],
    resumed: secrets.redactStrings(resumedSession(kept.session, [])),
    systemPrompt: secrets.redactStrings(kept.systemPrompt),
    completePath: (prefix) => completePath(prefix, host),
    history: history.prompts,
    rememberPrompt: (text) => history.add(text),
    conversation: conversationPort({ kept, input, context, planFor }),
    loadModels: () => offers.models().then(secrets.redactStrings),
    loadExpansions: () => offers.expansions().then(secrets.redactStrings),
    startTurn(prompt, signal, choice) {
      kept.conversation.setPlan(planFor(choice));
      const events = withFiles(prompt, choice.typed, host, (content) =>
        kept.stream(content, signal),
      );
      return redactEvents(withWarnings(events, broken), secrets);
    },
  });
}

/** A turn whose message may name files. */
async function* withFiles(
  prompt: string,
  typed: string,
  host: CommandContext['host'],
  stream: (content: UserContent) => AsyncIterable<TurnEvent>,
): AsyncGenerator<TurnEvent> {
  const { content, warnings } = await withMentions(prompt, typed, host);
  for (const message of warnings) yield { type: 'warning', message };
  yield* stream(content);
}

/** The same events, with what has to be said before the next of them. */
async function* withWarnings(
  events: AsyncIterable<TurnEvent>,
  messages: string[],
): AsyncGenerator<TurnEvent> {
  for await (const event of events) {
    for (const message of messages.splice(0)) yield { type: 'warning', message };
    yield event;
  }
}

/** The plan with what the person chose since: another model, another way to think. */
function withChoice(plan: TurnPlan, { model, thinking }: TurnChoice): TurnPlan {
  const [first, ...fallbacks] = plan.candidates;
  if (first === undefined || (model === undefined && thinking === undefined)) return plan;
  const params =
    thinking === undefined
      ? first.params
      : {
          ...first.params,
          thinkingBudgetTokens: undefined,
          thinkingOff: thinking === 'off',
          thinkingEffort: thinking === 'off' ? undefined : thinking,
        };
  const ref = model ?? first.ref;
  const isSame = ref.provider === first.ref.provider && ref.model === first.ref.model;
  // Options and fallbacks were written for the model that the file names.
  const chosen = isSame ? { ...first, params } : { ref, params: { ...params } };
  return {
    ...plan,
    candidates: [chosen, ...(isSame ? fallbacks : [])],
    primaryIsExplicit: !isSame,
  };
}
