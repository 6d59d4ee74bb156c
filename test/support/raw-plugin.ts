/** A provider process and a plain gRPC client of it, with nothing of our own plugin host between. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  type ClientReadableStream,
  credentials,
  type ServiceError,
} from '@grpc/grpc-js';
import type { WireInit } from '../../src/protocol/codec/message-type.ts';
import * as wire from '../../src/protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { ConnInfo } from '../../src/protocol/gen/plugin/grpc_broker_pb.js';
import {
  brokerMethods,
  controllerMethods,
  type GrpcMethod,
  modelMethods,
} from '../../src/protocol/grpc-methods.ts';

export const PLUGIN_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  PLUGGABLEHARNESS_AGENT_PLUGIN: 'pluggableharness-agent-v1-a6f3c9d2-plugin-handshake',
  PLUGIN_PROTOCOL_VERSIONS: '1',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
};

export interface PluginExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running child; everything it prints is kept. */
export class RawPlugin {
  readonly child: ChildProcess;
  /** Every line on stdout. */
  readonly lines: string[] = [];
  /** Resolves when the process has ended. */
  readonly exited: Promise<PluginExit>;
  /** Resolves when it has ended and its pipes are read. */
  readonly closed: Promise<unknown>;
  #errors = '';

  constructor(path: string, environment: Readonly<Record<string, string | undefined>>) {
    this.child = spawn(process.execPath, [path], { env: { ...environment }, stdio: 'pipe' });
    this.exited = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }));
    this.closed = once(this.child, 'close');
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
  }

  get stderr(): string {
    return this.#errors;
  }

  /** Waits for the handshake; `undefined` when the process ends without one. */
  async handshake(): Promise<string | undefined> {
    const { stdout } = this.child;
    if (!stdout) return undefined;
    const reader = createInterface({ input: stdout });
    reader.on('line', (line) => this.lines.push(line));
    await Promise.race([once(reader, 'line'), this.closed]);
    return this.lines[0];
  }
}

/** The address of a handshake line, as gRPC dials it. */
export function targetOf(line: string): string {
  const [, , network, address] = line.split('|');
  return network === 'unix' ? `unix:${address}` : `${address}`;
}

/** Calls without any of our own reading of statuses; failures reject with gRPC's own error. */
export class RawClient {
  readonly client: Client;

  constructor(
    target: string,
    channel: ChannelCredentials = credentials.createInsecure(),
    options: ClientOptions = {},
  ) {
    this.client = new Client(target, channel, {
      'grpc.max_receive_message_length': -1,
      'grpc.max_send_message_length': -1,
      'grpc.enable_http_proxy': 0,
      'grpc.use_local_subchannel_pool': 1,
      ...options,
    });
  }

  unary<Request, Response>(
    method: GrpcMethod<Request, Response>,
    request: WireInit<Request>,
    deadlineMs = 20_000,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        { deadline: Date.now() + deadlineMs },
        (error: ServiceError | null, value?: Response) =>
          error ? reject(error) : resolve(value as Response),
      );
    });
  }

  configure(config: Record<string, string | number>): Promise<wire.ConfigureResponse> {
    return this.unary(modelMethods.configure, { config });
  }

  account(): Promise<wire.GetAccountResponse> {
    return this.unary(modelMethods.getAccount, {});
  }

  shutdown(): Promise<unknown> {
    return this.unary(controllerMethods.shutdown, {});
  }

  /** Opens a completion of one user message. */
  complete(
    text: string,
    request: MessageInitShape<typeof wire.StreamCompletionRequestSchema> = {},
    deadlineMs?: number,
  ): ClientReadableStream<wire.StreamEvent> {
    const { path, requestSerialize, responseDeserialize } = modelMethods.streamCompletion;
    const message = { role: 1, content: [{ block: { case: 'text' as const, value: { text } } }] };
    return this.client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      create(wire.StreamCompletionRequestSchema, {
        modelId: 'odd',
        messages: [message],
        ...request,
      }),
      deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs },
    );
  }

  /** Opens any server stream. */
  open<Request, Response>(
    method: GrpcMethod<Request, Response>,
    request: WireInit<Request>,
  ): ClientReadableStream<Response> {
    const { path, requestSerialize, responseDeserialize } = method;
    return this.client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
    );
  }

  openBroker(): ClientDuplexStream<WireInit<ConnInfo>, ConnInfo> {
    const { path, requestSerialize, responseDeserialize } = brokerMethods.startStream;
    return this.client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  }

  close(): void {
    this.client.close();
  }
}

export interface CompletionResult {
  readonly events: readonly wire.StreamEvent['event'][];
  readonly code: number;
}

/** Reads a completion to its end; the code comes from the status, whatever came before. */
export async function readCompletion(
  stream: ClientReadableStream<wire.StreamEvent>,
): Promise<CompletionResult> {
  const events: wire.StreamEvent['event'][] = [];
  stream.on('data', ({ event }: wire.StreamEvent) => events.push(event));
  return { events, code: await statusOf(stream) };
}

/** Waits for the status of a stream and gives its code. */
export function statusOf(stream: ClientReadableStream<unknown>): Promise<number> {
  stream.on('error', () => {});
  stream.resume();
  // Not `once`, which takes the error before the status for a failure of the wait.
  return new Promise((resolve) => stream.on('status', ({ code }) => resolve(code)));
}
