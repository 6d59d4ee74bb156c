/** How each vendor's requests are read, and which recordings answer them in suite C. */
import { join } from 'node:path';
import type { SeenTurn } from '../../src/conformance/chat/chat-subject.ts';
import type { JsonValue } from '../../src/protocol/json.ts';
import { arrayAt, isJsonObject, parseJson, stringAt, valueAt } from '../../src/sdk/json.ts';
import type { ChatDialect } from './chat-backend.ts';
import { recordedResponse } from './fixture-cases.ts';
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
    system: textsOf(valueAt(request, 'system')),
    turns: turnsOf(arrayAt(request, 'messages')),
  };
};

const readGoogle: Read = (body) => {
  const request = parseJson(body);
  return {
    system: textsOf(valueAt(request, 'systemInstruction', 'parts')),
    turns: arrayAt(request, 'contents').map((content) => ({
      role: stringAt(content, 'role') === 'model' ? 'assistant' : 'user',
      texts: textsOf(valueAt(content, 'parts')),
    })),
  };
};

const readChat: Read = (body) => {
  const messages = arrayAt(parseJson(body), 'messages');
  return { system: systemTextsOf(messages), turns: turnsOf(messages) };
};

const readResponses: Read = (body) => {
  const request = parseJson(body);
  const input = arrayAt(request, 'input');
  const instructions = stringAt(request, 'instructions');
  const first = instructions === undefined ? [] : [instructions];
  return { system: [...first, ...systemTextsOf(input)], turns: turnsOf(input) };
};

function systemTextsOf(messages: readonly JsonValue[]): readonly string[] {
  return messages
    .filter((message) => ['system', 'developer'].includes(stringAt(message, 'role') ?? ''))
    .flatMap((message) => textsOf(valueAt(message, 'content')));
}

function turnsOf(messages: readonly JsonValue[]): readonly SeenTurn[] {
  return messages.flatMap((message) => {
    const role = stringAt(message, 'role');
    if (role !== 'user' && role !== 'assistant') return [];
    return [{ role, texts: textsOf(valueAt(message, 'content')) }];
  });
}

/** A text, or a list of parts with texts. */
function textsOf(content: JsonValue | undefined): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const text = isJsonObject(part) ? part['text'] : undefined;
    return typeof text === 'string' ? [text] : [];
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
