/** The model service over gRPC: messages in, events and statuses out. */
import {
  type handleUnaryCall,
  Metadata,
  type ServerWritableStream,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { WireInit } from '../protocol/codec/message-type.ts';
import type { FromWire } from '../protocol/from-wire/fault.ts';
import {
  fromWireConfigureRequest,
  fromWireCountTokensRequest,
  fromWireRequest,
} from '../protocol/from-wire/request.ts';
import type * as wire from '../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { type GrpcMethod, modelMethods } from '../protocol/grpc-methods.ts';
import type { CallOutcome } from '../protocol/model-provider.ts';
import {
  GRPC_CODE,
  type GrpcStatus,
  STATUS_DETAILS_TRAILER,
  toGrpcStatus,
} from '../protocol/status-detail.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import {
  toWireAccount,
  toWireCapabilities,
  toWireProducer,
} from '../protocol/to-wire/capabilities.ts';
import { toWireStreamEvent } from '../protocol/to-wire/stream-event.ts';
import { int64 } from '../protocol/to-wire/values.ts';
import { failure } from './failure.ts';
import type { ServedProvider } from './served-provider.ts';

/** Rendering is not offered, so the method is not there; it answers UNIMPLEMENTED by itself. */
export const modelServiceMethods = {
  getCapabilities: modelMethods.getCapabilities,
  configure: modelMethods.configure,
  streamCompletion: modelMethods.streamCompletion,
  countTokens: modelMethods.countTokens,
  describe: modelMethods.describe,
  getAccount: modelMethods.getAccount,
} as const;

/** Handlers for `modelServiceMethods`. */
export function modelServiceHandlers(provider: ServedProvider): UntypedServiceImplementation {
  return {
    describe: unary(provider, modelMethods.describe, async () =>
      ok({ producer: toWireProducer(provider.describe()) }),
    ),
    getCapabilities: unary(provider, modelMethods.getCapabilities, async () =>
      ok({ capabilities: toWireCapabilities(provider.capabilities()) }),
    ),
    configure: unary(provider, modelMethods.configure, async (request, signal) => {
      const config = fromWireConfigureRequest(request);
      return mapped(await provider.configure(config, signal), () => ({}));
    }),
    countTokens: unary(provider, modelMethods.countTokens, async (request, signal) => {
      const counted = understood(fromWireCountTokensRequest(request));
      const outcome = await provider.countTokens(counted, signal);
      return mapped(outcome, (count) => ({ count: int64(count) }));
    }),
    getAccount: unary(provider, modelMethods.getAccount, async (_request, signal) => {
      const outcome = await provider.account(signal);
      return mapped(outcome, (account) => ({ account: toWireAccount(account) }));
    }),
    streamCompletion: (call: CompletionCall) => void complete(provider, call),
  };
}

type CompletionCall = ServerWritableStream<
  wire.StreamCompletionRequest,
  WireInit<wire.StreamEvent>
>;

/** A failure is an event of a stream that itself ends well; cancelling needs no answer at all. */
async function complete(provider: ServedProvider, call: CompletionCall): Promise<void> {
  const signal = cancellationOf(call);
  let last: StreamEvent['type'] | undefined;
  try {
    for await (const event of eventsOf(provider, call.request, signal)) {
      if (signal.aborted) return;
      if (!call.write(toWireStreamEvent(event))) await roomOrCancel(call, signal);
      last = event.type;
    }
  } catch (thrown) {
    // The events of a provider do not throw; a request or an event without a meaning does.
    if (signal.aborted) return;
    call.write(toWireStreamEvent({ type: 'error', error: provider.failureOf(thrown) }));
    last = 'error';
  }
  if (signal.aborted) return;
  // Only a plugin that is told to end stops in the middle.
  if (last === 'stop' || last === 'error') call.end();
  else call.emit('error', statusError({ code: GRPC_CODE.cancelled, message: 'shutting down' }));
}

function eventsOf(
  provider: ServedProvider,
  request: wire.StreamCompletionRequest,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  return provider.stream(understood(fromWireRequest(request)), signal);
}

/** Resolves when the buffer has room again, or when nobody will read it any more. */
function roomOrCancel(call: CompletionCall, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      call.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    call.on('drain', go);
    signal.addEventListener('abort', go);
    if (signal.aborted) go();
  });
}

/** A request of a later or broken contract is refused in words, not by a decoder's crash. */
function understood<T>(result: FromWire<T>): T {
  if (result.type === 'ok') return result.value;
  const { path, problem } = result.fault;
  throw failure('invalid_request', `the request can not be understood: ${path} ${problem}`);
}

/** @param _method - Says what is asked and what may be answered. */
function unary<Request, Response>(
  provider: ServedProvider,
  _method: GrpcMethod<Request, Response>,
  answer: (request: Request, signal: AbortSignal) => Promise<CallOutcome<WireInit<Response>>>,
): handleUnaryCall<Request, WireInit<Response>> {
  return (call, callback) => {
    const signal = cancellationOf(call);
    const respond = async (): Promise<void> => {
      try {
        respondWith(await answer(call.request, signal), callback);
      } catch (thrown) {
        respondWith({ type: 'error', error: provider.failureOf(thrown) }, callback);
      }
    };
    void respond();
  };
}

function respondWith<T>(outcome: CallOutcome<T>, callback: sendUnaryData<T>): void {
  switch (outcome.type) {
    case 'ok':
      callback(null, outcome.value);
      return;
    case 'error':
      callback(statusError(toGrpcStatus(outcome.error)));
      return;
    case 'cancelled':
      callback(statusError({ code: GRPC_CODE.cancelled, message: 'cancelled' }));
      return;
    default:
      callback(statusError({ code: GRPC_CODE.unimplemented, message: 'not offered' }));
  }
}

function statusError({ code, message, details }: GrpcStatus): {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
} {
  const metadata = new Metadata();
  if (details) metadata.set(STATUS_DETAILS_TRAILER, Buffer.from(details));
  return { code, details: message, metadata };
}

/** Aborts when the caller cancels, its deadline passes or its connection breaks. */
function cancellationOf(call: {
  on(event: 'cancelled', listener: () => void): unknown;
}): AbortSignal {
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  return controller.signal;
}

function ok<T>(value: T): CallOutcome<T> {
  return { type: 'ok', value };
}

function mapped<T, U>(outcome: CallOutcome<T>, map: (value: T) => U): CallOutcome<U> {
  return outcome.type === 'ok' ? ok(map(outcome.value)) : outcome;
}
