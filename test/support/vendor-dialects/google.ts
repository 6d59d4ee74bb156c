/** The Gemini API. */
import type { VendorDialect } from '../../../src/conformance/index.ts';
import type { JsonObject } from '../../../src/protocol/json.ts';
import { valueAt } from '../../../src/sdk/json.ts';
import { SYSTEM_TEXTS } from '../request-texts.ts';
import { bodyOptions, countingVendor } from './common-parts.ts';
import { eventStream, jsonResponse, pick } from './responses.ts';
import { commonAnswers, idOf, type Spoken } from './spoken.ts';

const MODEL = 'gemini-3.7-flash';
const TOKEN = 'CpoBAXLI2nw=';
const SHORT_USAGE = { promptTokenCount: 4, candidatesTokenCount: 5, totalTokenCount: 9 };

/** Each part comes in a chunk; the last one, which says why it ended, has none. */
export function sayGoogle(spoken: Spoken) {
  const { id, usage = SHORT_USAGE } = spoken;
  return eventStream([
    ...partsOf(spoken).map((part) => chunk(id, { content: { role: 'model', parts: [part] } })),
    chunk(id, { finishReason: 'STOP' }, { usageMetadata: usage }),
  ]);
}

function chunk(id: string, candidate: JsonObject, more: JsonObject = {}): JsonObject {
  const candidates = [{ ...candidate, index: 0 }];
  return { candidates, modelVersion: MODEL, responseId: `resp_${id}`, ...more };
}

function partsOf({ thought, signature, text, calls = [] }: Spoken): readonly JsonObject[] {
  const signed = signature === undefined ? {} : { thoughtSignature: signature };
  return [
    ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
    ...(text === undefined ? [] : [{ text, ...signed }]),
    // The token of a thought stands on the first part behind it.
    ...calls.map(({ zone }, index) => ({
      functionCall: { name: 'clock', args: { zone } },
      ...(index === 0 && text === undefined ? signed : {}),
    })),
  ];
}

function whole(text: string) {
  const content = { role: 'model', parts: [{ text }] };
  const usage = { usageMetadata: SHORT_USAGE };
  return jsonResponse([chunk(idOf(text), { content, finishReason: 'STOP' }, usage)]);
}

const answers = commonAnswers(sayGoogle);
const CONTENT = ['contents', 'systemInstruction', 'tools'];

export const googleDialect: VendorDialect = {
  ...answers,
  ...countingVendor(answers.text, {
    target: ':countTokens',
    answer: (totalTokens) => ({ totalTokens }),
    content: ({ json }) => pick(valueAt(json, 'generateContentRequest') ?? json, CONTENT),
  }),
  thinking: {
    response: sayGoogle({ id: 'thinking', thought: 'Hm.', text: 'Yes.', signature: TOKEN }),
    signature: TOKEN,
  },
  // The only place where a budget is published.
  refusal: {
    response: jsonResponse(
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota. Please retry in 34.4s.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [
                {
                  quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests',
                  quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
                  quotaValue: '10',
                },
              ],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
          ],
        },
      },
      {},
      429,
    ),
  },
  usage: {
    response: sayGoogle({
      id: 'usage',
      text: '650',
      usage: {
        promptTokenCount: 11_125,
        cachedContentTokenCount: 7441,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 409,
        totalTokenCount: 11_554,
      },
    }),
    totalTokens: 11_554,
  },
  wholeAnswer: whole,
  options: bodyOptions(
    { name: 'top_p', value: 0.25, path: ['generationConfig', 'topP'] },
    { name: 'seed', path: ['generationConfig', 'seed'] },
  ),
  systemTurns: ({ json }) => SYSTEM_TEXTS.google(json),
  cacheMarkers: () => [],
};
