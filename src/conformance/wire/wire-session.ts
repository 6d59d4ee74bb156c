/** The state of one run of suite W: what was sent, what came back, and what may be sent. */
import type { Clock } from '../../host/host.ts';
import type {
  Capabilities,
  ModelSpec,
} from '../../protocol/gen/pluggableharness/model/v1/types_pb.js';
import type { JsonObject } from '../../protocol/json.ts';
import type { LoopbackStub, StubMode } from '../loopback-stub.ts';
import { readCapabilities } from './declared.ts';
import type { ProgramDrive } from './program-drive.ts';
import { userMessage } from './requests.ts';
import { stopOf } from './stream-shape.ts';
import { secretsOf, synthesizeConfig, takesBaseUrl } from './synthesize-config.ts';
import type { Transcript } from './transcript.ts';
import type { VendorDialect } from './vendor-dialect.ts';
import type {
  Assemble,
  CompletionRequest,
  DeclarationContext,
  ExpectedIdentity,
  RecordedEntry,
  WireClient,
} from './wire-context.ts';

export interface WireOptions {
  /** Replaces the configuration that the suite makes from the schema. */
  readonly providerConfig?: JsonObject | undefined;
  /** The model to complete with; default the first. */
  readonly model?: string | undefined;
  /** Replaces the default request; its model id is overwritten. */
  readonly request?: CompletionRequest | undefined;
  readonly expected?: ExpectedIdentity | undefined;
  /** No completion is asked for. */
  readonly noStream?: boolean | undefined;
  /** What a vendor of the provider's own dialect sends; without it the vendor is never there. */
  readonly dialect?: VendorDialect | undefined;
  /** For tests of the suite: what stands for the kernel's assembling of a message. */
  readonly assemble?: Assemble | undefined;
  /** Bound of every call, milliseconds. */
  readonly limitMs: number;
}

export interface SessionParts {
  readonly drive: 'binary' | 'in-process';
  /** Absent: the program did not start. */
  readonly client: WireClient | undefined;
  readonly clock: Clock;
  readonly stub: LoopbackStub;
  /** Absent in-process. */
  readonly program?: ProgramDrive | undefined;
  readonly options: WireOptions;
  readonly transcript: Transcript;
}

/** How the provider is configured, and whether completions may follow. */
export interface ConfigPlan {
  readonly config: JsonObject;
  readonly secrets: readonly string[];
  /** Requests to the vendor go to the suite's own server. */
  readonly isRedirected: boolean;
  /** Why no completion may be driven; absent: it may. */
  readonly mute?: string | undefined;
}

const COULD_BE_BILLED = 'no --provider-config: a completion could be billed';

export class WireSession implements DeclarationContext {
  readonly drive: 'binary' | 'in-process';
  readonly clock: Clock;
  readonly stub: LoopbackStub;
  readonly program: ProgramDrive | undefined;
  readonly options: WireOptions;
  readonly transcript: Transcript;
  readonly nowMs: number;
  /** The completions that checks of events judge, in the order they were made. */
  readonly records: RecordedEntry[] = [];
  readonly #client: WireClient | undefined;
  #plan: ConfigPlan | undefined;

  constructor(parts: SessionParts) {
    this.drive = parts.drive;
    this.#client = parts.client;
    this.clock = parts.clock;
    this.stub = parts.stub;
    this.program = parts.program;
    this.options = parts.options;
    this.transcript = parts.transcript;
    this.nowMs = parts.clock.now();
  }

  /** @throws Error - the program did not start, so no check that calls it is run. */
  get client(): WireClient {
    if (this.#client) return this.#client;
    throw new Error('the program is not running');
  }

  get expected(): ExpectedIdentity | undefined {
    return this.options.expected;
  }

  get secrets(): readonly string[] {
    return this.#plan?.secrets ?? [];
  }

  /** How the vendor answers where a check does not say otherwise. */
  get vendorMode(): StubMode {
    return this.options.dialect?.text ?? 'unavailable';
  }

  restoreVendor(): void {
    this.stub.mode = this.vendorMode;
  }

  /** As advertised now; throws where nothing is, which the checks of declarations have told. */
  async capabilities(): Promise<Capabilities> {
    const capabilities = await readCapabilities(this);
    if ('models' in capabilities) return capabilities;
    throw new Error('GetCapabilities no longer answers');
  }

  async plan(): Promise<ConfigPlan> {
    this.#plan ??= this.#makePlan(await this.capabilities());
    return this.#plan;
  }

  /** Why no completion may be driven; `undefined` when it may. */
  async muteReason(): Promise<string | undefined> {
    if (this.options.noStream) return '--no-stream';
    return (await this.plan()).mute;
  }

  /** The model to complete with; `undefined` when the one asked for is not offered. */
  async model(): Promise<ModelSpec | undefined> {
    const { models } = await this.capabilities();
    const { model: wanted } = this.options;
    return wanted === undefined ? models[0] : models.find(({ id }) => id === wanted);
  }

  /** The chosen model where it fits, else the first that does. */
  async modelThat(fits: (model: ModelSpec) => boolean): Promise<ModelSpec | undefined> {
    const chosen = await this.model();
    const { models } = await this.capabilities();
    return [...(chosen ? [chosen] : []), ...models].find(fits);
  }

  /** Whether the first completion was answered, and not by an error. */
  get hasAnswered(): boolean {
    const [first] = this.records;
    return first !== undefined && stopOf(first.record) !== undefined;
  }

  /** The default request, or the one that was given. */
  request(modelId: string, more: CompletionRequest = {}): CompletionRequest {
    const base = this.options.request ?? { messages: [userMessage('Say hello.')] };
    return { ...base, ...more, modelId };
  }

  #makePlan({ configSchema, models }: Capabilities): ConfigPlan {
    const given = this.options.providerConfig;
    if (given !== undefined) {
      const secrets = secretsOf(configSchema?.attributes ?? [], given);
      const isRedirected = takesBaseUrl(configSchema) && given['base_url'] === this.stub.url;
      return { config: given, secrets, isRedirected };
    }
    const made = synthesizeConfig(configSchema, this.stub.url);
    const config = { ...made.config, ...this.options.dialect?.settings };
    const isFree = models.every(({ pricing }) => pricing?.free === true);
    return { ...made, config, mute: made.isRedirected || isFree ? undefined : COULD_BE_BILLED };
  }
}
