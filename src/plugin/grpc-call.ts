/** Calls as bytes: what the gRPC runtime gives, without its streams and exceptions. */
import {
  type CallOptions,
  type Client,
  type ClientReadableStream,
  Metadata,
  type StatusObject,
} from '@grpc/grpc-js';
import { GRPC_CODE, type GrpcStatus, STATUS_DETAILS_TRAILER } from '../protocol/status-detail.ts';

export type UnaryOutcome =
  | { readonly type: 'ok'; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly failure: GrpcStatus };

/** The next message of a stream, or how it ended; without a failure it ended well. */
export type StreamPull =
  | { readonly type: 'message'; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly failure: GrpcStatus | undefined };

export interface Cancellable {
  cancel(): void;
}

/** A server stream that is read only as fast as it is pulled. */
export interface MessageStream extends Cancellable {
  /**
   * One pull at a time; after the end it keeps saying so. A cancelled stream still gives what had
   * arrived, then ends with code CANCELLED without waiting for anybody.
   */
  pull(): Promise<StreamPull>;
}

/** Messages that may wait for a slow consumer before we stop reading. */
const WAITING_MESSAGES = 64;

const CANCELLED: GrpcStatus = { code: GRPC_CODE.cancelled, message: 'cancelled here' };

/** Both directions stay bytes here; the codec knows the messages. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
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

/** A stream that never began. */
export function endedStream(failure: GrpcStatus): MessageStream {
  return { pull: async () => ({ type: 'end', failure }), cancel() {} };
}

/** A bidirectional stream that is only held open. */
export interface HeldStream {
  /** Closes our half. */
  end(): void;
  /** How it ended, once it has. */
  status(): GrpcStatus | undefined;
}

export function heldStream(client: Client, path: string): HeldStream {
  const call = client.makeBidiStreamRequest(path, asBuffer, asBytes, new Metadata());
  call.on('error', () => {}); // its end alone means nothing: `wire.md` §4
  call.on('data', () => {});
  let ended: StatusObject | undefined;
  call.on('status', (status) => {
    ended = status;
  });
  return { end: () => call.end(), status: () => ended && failureOf(ended) };
}

/**
 * The outcome comes from `status`, never from `end`; but `end` says that every message before it
 * has been delivered, and on a failed call it is the last of the three.
 */
function pulled(call: ClientReadableStream<Uint8Array>): MessageStream {
  const waiting: Uint8Array[] = [];
  let status: StatusObject | undefined;
  let isDelivered = false;
  let isCancelled = false;
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
    cancel() {
      isCancelled = true;
      call.cancel();
      woken();
    },
    async pull() {
      while (true) {
        const bytes = waiting.shift();
        if (bytes !== undefined) return { type: 'message', bytes };
        if (status && isDelivered) return { type: 'end', failure: failureIn(status) };
        if (isCancelled) return { type: 'end', failure: CANCELLED };
        call.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function failureIn(status: StatusObject): GrpcStatus | undefined {
  return status.code === GRPC_CODE.ok ? undefined : failureOf(status);
}

function failureOf(status: StatusObject): GrpcStatus {
  const [details] = status.metadata.get(STATUS_DETAILS_TRAILER);
  return {
    code: status.code,
    message: status.details,
    details: typeof details === 'string' ? undefined : details,
  };
}
