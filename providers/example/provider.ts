import { setTimeout as sleep } from 'node:timers/promises';
import * as sdk from 'agent-hcl/sdk';
import { answerTo } from './answers.ts';

type Events = AsyncGenerator<sdk.StreamEvent>;
const effort = { levels: ['low', 'high'], default: 'low' };
const model: sdk.ModelSpec = {
  id: 'demo',
  contextWindow: 200_000,
  maxOutputTokens: 8192,
  supportsToolUse: true,
  supportsVision: false,
  supportsDocuments: false,
  supportsStreaming: true,
  thinking: { supported: true, effort, adaptiveByDefault: true, disable: 'always' },
  caching: sdk.NO_CACHING,
  pricing: { currency: 'USD', free: false, tiers: [{ inputPerMtok: 3, outputPerMtok: 15 }] },
  supportedToolChoiceModes: ['auto'],
};

/** Streams a made-up answer, as an adapter would stream its vendor's. */
async function* answer(request: sdk.ModelRequest, paceMs: number, signal: AbortSignal): Events {
  const blocks = request.messages.at(-1)?.content ?? [];
  const prompt = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  yield { type: 'stream-start', requestId: `req_${crypto.randomUUID()}`, correlationIds: {} };
  const [kind, resetAtMs] = ['requests' as const, Date.now() + 60_000];
  const rateLimits = [{ kind, limitId: kind, limit: 50, remaining: 49, resetAtMs }];
  yield { type: 'metadata', metadata: { rateLimits, attrs: {} } };
  const callsTool = /^tools|\buse the tool\b/i.test(prompt);
  const category = sdk.MODEL_ERROR_CATEGORIES.find((name) => prompt.startsWith(`error ${name}`));
  if (category) {
    const message = `example: you asked for ${category}`;
    const retryable = category === 'rate_limited' || category === 'overloaded';
    const retryAfterMs = category === 'rate_limited' ? 2000 : undefined;
    throw new sdk.ModelFailure({ category, message, retryable, retryAfterMs, rawDetail: '' });
  }
  const thoughts = ['First I read what the user said. ', 'Then I answer from memory. '];
  if (request.params?.thinkingEffort === 'high') thoughts.push('I am sure: I know very little.');
  for (const thought of request.params?.thinkingDisabled ? [] : thoughts) {
    await sleep(paceMs * 4, undefined, { signal });
    yield { type: 'thinking-delta', text: thought };
  }
  const words = answerTo(prompt).match(/\S+\s*/g) ?? [];
  for (const word of words) {
    await sleep(prompt.startsWith('slow') ? paceMs * 20 : paceMs, undefined, { signal });
    yield { type: 'text-delta', text: word };
  }
  if (callsTool) {
    yield { type: 'tool-call-start', id: 'call_1', name: 'clock' };
    yield { type: 'tool-call-delta', id: 'call_1', argumentsFragment: '{"zone":"UTC"}' };
    yield { type: 'tool-call-done', id: 'call_1' };
  }
  const reasoningTokens = request.params?.thinkingDisabled ? 0 : thoughts.length * 6;
  const [inputTokens, outputTokens] = [Math.ceil(prompt.length / 4), words.length];
  yield { type: 'usage', usage: { inputTokens, outputTokens, reasoningTokens }, rateLimits };
  const reason = callsTool ? 'tool_use' : 'end_turn';
  yield { type: 'stop', reason: prompt.startsWith('refuse') ? 'refusal' : reason };
}

export const provider = sdk.defineProvider({
  name: 'example',
  version: '0.1.0',
  shipped: { roster: 'static', origins: [] },
  configSchema: {
    attributes: [
      { name: 'pace_ms', type: 'number', default_json: '25', description: 'Pause before a word' },
      { name: 'extra_models', type: 'map_string', description: 'Model id to "CONTEXT/OUTPUT"' },
    ],
  },
  models: [model],
  configure(config) {
    const models = sdk.withExtraModels([model], config.stringMap('extra_models'), 'example');
    const pace = config.number('pace_ms') ?? 25;
    return { models: () => models, stream: (request, { signal }) => answer(request, pace, signal) };
  },
});
