// A response as events: its stream as it arrives, its failure in the end.
import { randomUUID } from 'node:crypto';
import {
  type HttpResponse,
  isJsonArray,
  type JsonValue,
  joinDeltas,
  ModelFailure,
  parseJson,
  readErrorBody,
  type StreamEvent,
  sseBatches,
} from 'agent-hcl/sdk';
import { errorOfResponse, limitsOf, PROVIDER_NAME } from './errors.ts';
import { AnswerReader } from './events.ts';

const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
const MOST_STRAY_LENGTH = 64 * 1024;

export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/**
 * Streams an answer. All that one read of the socket brings is handed on together, deltas of one
 * kind as one.
 */
export async function* readAnswer(
  response: HttpResponse,
  toolName: (wireName: string) => string,
): AsyncGenerator<StreamEvent> {
  const reader = new AnswerReader({ toolName, fallbackId: randomUUID() });
  try {
    for await (const batch of batches(response)) {
      yield* joinDeltas(batch.flatMap(({ chunk, text }) => reader.read(chunk, text)));
      if (reader.isEnded) return;
    }
  } catch (error) {
    // What was used until here is billed, whatever broke.
    if (!(error instanceof ModelFailure)) throw error;
    yield* reader.fail(error.error);
  }
  yield* reader.finish();
}

/** A failed response: the quotas it names, then the error. */
export async function* readFailure(response: HttpResponse): AsyncGenerator<StreamEvent> {
  const reader = new AnswerReader({ toolName: (name) => name, fallbackId: '' });
  const text = await readErrorBody(response);
  yield* reader.fail(errorOfResponse(response, text), limitsOf(parseJson(text)));
}

interface Chunk {
  readonly chunk: JsonValue | undefined;
  /** As received. */
  readonly text: string;
}

/** Where `alt=sse` is not understood the same chunks come as one JSON list. */
async function* batches(response: HttpResponse): AsyncGenerator<readonly Chunk[]> {
  if (response.headers['content-type']?.startsWith('application/json') === true) {
    yield wholeChunks(await response.text(MOST_ANSWER_BYTES));
    return;
  }
  let stray = '';
  const onStrayLine = (line: string) => {
    if (stray.length + line.length < MOST_STRAY_LENGTH) stray += `${line}\n`;
  };
  for await (const events of sseBatches(response.body, { provider: PROVIDER_NAME, onStrayLine })) {
    yield events.map(({ data }) => ({ chunk: parseJson(data), text: data }));
  }
  // An error after the headers may come as bare JSON, of many lines that are none of an event.
  yield wholeChunks(stray);
}

function wholeChunks(text: string): readonly Chunk[] {
  const body = parseJson(text);
  const chunks = isJsonArray(body) ? body : [body];
  return chunks.map((chunk) => ({ chunk, text }));
}
