/** Every built-in provider kind, ready for suite C. */
import { answerTo } from '../../providers/example/answers.ts';
import type { ChatFacts, FailureFacts } from '../../src/conformance/chat/chat-subject.ts';
import { QUESTION } from '../../src/conformance/chat/say.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { startHttpBackend } from './chat-backend.ts';
import { DIALECTS, thoughtOf } from './chat-dialects.ts';
import { KEY } from './chat-file.ts';
import type { ChatKit, OpenBackend } from './chat-kit.ts';
import { CLAUDE_PROGRAM, startClaudeBackend } from './claude-backend.ts';

const PROSE = '  {"not": json}\n\n';

/** @param codes - The vendor's word for a bad request, and for too many. */
function factsOf(
  codes: readonly [string, string],
  requestId?: (status: number) => string,
  thoughts: readonly string[] = [],
): ChatFacts {
  const failure = (category: string, httpStatus: number, vendorCode: string): FailureFacts => ({
    category,
    httpStatus,
    vendorCode,
    requestId: requestId?.(httpStatus),
  });
  return {
    prose: PROSE,
    thoughts,
    failures: {
      400: failure('invalid_request', 400, codes[0]),
      429: failure('rate_limited', 429, codes[1]),
    },
  };
}

const numbered = (status: number) => `req_${status}`;

function overHttp(dialect: keyof typeof DIALECTS, settings: JsonObject = {}) {
  return async (): Promise<OpenBackend> => {
    const backend = await startHttpBackend(DIALECTS[dialect]);
    const common = { api_key: KEY, base_url: backend.url };
    return { backend, settings: { ...common, ...settings }, close: () => backend.close() };
  };
}

/** What a vendor thinks aloud, with the token behind it or without. */
function thoughtsOf(vendor: string, hasToken = true): readonly string[] {
  const { thought, signature } = thoughtOf(vendor);
  return hasToken ? [thought, signature] : [thought];
}

const OPENAI = ['unknown_parameter', 'rate_limit_exceeded'] as const;
const XAI = ['Client_specified_an_invalid_argument', 'Some_resource_has_been_exhausted'] as const;

const anthropic: ChatKit = {
  name: 'anthropic',
  model: 'claude-haiku-4-5',
  facts: factsOf(['invalid_request_error', 'rate_limit_error'], numbered, thoughtsOf('anthropic')),
  openBackend: overHttp('anthropic'),
};

const openai: ChatKit = {
  name: 'openai',
  model: 'gpt-5.6-sol',
  facts: factsOf(OPENAI, numbered, thoughtsOf('openai')),
  openBackend: overHttp('openai'),
};

export const CHAT_KITS: Readonly<Record<string, ChatKit>> = {
  anthropic: { ...anthropic, fallback: openai },
  google: {
    name: 'google',
    model: 'gemini-3-pro-preview',
    facts: factsOf(['INVALID_ARGUMENT', 'RESOURCE_EXHAUSTED'], undefined, thoughtsOf('google')),
    openBackend: overHttp('google'),
    fallback: anthropic,
  },
  openai: { ...openai, fallback: anthropic },
  'openai, Chat Completions': {
    name: 'openai',
    model: 'gpt-5.6-sol',
    facts: factsOf(OPENAI, numbered),
    openBackend: overHttp('openai chat', { api: 'chat' }),
    fallback: anthropic,
  },
  'openai-compatible': {
    name: 'openai-compatible',
    model: 'recorded',
    facts: factsOf(OPENAI, numbered, thoughtsOf('openai-compatible', false)),
    openBackend: overHttp('openai-compatible', {
      dialect: 'generic',
      extra_models: { recorded: '131072/8192' },
      abilities: ['tools'],
    }),
    fallback: anthropic,
  },
  openrouter: {
    name: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    facts: factsOf(
      ['invalid_request', 'rate_limit_exceeded'],
      (status) => `gen-${status}`,
      thoughtsOf('openrouter'),
    ),
    openBackend: overHttp('openrouter'),
    fallback: anthropic,
  },
  xai: {
    name: 'xai',
    model: 'grok-3-mini',
    facts: factsOf(XAI, numbered, thoughtsOf('xai')),
    openBackend: overHttp('xai'),
    fallback: anthropic,
  },
  'xai, Chat Completions': {
    name: 'xai',
    model: 'grok-3-mini',
    facts: factsOf(XAI, numbered, thoughtsOf('xai', false)),
    openBackend: overHttp('xai chat', { api: 'chat' }),
    fallback: anthropic,
  },
  'claude-cli': {
    name: 'claude-cli',
    model: 'sonnet',
    lacks: {
      'output-limit': 'its program has no such limit',
      'base-url': 'it has no base_url',
      key: 'it takes no key: its program has its own login',
      tools: 'it takes none: its program has tools of its own',
    },
    fallback: anthropic,
    facts: factsOf(['invalid_request', 'rate_limit'], () => '00000000-0000-4000-8000-000000000001'),
    openBackend: async () => {
      const backend = startClaudeBackend();
      const settings = { command: CLAUDE_PROGRAM, extra_args: [`--stage=${backend.stage}`] };
      return { backend, settings, close: backend.close };
    },
  },
  example: {
    name: 'example',
    model: 'demo',
    facts: { ...factsOf(['', '']), prose: answerTo(QUESTION) },
    lacks: {
      backend: 'it is offline: no vendor is asked',
      timeout: 'it has no timeout_ms',
      'output-limit': 'it is offline: no vendor is asked',
      'base-url': 'it has no base_url',
    },
    openBackend: async () => ({ settings: { pace_ms: 0 }, close: () => {} }),
  },
};
