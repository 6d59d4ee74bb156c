/** The seven calls in raw messages: no converter stands between a check and the provider. */
import type { Clock } from '../../host/host.ts';
import type { Connection } from '../../plugin/connect.ts';
import type { StreamEvent } from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import { type GrpcMethod, modelMethods } from '../../protocol/grpc-methods.ts';
import { GRPC_CODE } from '../../protocol/status-detail.ts';
import type {
  CompletionRequest,
  StreamOptions,
  StreamRecord,
  WireClient,
  WireFailure,
  WireOutcome,
} from './wire-context.ts';

/** Keeps everything a provider says, for checks that judge a whole run. */
export interface Witness {
  /** A message, as the bytes that came. */
  heard(bytes: Uint8Array): void;
  /** @param isJudged - Whether it counts as a failure of the provider's own. */
  failed(failure: WireFailure, isJudged: boolean): void;
}

export interface WireClientParts {
  readonly clock: Clock;
  /** Bound of every call, milliseconds. */
  readonly limitMs: number;
  readonly witness: Witness;
}

export function wireClient(connection: Connection, parts: WireClientParts): WireClient {
  const call = <Request, Response>(
    method: GrpcMethod<Request, Response>,
    request: Parameters<GrpcMethod<Request, Response>['requestSerialize']>[0],
  ) => unary(connection, method, request, parts);
  return {
    describe: () => call(modelMethods.describe, {}),
    getCapabilities: () => call(modelMethods.getCapabilities, {}),
    configure: (config) => call(modelMethods.configure, { config }),
    countTokens: (request) => call(modelMethods.countTokens, request),
    render: (request) => call(modelMethods.render, request),
    getAccount: () => call(modelMethods.getAccount, {}),
    stream: (request, options = {}) => stream(connection, request, options, parts),
  };
}

/** Calls whose failures have checks of their own. */
const OPTIONAL: readonly string[] = [
  modelMethods.countTokens.path,
  modelMethods.render.path,
  modelMethods.getAccount.path,
];

async function unary<Request, Response>(
  connection: Connection,
  method: GrpcMethod<Request, Response>,
  request: Parameters<GrpcMethod<Request, Response>['requestSerialize']>[0],
  { limitMs, witness }: WireClientParts,
): Promise<WireOutcome<Response>> {
  const asBytes: GrpcMethod<Request, Uint8Array> = {
    ...method,
    responseSerialize: () => Buffer.alloc(0), // a client never does
    responseDeserialize: (bytes) => bytes,
  };
  const result = await connection.unary(asBytes, request, limitMs);
  if (result.type === 'failed') {
    witness.failed(result.failure, !OPTIONAL.includes(method.path));
    return result;
  }
  if (result.type === 'unreadable') return { type: 'unreadable', reason: result.message };
  const bytes = result.response;
  // What is declared has a check of its own.
  if (method.path !== modelMethods.getCapabilities.path) witness.heard(bytes);
  const read = readMessage(method, bytes);
  return read.type === 'ok' ? { ...read, bytes } : read;
}

type Read<T> =
  | { readonly type: 'ok'; readonly value: T }
  | { readonly type: 'unreadable'; readonly reason: string };

function readMessage<T>(
  method: Pick<GrpcMethod<never, T>, 'responseDeserialize'>,
  bytes: Uint8Array,
): Read<T> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { type: 'ok', value: method.responseDeserialize(buffer) };
  } catch (error) {
    return { type: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function stream(
  connection: Connection,
  request: CompletionRequest,
  { cancelAfter, deadlineMs, signal }: StreamOptions,
  { clock, limitMs, witness }: WireClientParts,
): Promise<StreamRecord> {
  const method = modelMethods.streamCompletion;
  const call = connection.stream(method.path, method.requestSerialize(request));
  const done = new AbortController();
  const timer = { isOver: false };
  const boundMs = deadlineMs ?? limitMs;
  void clock.sleep(boundMs, done.signal).then(() => {
    if (done.signal.aborted) return;
    timer.isOver = true;
    call.cancel();
  });
  const cancel = (): void => call.cancel();
  signal?.addEventListener('abort', cancel);
  const events: StreamEvent[] = [];
  let unreadable: string | undefined;
  try {
    for (let pulled = await call.pull(); ; pulled = await call.pull()) {
      if (pulled.type === 'end') {
        const failure = timer.isOver ? lateFailure() : pulled.failure;
        // How a cancelled call ends is judged where it is cancelled.
        if (failure) witness.failed(failure, cancelAfter === undefined);
        return { events, failure, unreadable };
      }
      witness.heard(pulled.bytes);
      const read = readMessage(method, pulled.bytes);
      if (read.type === 'ok') events.push(read.value);
      else unreadable ??= read.reason;
      if (events.length === cancelAfter) call.cancel();
    }
  } finally {
    done.abort();
    signal?.removeEventListener('abort', cancel);
  }
}

function lateFailure(): WireFailure {
  return { code: GRPC_CODE.deadlineExceeded, message: 'no end within the time limit' };
}
