/** A kept conversation as the chat handles it. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { jsonLine } from '../../output/json-line.ts';
import { addUsd } from '../../session/costs.ts';
import type { Replay } from '../../session/replay.ts';
import { isEmpty, readSession } from '../../session/session.ts';
import { shorten } from '../../session/session-notes.ts';
import type { HistoryMessage } from '../../turn/history.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
import type {
  ConversationPort,
  ExportResult,
  ResumedSession,
  ResumeResult,
  SessionList,
  SessionSummary,
} from '../../ui/conversation-port.ts';
import type { TurnChoice } from '../../ui/turn-choice.ts';
import type { CommandContext } from '../command-context.ts';
import { redactEvents } from '../redact-events.ts';
import { writeInProject } from '../write-in-project.ts';
import { cannotList } from './file-fault.ts';
import type { KeepInput, KeptConversation } from './keep-conversation.ts';
import { sessionMarkdown } from './markdown.ts';
import { newOriginQuestion } from './new-origin-ask.ts';
import { listSessions } from './open-session.ts';
import { showJson } from './sessions-report.ts';

export interface ChatConversation {
  readonly kept: KeptConversation;
  readonly input: KeepInput;
  readonly context: CommandContext;
  /** The plan with what was chosen in the chat. */
  readonly planFor: (choice: TurnChoice) => TurnPlan;
}

export function conversationPort(chat: ChatConversation): ConversationPort {
  const { kept, context, planFor } = chat;
  return {
    clear: () => kept.clear(),
    compact: (signal, choice) =>
      redactEvents(kept.compact(planFor(choice), signal), context.secrets),
    setSystemPrompt: (text) => kept.setSystemPrompt(text),
    exportTo: (path) => exportTo(chat, path),
    list: () => list(chat).then(context.secrets.redactStrings),
    resume: (id, allowed) => resume(chat, id, allowed).then(context.secrets.redactStrings),
    retryNow: () => kept.retryNow(),
  };
}

const NOT_KEPT = 'Nothing of this chat is kept, so it goes on with no other conversation.';

async function list({ kept, input, context }: ChatConversation): Promise<SessionList> {
  if (kept.session === undefined) return { type: 'refused', message: NOT_KEPT };
  const own = kept.session.id;
  try {
    const sessions = await listSessions({ ...input, newId: own, origins: [] }, context);
    const others = sessions.filter((kept) => kept.header.id !== own && !isEmpty(kept));
    return { type: 'listed', sessions: others.map(summaryOf) };
  } catch (error) {
    return { type: 'refused', message: cannotList(error, kept.session.place.folder) };
  }
}

async function resume(
  { kept }: ChatConversation,
  id: string,
  allowed: readonly string[] | undefined,
): Promise<ResumeResult> {
  if (kept.session === undefined) return { type: 'refused', message: NOT_KEPT };
  if (id !== '' && kept.session.id.startsWith(id.toUpperCase())) {
    return { type: 'refused', message: 'This is that conversation.' };
  }
  const choice = await kept.resume(id, allowed);
  if (choice.type === 'not-trusted') return { ...choice, question: newOriginQuestion(choice) };
  if (choice.type !== 'chosen') return { type: 'refused', message: choice.message };
  const session = resumedSession(kept.session, choice.notes);
  return session === undefined
    ? { type: 'refused', message: 'The conversation goes on, but nothing of it is kept any more.' }
    : { type: 'resumed', session };
}

/** @returns `undefined` for a conversation that has only begun. */
export function resumedSession(
  session: KeptConversation['session'],
  notes: readonly string[],
): ResumedSession | undefined {
  const replay = session?.replay;
  if (replay === undefined) return undefined;
  const { history, usage, systemPrompt } = replay;
  const counted = replay.attempts.some((attempt) => Object.keys(attempt.usage).length > 0);
  return {
    ...summaryOf(replay),
    messages: history.length,
    usage: counted
      ? {
          inputTokens: usage.input_tokens ?? 0,
          outputTokens: usage.output_tokens ?? 0,
          cacheReadTokens: usage.cache_read_tokens,
          cacheWriteTokens: usage.cache_write_tokens,
          reasoningTokens: usage.reasoning_tokens,
        }
      : undefined,
    cost: {
      usd: addUsd(replay.attempts.map(({ costUsd }) => costUsd ?? 0)) ?? 0,
      isUnknown: replay.costUsd === null,
      isEstimate: false,
    },
    systemPrompt,
    lastPrompt: lastText(history, 'user'),
    lastAnswer: history.at(-1)?.role === 'assistant' ? lastText(history, 'assistant') : undefined,
    notes,
  };
}

function summaryOf({ header, title, turns, lastUsedAt, costUsd }: Replay): SessionSummary {
  const cost = costUsd ?? undefined;
  return { id: header.id, title: shorten(title, 80), turns, lastUsedAt, costUsd: cost };
}

function lastText(
  history: readonly HistoryMessage[],
  role: HistoryMessage['role'],
): string | undefined {
  const message = history.findLast((candidate) => candidate.role === role);
  return message?.content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n');
}

/** What was said is for the person alone. */
const PRIVATE = 0o600;

/** As JSON where the name says so, else as Markdown; a file that is there stays as it is. */
async function exportTo(chat: ChatConversation, given: string): Promise<ExportResult> {
  const { host, secrets } = chat.context;
  const home = host.environment['HOME'] || homedir();
  const typed = given.startsWith('~/') ? join(home, given.slice(2)) : given;
  const path = resolve(host.workingDirectory, typed);
  const isThere = await host.files.info(path).then(
    () => true,
    () => false,
  );
  if (isThere) {
    return { type: 'failed', message: `${path} is there already; give another name.` };
  }
  const replay = await replayOf(chat);
  const text = path.endsWith('.json') ? jsonLine(showJson(replay)) : sessionMarkdown(replay);
  const failure = await writeInProject(host, path, secrets.redactAll(text), PRIVATE);
  return failure === undefined
    ? { type: 'written', path }
    : { type: 'failed', message: `${failure}.` };
}

/** As the file has it; of a conversation that is not kept, what was said. */
async function replayOf({ kept, context }: ChatConversation): Promise<Replay> {
  const { host } = context;
  if (kept.session !== undefined) {
    await kept.session.log.flush();
    const read = await readSession(kept.session.place, host.files);
    if (read.type === 'read') return read.replay;
  }
  const at = new Date(host.clock.now()).toISOString();
  const history = kept.conversation.history();
  return {
    header: {
      type: 'session',
      id: 'not kept',
      configuration: '',
      created_at: at,
      cwd: host.workingDirectory,
      forked_from: null,
    },
    history,
    messages: new Map(),
    systemPrompt: kept.systemPrompt,
    origins: new Set(),
    turns: history.filter(({ role }) => role === 'user').length,
    attempts: [],
    usage: {},
    costUsd: null,
    title: lastText(history.slice(0, 1), 'user') ?? '',
    lastUsedAt: at,
    recovered: [],
    unfinishedPrompt: undefined,
  };
}
