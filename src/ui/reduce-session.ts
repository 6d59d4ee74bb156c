/** Pure: conversations that are listed, opened and gone on with. */
import { NO_ANSWER } from './answer-flow.ts';
import {
  andThen,
  type Block,
  type ChatState,
  currentModel,
  type Step,
  step,
} from './chat-state.ts';
import { sessionFacts, sessionItems, sessionLines } from './choices.ts';
import type { ResumedSession, ResumeResult, SessionList } from './conversation-port.ts';
import { startFigures } from './figures.ts';
import { openPicker } from './picker.ts';
import { say } from './reduce-command.ts';
import { sendNext } from './reduce-prompt.ts';

export function showSessions(state: ChatState, list: SessionList): Step {
  if (list.type === 'refused') return say(state, 'warning', list.message);
  const { sessions } = list;
  if (sessions.length === 0) return say(state, 'plain', 'No other conversation is kept here.');
  if (!state.hasKeys) return step(state, [{ type: 'panel', lines: sessionLines(sessions) }]);
  return step({ ...state, picker: openPicker('Conversation', sessionItems(sessions)) });
}

/** What was sent meanwhile follows, or comes back where a question is open. */
export function endResume(state: ChatState, result: ResumeResult, nowMs: number): Step {
  const here = { ...state, isResuming: false };
  if (result.type === 'not-trusted') {
    return andThen(sendNext(here, 'error', nowMs), (next) => ask(next, result));
  }
  const ended =
    result.type === 'refused'
      ? say(here, 'warning', result.message)
      : step(withSession(here, result.session), resumedBlocks(result.session));
  return andThen(ended, (next) => sendNext(next, 'success', nowMs));
}

type NewOrigin = Extract<ResumeResult, { readonly type: 'not-trusted' }>;

/** In full above the list, whose rows may be cut; no is what Enter alone answers. */
function ask(state: ChatState, result: NewOrigin): Step {
  if (!state.hasKeys) return say(state, 'warning', result.message);
  const { sessionId: id, origins: allowed, question } = result;
  const message = 'The conversation is the one it was.';
  const picker = openPicker('Allow it', [
    { label: 'No', detail: '', result: { type: 'refused', message }, isCurrent: false },
    { label: 'Yes', detail: '', result: { type: 'resume', id, allowed }, isCurrent: false },
  ]);
  return andThen(say(state, 'warning', question.trimEnd()), (next) => step({ ...next, picker }));
}

function withSession(state: ChatState, session: ResumedSession): ChatState {
  const { usage, cost, systemPrompt, messages } = session;
  const figures = startFigures(currentModel(state), usage, cost);
  return {
    ...state,
    figures: { ...figures, limits: state.figures.limits },
    isEmpty: messages === 0,
    systemPrompt,
    lastOutcome: undefined,
    thinking: { ...state.thinking, folded: '' },
  };
}

/** Characters of the last answer that are shown again. */
const MAX_SHOWN = 4_000;

/** What goes on, its last words included. */
export function resumedBlocks(session: ResumedSession): readonly Block[] {
  const { title, id, messages, lastPrompt, lastAnswer, notes } = session;
  const name = title === '' ? id : `"${title}"`;
  const text = `Resumed ${name}: ${sessionFacts(session)}, ${messages} messages.`;
  return [
    { type: 'notice', tone: 'plain', text },
    ...notes.map((note): Block => ({ type: 'notice', tone: 'warning', text: note })),
    ...(lastPrompt === undefined ? [] : [{ type: 'prompt', text: endOf(lastPrompt) } as const]),
    ...(lastAnswer === undefined || lastAnswer === '' ? [] : answerBlocks(lastAnswer)),
  ];
}

function answerBlocks(answer: string): readonly Block[] {
  return [{ type: 'gap' }, { type: 'answer', open: { ...NO_ANSWER, text: endOf(answer) } }];
}

function endOf(text: string): string {
  return text.length <= MAX_SHOWN ? text : `[...]\n\n${text.slice(-MAX_SHOWN)}`;
}
