/** The gRPC server of a plugin: the model service and what the launcher expects beside it. */
import type { Socket } from 'node:net';
import {
  Server,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import type { WireInit } from '../protocol/codec/message-type.ts';
import type { HealthCheckRequest, HealthCheckResponse } from '../protocol/gen/health_pb.js';
import type { ConnInfo } from '../protocol/gen/plugin/grpc_broker_pb.js';
import type { Empty } from '../protocol/gen/plugin/grpc_controller_pb.js';
import type { StdioData } from '../protocol/gen/plugin/grpc_stdio_pb.js';
import { ServingStatus } from '../protocol/gen/wire-tables.ts';
import {
  brokerMethods,
  controllerMethods,
  healthMethods,
  stdioMethods,
} from '../protocol/grpc-methods.ts';
import { HEALTH_SERVICE } from '../protocol/handshake.ts';
import { GRPC_CODE } from '../protocol/status-detail.ts';
import type { PluginCredentials } from './credentials.ts';
import { modelServiceHandlers, modelServiceMethods } from './grpc-service.ts';
import type { ServedProvider } from './served-provider.ts';

export interface PluginServer {
  /** Serves one accepted connection. */
  accept(socket: Socket): void;
  /** Ends the calls a host holds open, answers the running ones and closes the connections. */
  close(): Promise<void>;
}

interface HeldCall {
  end(): unknown;
  on(event: 'cancelled', listener: () => void): unknown;
}

/**
 * @param onShutdown - Asked by the host to end; the answer is sent when the promise has resolved.
 */
export function createPluginServer(
  provider: ServedProvider,
  credentials: PluginCredentials,
  onShutdown: () => Promise<void>,
): PluginServer {
  const held = new Set<HeldCall>();
  const hold = (call: HeldCall): void => {
    held.add(call);
    call.on('cancelled', () => held.delete(call));
  };
  // A whole conversation with images is larger than the 4 MiB of the runtime's default.
  const server = new Server({
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  server.addService(modelServiceMethods, modelServiceHandlers(provider));
  server.addService(healthMethods, {
    check: checkHealth,
    watch: (call: ServerWritableStream<HealthCheckRequest, WireInit<HealthCheckResponse>>) => {
      const isKnown = isKnownService(call.request.service);
      call.write({ status: isKnown ? ServingStatus.SERVING : ServingStatus.SERVICE_UNKNOWN });
      hold(call);
    },
  });
  server.addService(controllerMethods, {
    shutdown: (_call: unknown, callback: sendUnaryData<WireInit<Empty>>) =>
      void onShutdown().then(() => callback(null, {})),
  });
  server.addService(stdioMethods, {
    // Our own streams are not redirected, so there is nothing to send.
    streamStdio: (call: ServerWritableStream<unknown, StdioData>) => hold(call),
  });
  server.addService(brokerMethods, { startStream: holdBroker(hold) });
  const injector = server.createConnectionInjector(credentials.server);
  return {
    accept: (socket) => injector.injectConnection(socket),
    close: () => {
      for (const call of held) call.end();
      return new Promise((resolve) => server.tryShutdown(() => resolve()));
    },
  };
}

/** Announcements are for callbacks into the host, which no provider of this SDK makes. */
function holdBroker(hold: (call: HeldCall) => void) {
  return (call: ServerDuplexStream<ConnInfo, ConnInfo>): void => {
    hold(call);
    call.on('data', () => {});
    call.on('end', () => call.end());
  };
}

function checkHealth(
  call: ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>,
  callback: sendUnaryData<WireInit<HealthCheckResponse>>,
): void {
  if (isKnownService(call.request.service)) callback(null, { status: ServingStatus.SERVING });
  else callback({ code: GRPC_CODE.notFound, details: 'no such service' });
}

/** An empty name asks for the server as a whole. */
function isKnownService(name: string): boolean {
  return name === HEALTH_SERVICE || name === '';
}
