/** How each vendor's requests are read, and which recordings answer them in suite C. */
import { join } from 'node:path';
import type { SeenTurn } from '../../src/conformance/chat/chat-subject.ts';
import type { JsonValue } from '../../src/protocol/json.ts';
import { arrayAt, parseJson, stringAt, valueAt } from '../../src/sdk/json.ts';
import type { ChatDialect } from './chat-backend.ts';
import { recordedResponse } from './fixture-cases.ts';
import { SYSTEM_TEXTS, textsOf } from './request-texts.ts';
import { root } from './shared.ts';

type Read = ChatDialect['read'];

const FIRST_PIECE = String.raw`{\"not\"`;

/** The recordings of one vendor; `prose` names the one of its interface. */
function recorded(
  vendor: string,
  prose: string,
  more: Pick<ChatDialect, 'read'> & { readonly path: RegExp },
): ChatDialect {
  const folder = join(root, 'test', 'fixtures', 'wire', vendor);
  const play = (name: string) => recordedResponse(folder, name);
  return {
    prose: play(prose),
    firstPiece: FIRST_PIECE,
    failures: { 400: play('refused-400'), 429: play('refused-429') },
    isCompletion: ({ method, path }) => method === 'POST' && more.path.test(path),
    read: more.read,
  };
}

const readAnthropic: Read = (body) => {
  const request = parseJson(body);
  return {
    system: SYSTEM_TEXTS.anthropic(request),
    turns: turnsOf(arrayAt(request, 'messages')),
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
  };
};

const readChat: Read = (body) => {
  const request = parseJson(body);
  return { system: SYSTEM_TEXTS.chat(request), turns: turnsOf(arrayAt(request, 'messages')) };
};

const readResponses: Read = (body) => {
  const request = parseJson(body);
  return { system: SYSTEM_TEXTS.responses(request), turns: turnsOf(arrayAt(request, 'input')) };
};

function turnsOf(messages: readonly JsonValue[]): readonly SeenTurn[] {
  return messages.flatMap((message) => {
    const role = stringAt(message, 'role');
    if (role !== 'user' && role !== 'assistant') return [];
    return [{ role, texts: textsOf(valueAt(message, 'content')) }];
  });
}

export const DIALECTS = {
  anthropic: recorded('anthropic', 'prose', { read: readAnthropic, path: /\/messages$/ }),
  google: recorded('google', 'prose', { read: readGoogle, path: /:streamGenerateContent/ }),
  openai: recorded('openai', 'responses-prose', { read: readResponses, path: /\/responses$/ }),
  'openai chat': recorded('openai', 'chat-prose', { read: readChat, path: /\/completions$/ }),
  'openai-compatible': recorded('openai-compatible', 'prose', {
    read: readChat,
    path: /\/completions$/,
  }),
  openrouter: recorded('openrouter', 'prose', { read: readChat, path: /\/completions$/ }),
  xai: recorded('xai', 'responses-prose', { read: readResponses, path: /\/responses$/ }),
  'xai chat': recorded('xai', 'chat-prose', { read: readChat, path: /\/completions$/ }),
} as const;
