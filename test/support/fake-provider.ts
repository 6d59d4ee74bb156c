/** A scripted provider: each call plays the next script, and what was asked is kept. */
import type { ModelError, ModelErrorCategory } from '../../src/protocol/model-error.ts';
import type {
  CallOutcome,
  ModelProvider,
  ProviderEvent,
} from '../../src/protocol/model-provider.ts';
import type { CountTokensRequest, ModelRequest } from '../../src/protocol/model-request.ts';
import type { Capabilities, ModelSpec, PricingTier } from '../../src/protocol/model-spec.ts';
import type { StopReason } from '../../src/protocol/stream-event.ts';
import type { Usage } from '../../src/protocol/usage.ts';

export type Step =
  | ProviderEvent
  /** Says nothing until the call is cancelled. */
  | { readonly type: 'hang' }
  /** Says nothing, whatever happens: a provider that breaks its contract. */
  | { readonly type: 'deaf' }
  /** Breaks the contract: streams do not throw. */
  | { readonly type: 'throw'; readonly error: unknown }
  /** Runs something between two events. */
  | { readonly type: 'run'; readonly action: () => void | Promise<void> };

export interface FakeProviderOptions {
  readonly name?: string;
  readonly models?: readonly ModelSpec[];
  /** One a call; a call beyond the last throws. */
  readonly scripts?: readonly (readonly Step[])[];
  readonly countTokens?: (request: CountTokensRequest) => CallOutcome<number>;
}

export class FakeProvider implements ModelProvider {
  readonly name: string;
  readonly models: readonly ModelSpec[];
  /** Every completion asked for. */
  readonly requests: ModelRequest[] = [];
  /** Streams that were ended, by themselves or by their reader. */
  closed = 0;
  counted = 0;
  readonly #scripts: (readonly Step[])[];
  readonly #countTokens: FakeProviderOptions['countTokens'];

  constructor(options: FakeProviderOptions = {}) {
    this.name = options.name ?? 'acme';
    this.models = options.models ?? [modelSpec()];
    this.#scripts = [...(options.scripts ?? [])];
    this.#countTokens = options.countTokens;
  }

  /** Adds scripts for later calls. */
  play(...scripts: readonly (readonly Step[])[]): void {
    this.#scripts.push(...scripts);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    this.requests.push(request);
    const script = this.#scripts.shift();
    if (script === undefined) throw new Error('the fake provider has no further script');
    try {
      for (const step of script) {
        if (step.type === 'hang') await aborted(signal);
        else if (step.type === 'deaf') await new Promise<never>(() => undefined);
        else if (step.type === 'throw') throw step.error;
        else if (step.type === 'run') await step.action();
        else yield step;
        if (signal.aborted) return;
      }
    } finally {
      this.closed += 1;
    }
  }

  async describe(): Promise<CallOutcome<never>> {
    return { type: 'not-offered' };
  }

  async capabilities(): Promise<CallOutcome<Capabilities>> {
    return { type: 'ok', value: capabilitiesOf(this.models) };
  }

  async configure(): Promise<CallOutcome<undefined>> {
    return { type: 'ok', value: undefined };
  }

  async countTokens(request: CountTokensRequest): Promise<CallOutcome<number>> {
    this.counted += 1;
    return this.#countTokens?.(request) ?? { type: 'not-offered' };
  }

  async account(): Promise<CallOutcome<never>> {
    return { type: 'not-offered' };
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

export function capabilitiesOf(models: readonly ModelSpec[]): Capabilities {
  return { models, slashCommands: [], configSchema: { attributes: [] }, supportedHookPoints: [] };
}

/** $3 and $15 for a million tokens, cache write $3.75, read $0.30. */
export const TIER: PricingTier = {
  inputPerMtok: 3,
  outputPerMtok: 15,
  cacheWritePerMtok: 3.75,
  cacheReadPerMtok: 0.3,
};

export function modelSpec(overrides: Partial<ModelSpec> = {}): ModelSpec {
  return {
    id: 'large',
    contextWindow: 200_000,
    maxOutputTokens: 8_000,
    supportsToolUse: false,
    supportsVision: false,
    supportsDocuments: false,
    supportsStreaming: true,
    thinking: { supported: false, adaptiveByDefault: false, disable: 'unspecified' },
    caching: {
      supported: true,
      keepaliveSupported: false,
      explicitMarkers: false,
      implicitAutomatic: true,
    },
    pricing: { currency: 'USD', free: false, tiers: [TIER] },
    supportedToolChoiceModes: [],
    ...overrides,
  };
}

export function text(value: string): ProviderEvent {
  return { type: 'text-delta', text: value };
}

export function thinking(value: string): ProviderEvent {
  return { type: 'thinking-delta', text: value };
}

export function started(requestId: string): ProviderEvent {
  return { type: 'stream-start', requestId, correlationIds: {} };
}

export function usage(
  inputTokens: number,
  outputTokens: number,
  more: Partial<Usage> = {},
): ProviderEvent {
  return { type: 'usage', usage: { inputTokens, outputTokens, ...more }, rateLimits: [] };
}

export function stop(reason: StopReason = 'end_turn', matched?: string): ProviderEvent {
  return { type: 'stop', reason, matchedStopSequence: matched };
}

export function failure(
  category: ModelErrorCategory,
  more: Partial<ModelError> = {},
): ProviderEvent {
  const retryable = category === 'rate_limited' || category === 'overloaded';
  return {
    type: 'error',
    error: { category, message: `acme: ${category}`, retryable, ...more },
  };
}

export function crash(message = 'the process ended with exit code 1'): ProviderEvent {
  return { type: 'crash', crash: { message, exitCode: 1, stderrTail: ['panic: oh'] } };
}
