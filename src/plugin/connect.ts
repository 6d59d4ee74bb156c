/** The gRPC connection to one provider process. */
import {
  type ChannelCredentials,
  Client,
  type ClientOptions,
  connectivityState,
  credentials,
} from '@grpc/grpc-js';
import type { Clock } from '../host/host.ts';
import type { WireInit } from '../protocol/codec/message-type.ts';
import type { StdioData } from '../protocol/gen/plugin/grpc_stdio_pb.js';
import { ServingStatus } from '../protocol/gen/wire-tables.ts';
import {
  brokerMethods,
  type GrpcMethod,
  healthMethods,
  stdioMethods,
} from '../protocol/grpc-methods.ts';
import { type Handshake, HEALTH_SERVICE } from '../protocol/handshake.ts';
import { GRPC_CODE, type GrpcStatus } from '../protocol/status-detail.ts';
import type { ChannelSecurity } from './channel-security.ts';
import {
  type Cancellable,
  endedStream,
  type HeldStream,
  heldStream,
  type MessageStream,
  serverStream,
  unaryCall,
} from './grpc-call.ts';
import type { PluginLogger } from './plugin-log.ts';
import { logLines } from './stderr-log.ts';

/** `wire.md` §8. A pool of our own, so that dialling again really makes a new connection (§6). */
const CHANNEL_OPTIONS: ClientOptions = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  'grpc.enable_retries': 0,
  'grpc.enable_http_proxy': 0,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.service_config_disable_resolution': 1,
  'grpc.enable_channelz': 0,
  // What a plugin's certificate is made out to, whatever address it listens on (§3).
  'grpc.ssl_target_name_override': 'localhost',
};

/** The end of a call that comes too late. */
const CLOSED: GrpcStatus = { code: GRPC_CODE.unavailable, message: 'the connection is closed' };

export type CallResult<Response> =
  | { readonly type: 'ok'; readonly response: Response }
  | { readonly type: 'failed'; readonly failure: GrpcStatus }
  /** The answer is no message of this type. */
  | { readonly type: 'unreadable'; readonly message: string };

export type Health =
  | { readonly type: 'serving' }
  | { readonly type: 'not-serving'; readonly detail: string }
  | { readonly type: 'no-answer'; readonly detail: string };

export interface ConnectionParts {
  readonly provider: string;
  readonly handshake: Handshake;
  readonly security: ChannelSecurity;
  readonly clock: Clock;
  readonly log: PluginLogger;
}

