/** `agent-hcl/sdk/testing`: a provider tried without a kernel, in any test framework or none. */
import type { JsonObject } from '../protocol/json.ts';
import type { CallOutcome } from '../protocol/model-provider.ts';
import type { CountTokensRequest, ModelRequest } from '../protocol/model-request.ts';
import type { AccountSnapshot, Capabilities } from '../protocol/model-spec.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import { ModelFailure } from './model-failure.ts';
import type { Log, ProviderDefinition } from './provider.ts';
import { Secrets } from './secrets.ts';
import { ServedProvider } from './served-provider.ts';

export {
  type ServedTestProvider,
  type ServeOptions,
  serveTestProvider,
} from './serve-test-provider.ts';
export {
  type Chunking,
  type PlayedResponse,
  type RecordedRequest,
  startWireServer,
  type WireServer,
  type WireServerOptions,
} from './wire-server.ts';

export interface TestProviderOptions {
  /** As the kernel sends it: values resolved. */
  readonly config?: JsonObject | undefined;
  /** What the provider's process would find in its environment; default nothing. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** One log record, secrets removed. */
export interface TestLogRecord {
  readonly level: Parameters<Log>[0];
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** A configured provider in this process, behind the same checks as in its own. */
export interface TestProvider {
  capabilities(): Capabilities;
  /** The events of one completion, as they come. Nothing is thrown; see the last event. */
  stream(request: ModelRequest, signal?: AbortSignal): AsyncIterable<StreamEvent>;
  /** All events of one completion. */
  complete(request: ModelRequest): Promise<readonly StreamEvent[]>;
  countTokens(request: CountTokensRequest): Promise<CallOutcome<number>>;
  account(): Promise<CallOutcome<AccountSnapshot>>;
  /** Replaces the configuration, as a kernel may at any time. */
  configure(config: JsonObject): Promise<void>;
  /** Every log record so far. */
  readonly logs: readonly TestLogRecord[];
  /** Aborts what runs and releases what was opened. */
  close(): Promise<void>;
}

/**
 * Configures a provider in this process.
 *
 * @throws ModelFailure - the configuration was refused, in the words a user would read.
 */
export async function startTestProvider(
  definition: ProviderDefinition,
  options: TestProviderOptions = {},
): Promise<TestProvider> {
  const secrets = new Secrets();
  const logs: TestLogRecord[] = [];
  const log: Log = (level, message, fields = {}) => {
    logs.push({ level, message: secrets.redact(message), fields });
  };
  const { config = {}, environment = {} } = options;
  const provider = new ServedProvider({ definition, environment, secrets, log });
  const configure = async (values: JsonObject) => {
    const outcome = await provider.configure(values, unaborted());
    if (outcome.type === 'error') throw new ModelFailure(outcome.error);
  };
  await configure(config);
  return {
    capabilities: () => provider.capabilities(),
    stream: (request, signal = unaborted()) => provider.stream(request, signal),
    complete: (request) => collect(provider.stream(request, unaborted())),
    countTokens: (request) => provider.countTokens(request, unaborted()),
    account: () => provider.account(unaborted()),
    configure,
    logs,
    close: () => provider.stop(),
  };
}

/** A request of one user message; `more` adds to it or replaces parts of it. */
export function userRequest(
  modelId: string,
  text: string,
  more: Partial<ModelRequest> = {},
): ModelRequest {
  return {
    modelId,
    messages: [
      { id: '01J00000000000000000000000', role: 'user', content: [{ type: 'text', text }] },
    ],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
    ...more,
  };
}

/** The text a completion spelled, its deltas joined. */
export function textOf(events: readonly StreamEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
}

function unaborted(): AbortSignal {
  return new AbortController().signal;
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
