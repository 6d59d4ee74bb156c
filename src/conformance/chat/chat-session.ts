/** The state of one run of suite C: the provider its cases share, and the client under test. */
import type { Clock } from '../../host/host.ts';
import type { ModelSpec } from '../../protocol/model-spec.ts';
import type { Conversation } from '../../turn/conversation.ts';
import { createTurnMemory } from '../../turn/turn-memory.ts';
import type { ProviderDirectory, TurnPlan } from '../../turn/turn-plan.ts';
import { ulidSource } from '../../turn/ulid.ts';
import type {
  BackendAnswer,
  ChatClient,
  ChatSubject,
  SeenRequest,
  StartedChat,
  StartOptions,
} from './chat-subject.ts';
import { type StreamCount, watchStreams } from './watch-streams.ts';

export interface SessionParts {
  readonly subject: ChatSubject;
  readonly client: ChatClient;
  readonly clock: Clock;
  /** Bound of what one case waits for, milliseconds. */
  readonly limitMs: number;
}

export interface TalkOptions {
  readonly systemPrompt?: string | undefined;
  readonly plan?: Partial<TurnPlan> | undefined;
  /** Default: the model of the plan. */
  readonly model?: string | undefined;
  /** Default: the session's. */
  readonly clock?: Clock | undefined;
  /** Puts something between the client and the provider. */
  readonly via?: ((directory: ProviderDirectory) => ProviderDirectory) | undefined;
}

/** One conversation, and what became of it outside. */
export interface Talk {
  readonly conversation: Conversation;
  /** Streams of the provider that the conversation opened. */
  readonly streams: readonly StreamCount[];
  play(answer: BackendAnswer): void;
  /** What the backend was asked since the conversation began. */
  requests(): readonly SeenRequest[];
  /** Resolves once the backend answers nobody. */
  idle(): Promise<void>;
}

export class ChatSession {
  readonly subject: ChatSubject;
  readonly clock: Clock;
  readonly limitMs: number;
  readonly #client: ChatClient;
  #shared: Promise<StartedChat> | undefined;

  constructor(parts: SessionParts) {
    this.subject = parts.subject;
    this.clock = parts.clock;
    this.limitMs = parts.limitMs;
    this.#client = parts.client;
  }

  /** A conversation with the provider that all cases share; its backend answers with prose. */
  async talk(options: TalkOptions = {}): Promise<Talk> {
    return this.#talkTo(await this.#share(), options);
  }

  /** The models of the shared provider, as it offers them now. */
  async models(): Promise<readonly ModelSpec[]> {
    const { directory, plan } = await this.#share();
    const name = plan.candidates[0]?.ref.provider ?? this.subject.name;
    const lookup = await directory(name, new AbortController().signal);
    if (lookup.type === 'ready') return lookup.capabilities.models;
    throw new Error(`the provider is unavailable: ${lookup.error.message}`);
  }

  /** What keeps this process busy. */
  async handles(): Promise<number> {
    return (await this.#share()).handles();
  }

  /** Runs something with a provider of its own, and ends that one. */
  async withOwn<T>(
    options: StartOptions,
    run: (started: StartedChat, talk: (options?: TalkOptions) => Talk) => Promise<T>,
  ): Promise<T> {
    const started = await this.subject.start(options);
    try {
      return await run(started, (talk = {}) => this.#talkTo(started, talk));
    } finally {
      await started.close();
    }
  }

  async close(): Promise<void> {
    await (await this.#shared?.catch(() => undefined))?.close();
  }

  #share(): Promise<StartedChat> {
    this.#shared ??= this.subject.start();
    return this.#shared;
  }

  #talkTo({ backend, directory, plan }: StartedChat, options: TalkOptions): Talk {
    const streams: StreamCount[] = [];
    const before = backend?.requests().length ?? 0;
    backend?.play('prose');
    const { clock = this.clock, via = (same) => same, model } = options;
    const random = () => 0;
    const conversation = this.#client({
      plan: planFor(plan, model, options.plan),
      dependencies: {
        providers: watchStreams(via(directory), streams),
        clock,
        random,
        newId: ulidSource(clock, random),
        memory: createTurnMemory(),
      },
      sessionId: 'suite-c',
      workingDirectory: '/',
      systemPrompt: options.systemPrompt,
    });
    return {
      conversation,
      streams,
      play: (answer) => backend?.play(answer),
      requests: () => backend?.requests().slice(before) ?? [],
      idle: async () => backend?.idle(),
    };
  }
}

/** Without retries: a case says itself when it asks again. */
function planFor(
  plan: TurnPlan,
  model: string | undefined,
  changes: Partial<TurnPlan> | undefined,
): TurnPlan {
  const candidates = plan.candidates.map((candidate) =>
    model === undefined ? candidate : { ...candidate, ref: { ...candidate.ref, model } },
  );
  return { ...plan, candidates, retry: { ...plan.retry, maxRetries: 0 }, ...changes };
}
