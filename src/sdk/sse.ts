import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { tooLong } from './http/failures.ts';

/** One server-sent event. Fields the server left out are absent. */
export interface SseEvent {
  readonly event?: string | undefined;
  readonly data: string;
  readonly id?: string | undefined;
}

export interface SseOptions {
  /** Begins the message of a failure. */
  readonly provider: string;
  /** Most characters of one event; default 16 Mi. A longer one fails the stream, it is never cut. */
  readonly maxEventLength?: number | undefined;
  /** Told of each line that is no field of an event, such as a bare JSON error. Not of comments. */
  readonly onStrayLine?: ((line: string) => void) | undefined;
}

const DEFAULT_MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** Field names and comments beside an event's data do not count towards its limit. */
const SLACK_LENGTH = 64 * 1024;

/**
 * Reads server-sent events from a body, whatever its chunks and line ends. `[DONE]` is data like
 * any other. A last event without its empty line is delivered at the end.
 *
 * @throws ModelFailure - `unknown`: an event longer than the limit. Failures of `bytes` pass.
 */
export async function* sse(
  bytes: AsyncIterable<Uint8Array>,
  options: SseOptions,
): AsyncGenerator<SseEvent, void, undefined> {
  for await (const events of sseBatches(bytes, options)) yield* events;
}

/**
 * Like `sse`, with all events of one read together: deltas that arrived at once can leave as one.
 * No batch is empty, and none waits for the next read.
 */
export async function* sseBatches(
  bytes: AsyncIterable<Uint8Array>,
  options: SseOptions,
): AsyncGenerator<readonly SseEvent[], void, undefined> {
  const reader = new SseReader(options);
  for await (const chunk of bytes) {
    const events = reader.read(chunk);
    if (events.length > 0) yield events;
    reader.throwIfTooLong();
  }
  const events = reader.finish();
  if (events.length > 0) yield events;
  reader.throwIfTooLong();
}

class SseReader {
  readonly #provider: string;
  readonly #maxLength: number;
  // Drops a byte order mark and joins characters split between chunks.
  readonly #decoder = new TextDecoder();
  readonly #parser;
  #events: SseEvent[] = [];
  #isTooLong = false;

  constructor(options: SseOptions) {
    const maxLength = options.maxEventLength ?? DEFAULT_MAX_EVENT_LENGTH;
    this.#provider = options.provider;
    this.#maxLength = maxLength;
    this.#parser = createParser({
      maxBufferSize: maxLength + SLACK_LENGTH,
      onEvent: (event) => this.#accept(event),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') this.#isTooLong = true;
        else if (error.line !== undefined) options.onStrayLine?.(error.line);
      },
    });
  }

  read(chunk: Uint8Array): readonly SseEvent[] {
    return this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The empty line a server may have left out ends the last event. */
  finish(): readonly SseEvent[] {
    return this.#feed(`${this.#decoder.decode()}\n\n`);
  }

  throwIfTooLong(): void {
    if (!this.#isTooLong) return;
    throw tooLong(this.#provider, 'an event of the stream', this.#maxLength);
  }

  #feed(text: string): readonly SseEvent[] {
    this.#parser.feed(text);
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #accept(event: EventSourceMessage): void {
    // An event whole in one chunk never met the parser's own limit.
    if (event.data.length > this.#maxLength) this.#isTooLong = true;
    if (!this.#isTooLong) this.#events.push(event);
  }
}
