/** The services as plain method tables, in the shape that gRPC's client and server both take. */
import type { Message } from '@bufbuild/protobuf';
import type { Empty as GoogleEmpty } from '@bufbuild/protobuf/wkt';
import {
  decode,
  encode,
  type MessageType,
  messageType,
  type WireInit,
} from './codec/message-type.ts';
import type * as health from './gen/health_pb.js';
import type * as model from './gen/pluggableharness/model/v1/types_pb.js';
import type { ConnInfo } from './gen/plugin/grpc_broker_pb.js';
import type { Empty } from './gen/plugin/grpc_controller_pb.js';
import type { StdioData } from './gen/plugin/grpc_stdio_pb.js';

/** One method; structurally a `MethodDefinition` of the gRPC runtime. */
export interface GrpcMethod<Request, Response> {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (message: WireInit<Request>) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (message: WireInit<Response>) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

interface Streams {
  readonly requestStream?: boolean;
  readonly responseStream?: boolean;
}

function grpcMethod<Request extends Message, Response extends Message>(
  path: string,
  request: MessageType<Request>,
  response: MessageType<Response>,
  { requestStream = false, responseStream = false }: Streams = {},
): GrpcMethod<Request, Response> {
  return {
    path,
    requestStream,
    responseStream,
    requestSerialize: (message) => encode(request, message),
    requestDeserialize: (bytes) => decode(request, bytes),
    responseSerialize: (message) => encode(response, message),
    responseDeserialize: (bytes) => decode(response, bytes),
  };
}

const MODEL = 'pluggableharness.model.v1';

export const modelMethods = {
  getCapabilities: grpcMethod(
    `/${MODEL}.ModelService/GetCapabilities`,
    messageType<model.GetCapabilitiesRequest>(`${MODEL}.GetCapabilitiesRequest`),
    messageType<model.GetCapabilitiesResponse>(`${MODEL}.GetCapabilitiesResponse`),
  ),
  configure: grpcMethod(
    `/${MODEL}.ModelService/Configure`,
    messageType<model.ConfigureRequest>(`${MODEL}.ConfigureRequest`),
    messageType<model.ConfigureResponse>(`${MODEL}.ConfigureResponse`),
  ),
  streamCompletion: grpcMethod(
    `/${MODEL}.ModelService/StreamCompletion`,
    messageType<model.StreamCompletionRequest>(`${MODEL}.StreamCompletionRequest`),
    messageType<model.StreamEvent>(`${MODEL}.StreamEvent`),
    { responseStream: true },
  ),
  countTokens: grpcMethod(
    `/${MODEL}.ModelService/CountTokens`,
    messageType<model.CountTokensRequest>(`${MODEL}.CountTokensRequest`),
    messageType<model.CountTokensResponse>(`${MODEL}.CountTokensResponse`),
  ),
  render: grpcMethod(
    `/${MODEL}.ModelService/Render`,
    messageType<model.RenderRequest>(`${MODEL}.RenderRequest`),
    messageType<model.RenderResponse>(`${MODEL}.RenderResponse`),
  ),
  describe: grpcMethod(
    `/${MODEL}.ModelService/Describe`,
    messageType<model.DescribeRequest>(`${MODEL}.DescribeRequest`),
    messageType<model.DescribeResponse>(`${MODEL}.DescribeResponse`),
  ),
  getAccount: grpcMethod(
    `/${MODEL}.ModelService/GetAccount`,
    messageType<model.GetAccountRequest>(`${MODEL}.GetAccountRequest`),
    messageType<model.GetAccountResponse>(`${MODEL}.GetAccountResponse`),
  ),
} as const;

const healthRequest = messageType<health.HealthCheckRequest>('grpc.health.v1.HealthCheckRequest');
const healthResponse = messageType<health.HealthCheckResponse>(
  'grpc.health.v1.HealthCheckResponse',
);

export const healthMethods = {
  check: grpcMethod('/grpc.health.v1.Health/Check', healthRequest, healthResponse),
  watch: grpcMethod('/grpc.health.v1.Health/Watch', healthRequest, healthResponse, {
    responseStream: true,
  }),
} as const;

const empty = messageType<Empty>('plugin.Empty');

export const controllerMethods = {
  shutdown: grpcMethod('/plugin.GRPCController/Shutdown', empty, empty),
} as const;

export const stdioMethods = {
  streamStdio: grpcMethod(
    '/plugin.GRPCStdio/StreamStdio',
    messageType<GoogleEmpty>('google.protobuf.Empty'),
    messageType<StdioData>('plugin.StdioData'),
    { responseStream: true },
  ),
} as const;

const connInfo = messageType<ConnInfo>('plugin.ConnInfo');

export const brokerMethods = {
  startStream: grpcMethod('/plugin.GRPCBroker/StartStream', connInfo, connInfo, {
    requestStream: true,
    responseStream: true,
  }),
} as const;
