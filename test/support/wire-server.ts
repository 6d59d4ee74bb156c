/** The vendor of a test: a local HTTP server that plays recorded bytes. */
export {
  type Chunking,
  type PlayedResponse,
  type RecordedRequest,
  startWireServer,
  type WireServer,
} from '../../src/sdk/wire-server.ts';
