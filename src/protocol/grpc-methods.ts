/** The services as plain method tables, in the shape that gRPC's client and server both take. */
import type { DescMessage, DescMethod, MessageShape } from '@bufbuild/protobuf';
import { decode, encode } from './codec.ts';
import { Health } from './gen/health_pb.js';
import { ModelService } from './gen/pluggableharness/model/v1/types_pb.js';
import { GRPCBroker } from './gen/plugin/grpc_broker_pb.js';
import { GRPCController } from './gen/plugin/grpc_controller_pb.js';
import { GRPCStdio } from './gen/plugin/grpc_stdio_pb.js';

/** One method; structurally a `MethodDefinition` of the gRPC runtime. */
export interface GrpcMethod<Request, Response> {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (message: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (message: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

type MethodOf<Input extends DescMessage, Output extends DescMessage> = Omit<
  DescMethod,
  'input' | 'output'
> & { readonly input: Input; readonly output: Output };

function grpcMethod<Input extends DescMessage, Output extends DescMessage>(
  method: MethodOf<Input, Output>,
): GrpcMethod<MessageShape<Input>, MessageShape<Output>> {
  const { input, output, methodKind } = method;
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    requestStream: methodKind === 'client_streaming' || methodKind === 'bidi_streaming',
    responseStream: methodKind === 'server_streaming' || methodKind === 'bidi_streaming',
    requestSerialize: (message) => bufferOf(encode(input, message)),
    requestDeserialize: (bytes) => decode(input, bytes),
    responseSerialize: (message) => bufferOf(encode(output, message)),
    responseDeserialize: (bytes) => decode(output, bytes),
  };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const modelMethods = {
  getCapabilities: grpcMethod(ModelService.method.getCapabilities),
  configure: grpcMethod(ModelService.method.configure),
  streamCompletion: grpcMethod(ModelService.method.streamCompletion),
  countTokens: grpcMethod(ModelService.method.countTokens),
  render: grpcMethod(ModelService.method.render),
  describe: grpcMethod(ModelService.method.describe),
  getAccount: grpcMethod(ModelService.method.getAccount),
} as const;

export const healthMethods = {
  check: grpcMethod(Health.method.check),
  watch: grpcMethod(Health.method.watch),
} as const;

export const controllerMethods = { shutdown: grpcMethod(GRPCController.method.shutdown) } as const;

export const stdioMethods = { streamStdio: grpcMethod(GRPCStdio.method.streamStdio) } as const;

export const brokerMethods = { startStream: grpcMethod(GRPCBroker.method.startStream) } as const;
