/** What suite W runs on: a provider reached over a real connection, spoken to in raw messages. */

import type { WireInit } from '../../protocol/codec/message-type.ts';
import type {
  CountTokensRequest,
  CountTokensResponse,
  DescribeResponse,
  GetAccountResponse,
  GetCapabilitiesResponse,
  ModelSpec,
  RenderRequest,
  RenderResponse,
  StreamCompletionRequest,
  StreamEvent,
} from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { JsonObject } from '../../protocol/json.ts';
import type { ContentBlock } from '../../protocol/message.ts';
import type { GrpcStatus } from '../../protocol/status-detail.ts';
import type { StreamEvent as StreamEventValue } from '../../protocol/stream-event.ts';

/** A failed call, as the connection reports it. */
export type WireFailure = GrpcStatus;

export type WireOutcome<T> =
  | { readonly type: 'ok'; readonly value: T; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly failure: WireFailure }
  /** Bytes that are no such message. */
  | { readonly type: 'unreadable'; readonly reason: string };

export type CompletionRequest = WireInit<StreamCompletionRequest>;

/** One completion, recorded to its end. */
export interface StreamRecord {
  readonly events: readonly StreamEvent[];
  /** Absent: status OK. */
  readonly failure?: WireFailure | undefined;
  /** Why a message could not be read, where one could not. */
  readonly unreadable?: string | undefined;
}

/** A recorded completion, with what the vendor put into it. */
export interface RecordedEntry {
  readonly model: ModelSpec;
  readonly record: StreamRecord;
  /** What the vendor answered meanwhile, as text; absent where it is not known. */
  readonly heard?: string | undefined;
  /** Absent where the vendor's answer is not known. */
  readonly expected?:
    | {
        readonly requestId?: string | undefined;
        readonly signature?: string | undefined;
        readonly redacted?: string | undefined;
      }
    | undefined;
}

export interface StreamOptions {
  /** Cancel the call once this many events have come. */
  readonly cancelAfter?: number | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** The call's own deadline, milliseconds; the default is the run's limit. */
  readonly deadlineMs?: number | undefined;
}

/** The seven calls of one running provider. */
export interface WireClient {
  describe(): Promise<WireOutcome<DescribeResponse>>;
  getCapabilities(): Promise<WireOutcome<GetCapabilitiesResponse>>;
  configure(config: JsonObject): Promise<WireOutcome<unknown>>;
  stream(request: CompletionRequest, options?: StreamOptions): Promise<StreamRecord>;
  countTokens(request: WireInit<CountTokensRequest>): Promise<WireOutcome<CountTokensResponse>>;
  render(request: WireInit<RenderRequest>): Promise<WireOutcome<RenderResponse>>;
  getAccount(): Promise<WireOutcome<GetAccountResponse>>;
}

/** What the caller of the suite claims to be testing. */
export interface ExpectedIdentity {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly source?: string | undefined;
}

/** The blocks of the message that a stream makes. */
export type Assemble = (events: readonly StreamEventValue[]) => readonly ContentBlock[];

/** The part of the context that declarations are checked on. */
export interface DeclarationContext {
  readonly drive: 'binary' | 'in-process';
  readonly client: WireClient;
  readonly expected?: ExpectedIdentity | undefined;
  /** Milliseconds since the epoch; prices are judged from then on. */
  readonly nowMs: number;
  /** Values that must appear nowhere; what the suite put into sensitive attributes. */
  readonly secrets: readonly string[];
}
