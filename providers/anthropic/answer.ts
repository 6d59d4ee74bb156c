// A response as events: its headers at once, its stream as it arrives, its failure in the end.
import {
  type HttpResponse,
  type JsonValue,
  joinDeltas,
  ModelFailure,
  objectAt,
  parseJson,
  readErrorBody,
  type StreamEvent,
  sseBatches,
  stringAt,
} from 'agent-hcl/sdk';
import { errorOfResponse, PROVIDER_NAME, requestIdOf } from './errors.ts';
import { MessageReader } from './events.ts';
import { readLimits } from './limits.ts';

const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

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
  const reader = newReader(response, toolName);
  yield* reader.open();
  try {
    for await (const batch of batches(response)) {
      yield* joinDeltas(batch.flatMap(({ event, text }) => reader.read(event, text)));
      if (reader.isEnded) return;
    }
  } catch (error) {
    // What was used until here is billed, whatever broke.
    if (!(error instanceof ModelFailure)) throw error;
    yield* reader.fail(error.error);
  }
  yield* reader.finish();
}

/** A failed response: what its headers say, then the error. */
export async function* readFailure(response: HttpResponse): AsyncGenerator<StreamEvent> {
  const reader = newReader(response, (name) => name);
  yield* reader.open();
  const text = await readErrorBody(response);
  yield* reader.fail(errorOfResponse(response, text), requestIdOf(parseJson(text)));
}

function newReader(response: HttpResponse, toolName: (wireName: string) => string): MessageReader {
  return new MessageReader({
    requestId: response.headers['request-id'],
    limits: readLimits(response.headers, response.receivedAtMs),
    toolName,
  });
}

interface VendorEvent {
  readonly event: JsonValue | undefined;
  /** As received. */
  readonly text: string;
}

/** Gateways that do not stream answer with the whole message as JSON. */
async function* batches(response: HttpResponse): AsyncGenerator<readonly VendorEvent[]> {
  if (response.headers['content-type']?.startsWith('application/json') === true) {
    yield wholeMessage(await response.text(MOST_ANSWER_BYTES));
    return;
  }
  let stray = '';
  const onStrayLine = (line: string) => {
    stray ||= line;
  };
  for await (const events of sseBatches(response.body, { provider: PROVIDER_NAME, onStrayLine })) {
    yield events.map(({ data, event }) => ({ event: named(parseJson(data), event), text: data }));
  }
  // Such as a bare JSON error where a stream was announced.
  yield [{ event: named(parseJson(stray), undefined), text: stray }];
}

/** The type is in the data, but gateways leave it to the event's name, or to the reader. */
function named(data: JsonValue | undefined, name: string | undefined): JsonValue | undefined {
  const object = objectAt(data);
  if (object === undefined) return name === 'error' ? { type: name } : undefined;
  if (Object.hasOwn(object, 'type')) return object;
  const type = name ?? (Object.hasOwn(object, 'error') ? 'error' : 'unknown');
  return { ...object, type };
}

function wholeMessage(text: string): readonly VendorEvent[] {
  const message = objectAt(parseJson(text));
  const isMessage = stringAt(message, 'type') === 'message';
  const events: readonly (JsonValue | undefined)[] = isMessage
    ? [{ type: 'message_start', message: message ?? null }, { type: 'message_stop' }]
    : [named(message, undefined)];
  return events.map((event) => ({ event, text }));
}