/** A channel with the two streams every host holds open. The first call connects. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #calls = new Set<Cancellable>();
  #client: Client;
  #broker: HeldStream;
  #losses = 0;
  #isClosed = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#client = this.#dial();
    this.#broker = this.#openHeldStreams();
  }

  /** How often an established connection has been lost; a call that spans a loss has failed by it. */
  get losses(): number {
    return this.#losses;
  }

  /**
   * One unary call.
   *
   * @param limitMs - Milliseconds until it gives up.
   * @param signal - Cancels it; the failure then has code CANCELLED.
   */
  async unary<Request, Response>(
    method: GrpcMethod<Request, Response>,
    request: WireInit<Request>,
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<CallResult<Response>> {
    if (this.#isClosed) return { type: 'failed', failure: CLOSED };
    const bytes = method.requestSerialize(request);
    const deadlineMs = this.#parts.clock.now() + limitMs;
    const call = unaryCall(this.#client, method.path, bytes, deadlineMs);
    const cancel = (): void => call.cancel();
    this.#calls.add(call);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    try {
      const outcome = await call.outcome;
      if (outcome.type === 'failed') return outcome;
      return readResponse(method, outcome.bytes);
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#calls.delete(call);
    }
  }

  /** Starts a server stream; the caller pulls it to its end or cancels it. */
  stream(path: string, request: Uint8Array): MessageStream {
    if (this.#isClosed) return endedStream(CLOSED);
    const stream = serverStream(this.#client, path, request);
    this.#calls.add(stream);
    const pull = async (): ReturnType<MessageStream['pull']> => {
      const pulled = await stream.pull();
      if (pulled.type === 'end') this.#calls.delete(stream);
      return pulled;
    };
    const cancel = (): void => {
      stream.cancel();
      this.#calls.delete(stream);
    };
    return { pull, cancel };
  }

  async checkHealth(limitMs: number): Promise<Health> {
    const request = { service: HEALTH_SERVICE };
    const result = await this.unary(healthMethods.check, request, limitMs);
    if (result.type === 'failed') return { type: 'no-answer', detail: result.failure.message };
    if (result.type === 'unreadable') return { type: 'not-serving', detail: result.message };
    const { status } = result.response;
    if (status === ServingStatus.SERVING) return { type: 'serving' };
    return { type: 'not-serving', detail: nameOf(status) };
  }

  /** Gives the present connection up and dials the same address again. */
  redial(): void {
    if (this.#isClosed) return;
    this.abandonCalls();
    const given = this.#client;
    this.#client = this.#dial();
    given.close();
    this.#broker = this.#openHeldStreams();
  }

  /** Ends every call in flight: nobody will answer them. */
  abandonCalls(): void {
    for (const call of this.#calls) call.cancel();
    this.#calls.clear();
  }

  /** How the broker stream ended, where it did while it was held open. */
  brokerStatus(): GrpcStatus | undefined {
    return this.#broker.status();
  }

  /** The first step of a shutdown: the broker stream ends before the process is told to. */
  endBroker(): void {
    this.#broker.end();
  }

  close(): void {
    this.#isClosed = true;
    this.abandonCalls();
    this.#client.close();
  }

  #dial(): Client {
    const { security, handshake } = this.#parts;
    const { network, address } = handshake;
    const target = network === 'unix' ? `unix:${address}` : `dns:${address}`;
    const client = new Client(target, credentialsOf(security), CHANNEL_OPTIONS);
    this.#watch(client);
    return client;
  }

  #watch(client: Client): void {
    const channel = client.getChannel();
    const state = channel.getConnectivityState(false);
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => {
      if (this.#isClosed || this.#client !== client) return;
      const isLoss = state === connectivityState.READY;
      if (isLoss) this.#losses += 1;
      this.#watch(client);
    });
  }

  #openHeldStreams(): HeldStream {
    const { path, requestSerialize } = stdioMethods.streamStdio;
    void this.#readStdio(serverStream(this.#client, path, requestSerialize({})));
    return heldStream(this.#client, brokerMethods.startStream.path);
  }

  /** Read to the end whatever comes: nothing else empties a Go plugin's own output. */
  async #readStdio(stream: MessageStream): Promise<void> {
    const { provider, log } = this.#parts;
    const lines = new Map<number, ReturnType<typeof logLines>>();
    for (let next = await stream.pull(); next.type === 'message'; next = await stream.pull()) {
      const data = readStdioData(next.bytes);
      if (data === undefined) continue;
      const channel = lines.get(data.channel) ?? logLines(provider, log);
      lines.set(data.channel, channel);
      channel.push(data.data);
    }
    for (const channel of lines.values()) channel.end();
  }
}

function credentialsOf(security: ChannelSecurity): ChannelCredentials {
  if (security.type === 'plaintext') return credentials.createInsecure();
  const { own, peerPem } = security;
  return credentials.createSsl(
    Buffer.from(peerPem),
    Buffer.from(own.privateKeyPem),
    Buffer.from(own.pem),
  );
}

function nameOf(status: number): string {
  const known = Object.entries(ServingStatus).find(([, value]) => value === status);
  return known?.[0] ?? String(status);
}

function readResponse<Request, Response>(
  method: GrpcMethod<Request, Response>,
  bytes: Uint8Array,
): CallResult<Response> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { type: 'ok', response: method.responseDeserialize(buffer) };
  } catch (error) {
    return { type: 'unreadable', message: error instanceof Error ? error.message : String(error) };
  }
}

function readStdioData(bytes: Uint8Array): StdioData | undefined {
  const result = readResponse(stdioMethods.streamStdio, bytes);
  return result.type === 'ok' ? result.response : undefined;
}
