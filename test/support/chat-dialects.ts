/** How each vendor's requests are read, and which recordings answer them in suite C. */
import { join } from 'node:path';
import type { SeenTurn } from '../../src/conformance/chat/chat-subject.ts';
import { ZONES } from '../../src/conformance/chat/clock-tool.ts';
import type { JsonValue } from '../../src/protocol/json.ts';
import { arrayAt, parseJson, stringAt, valueAt } from '../../src/sdk/json.ts';
import type { ChatDialect } from './chat-backend.ts';
import { recordedResponse } from './fixture-cases.ts';
import { SYSTEM_TEXTS, textsOf } from './request-texts.ts';
import { root } from './shared.ts';
import { TOOL_RESULTS } from './tool-results.ts';
import { sayAnthropic } from './vendor-dialects/anthropic.ts';
import { chatDialect } from './vendor-dialects/chat-completions.ts';
import { sayGoogle } from './vendor-dialects/google.ts';
import { thoughtInDetails } from './vendor-dialects/openrouter.ts';
import { responsesSpeech } from './vendor-dialects/responses-api.ts';
import type { Say, Spoken } from './vendor-dialects/spoken.ts';

type Read = ChatDialect['read'];

const FIRST_PIECE = String.raw`{\"not\"`;

/** The recordings of one vendor; `prose` names the one of its interface. */
function recorded(
  vendor: string,
  prose: string,
  more: Pick<ChatDialect, 'read'> & {
    readonly path: RegExp;
    readonly say: Say;
    /** The recording of a conversation that is too long. */
    readonly tooLong: string;
  },
): ChatDialect {
  const folder = join(root, 'test', 'fixtures', 'wire', vendor);
  const play = (name: string) => recordedResponse(folder, name);
  return {
    prose: play(prose),
    firstPiece: FIRST_PIECE,
    calls: more.say({ id: 'calls', ...thoughtOf(vendor), calls: CALLS }),
    failures: { 400: play('refused-400'), 429: play('refused-429') },
    tooLong: play(more.tooLong),
    isCompletion: ({ method, path }) => method === 'POST' && more.path.test(path),
    read: more.read,
  };
}

const readAnthropic: Read = (body) => {
  const request = parseJson(body);
  return {
    system: SYSTEM_TEXTS.anthropic(request),
    turns: turnsOf(arrayAt(request, 'messages')),
    results: TOOL_RESULTS.anthropic(request),
  };
};

const readGoogle: Read = (body) => {
  const request = parseJson(body);
  return {
    system: SYSTEM_TEXTS.google(request),
    turns: arrayAt(request, 'contents').map((content) => ({
      role: stringAt(content, 'role') === 'model' ? 'assistant' : 'user',
      texts: textsOf(valueAt(content, 'parts')),
    })),
    results: TOOL_RESULTS.google(request),
  };
};

const readChat: Read = (body) => {
  const request = parseJson(body);
  return {
    system: SYSTEM_TEXTS.chat(request),
    turns: turnsOf(arrayAt(request, 'messages')),
    results: TOOL_RESULTS.chat(request),
  };
};

const readResponses: Read = (body) => {
  const request = parseJson(body);
  return {
    system: SYSTEM_TEXTS.responses(request),
    turns: turnsOf(arrayAt(request, 'input')),
    results: TOOL_RESULTS.responses(request),
  };
};

function turnsOf(messages: readonly JsonValue[]): readonly SeenTurn[] {
  return messages.flatMap((message) => {
    const role = stringAt(message, 'role');
    if (role !== 'user' && role !== 'assistant') return [];
    return [{ role, texts: textsOf(valueAt(message, 'content')) }];
  });
}

const CALLS = ZONES.map((zone) => ({ id: `call_${zone}`, zone }));

/** What a vendor thinks before it calls; its token is in the form that vendors use. */
export function thoughtOf(vendor: string) {
  const signature = Buffer.from(`signed by ${vendor}`).toString('base64');
  return { thought: `As ${vendor} I look at both clocks.`, signature };
}

/** Servers of the family that think say it in a field of a delta. */
const thinkAloud = ({ thought = '' }: Spoken) => [{ reasoning_content: thought }];
const CHAT = { model: 'recorded', headers: () => ({}), usage: {}, totalTokens: 0 };
const sayChat = chatDialect(CHAT).say;
const sayChatAloud = chatDialect({ ...CHAT, thoughtOf: thinkAloud }).say;
const sayRouted = chatDialect({ ...CHAT, thoughtOf: thoughtInDetails }).say;
const sayResponse = responsesSpeech({ model: 'recorded', headers: {} });

const CHAT_PATH = /\/completions$/;
const RESPONSES_PATH = /\/responses$/;

export const DIALECTS = {
  anthropic: recorded('anthropic', 'prose', {
    read: readAnthropic,
    path: /\/messages$/,
    say: sayAnthropic,
    tooLong: 'http-400-window',
  }),
  google: recorded('google', 'prose', {
    read: readGoogle,
    path: /:streamGenerateContent/,
    say: sayGoogle,
    tooLong: 'too-long-400',
  }),
  openai: recorded('openai', 'responses-prose', {
    read: readResponses,
    path: RESPONSES_PATH,
    say: sayResponse,
    tooLong: 'too-long-400',
  }),
  'openai chat': recorded('openai', 'chat-prose', {
    read: readChat,
    path: CHAT_PATH,
    say: sayChat,
    tooLong: 'too-long-400',
  }),
  'openai-compatible': recorded('openai-compatible', 'prose', {
    read: readChat,
    path: CHAT_PATH,
    say: sayChatAloud,
    tooLong: 'context-400',
  }),
  openrouter: recorded('openrouter', 'prose', {
    read: readChat,
    path: CHAT_PATH,
    say: sayRouted,
    tooLong: 'http-400-context',
  }),
  xai: recorded('xai', 'responses-prose', {
    read: readResponses,
    path: RESPONSES_PATH,
    say: sayResponse,
    tooLong: 'chat-prompt-too-long',
  }),
  'xai chat': recorded('xai', 'chat-prose', {
    read: readChat,
    path: CHAT_PATH,
    say: sayChatAloud,
    tooLong: 'chat-prompt-too-long',
  }),
} as const;
