/** Calls as bytes: what the gRPC runtime gives, without its streams and exceptions. */
import {
  type CallOptions,
  type Client,
  type ClientReadableStream,
  Metadata,
  type StatusObject,
} from '@grpc/grpc-js';

/** How a call failed, as the other side or our own runtime said it. */
export interface CallFailure {
  /** A gRPC status code, never 0. */
  readonly code: number;
  readonly message: string;
  /** A serialized `google.rpc.Status`, when the other side attached one. */
  readonly statusDetails: Uint8Array | undefined;
}

export type UnaryOutcome =
  | { readonly type: 'ok'; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly failure: CallFailure };

/** The next message of a stream, or how it ended; without a failure it ended well. */
export type StreamPull =
  | { readonly type: 'message'; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly failure: CallFailure | undefined };

export interface Cancellable {
  cancel(): void;
}

/** A server stream that is read only as fast as it is pulled. */
export interface MessageStream extends Cancellable {
  /** One pull at a time; after the end it keeps saying so. */
  pull(): Promise<StreamPull>;
}

const STATUS_DETAILS = 'grpc-status-details-bin';

/** Messages that may wait for a slow consumer before we stop reading. */
const WAITING_MESSAGES = 64;

/** Both directions stay bytes here; the codec knows the messages. */
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const asBytes = (buffer: Buffer): Uint8Array => buffer;

/** @param deadlineMs - When the call gives up, milliseconds since the epoch. */
export function unaryCall(
  client: Client,
  path: string,
  request: Uint8Array,
  deadlineMs: number,
): { readonly outcome: Promise<UnaryOutcome> } & Cancellable {
  let cancel = (): void => {};
  const outcome = new Promise<UnaryOutcome>((resolve) => {
    const options: CallOptions = { deadline: deadlineMs };
    const call = client.makeUnaryRequest(
      path,
      asBuffer,
      asBytes,
      request,
      new Metadata(),
      options,
      (error, bytes) => {
        if (error) resolve({ type: 'failed', failure: failureOf(error) });
        else resolve({ type: 'ok', bytes: bytes ?? new Uint8Array() });
      },
    );
    cancel = () => call.cancel();
  });
  return { outcome, cancel: () => cancel() };
}

export function serverStream(client: Client, path: string, request: Uint8Array): MessageStream {
  return pulled(client.makeServerStreamRequest(path, asBuffer, asBytes, request, new Metadata()));
}

/** A bidirectional stream that is only held open; `end` closes our half. */
export function heldStream(client: Client, path: string): { end(): void } {
  const call = client.makeBidiStreamRequest(path, asBuffer, asBytes, new Metadata());
  call.on('error', () => {}); // its end alone means nothing: `wire.md` §4
  call.on('data', () => {});
  return { end: () => call.end() };
}

/**
 * The outcome comes from `status`, never from `end`; but `end` says that every message before it
 * has been delivered, and on a failed call it is the last of the three.
 */
function pulled(call: ClientReadableStream<Uint8Array>): MessageStream {
  const waiting: Uint8Array[] = [];
  let status: StatusObject | undefined;
  let isDelivered = false;
  let wake: (() => void) | undefined;

  function woken(): void {
    wake?.();
    wake = undefined;
  }

  call.on('data', (bytes: Uint8Array) => {
    waiting.push(bytes);
    if (waiting.length >= WAITING_MESSAGES) call.pause();
    woken();
  });
  call.on('error', () => {}); // told again by `status`
  call.on('status', (received) => {
    status = received;
    woken();
  });
  call.on('end', () => {
    isDelivered = true;
    woken();
  });

  return {
    cancel: () => call.cancel(),
    async pull() {
      while (true) {
        const bytes = waiting.shift();
        if (bytes !== undefined) return { type: 'message', bytes };
        if (status && isDelivered) return { type: 'end', failure: failureIn(status) };
        call.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function failureIn(status: StatusObject): CallFailure | undefined {
  return status.code === 0 ? undefined : failureOf(status);
}

function failureOf(status: StatusObject): CallFailure {
  const [details] = status.metadata.get(STATUS_DETAILS);
  return {
    code: status.code,
    message: status.details,
    statusDetails: typeof details === 'string' ? undefined : details,
  };
}
