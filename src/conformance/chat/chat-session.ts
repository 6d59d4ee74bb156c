/** The state of one run of suite C: the provider its cases share, and the client under test. */
import type { Clock } from '../../host/host.ts';
import type { ToolDeclaration } from '../../protocol/model-request.ts';
import type { ModelSpec } from '../../protocol/model-spec.ts';
import type { Conversation } from '../../turn/conversation.ts';
import type { ToolHandlers } from '../../turn/tool-handler.ts';
import { createTurnMemory } from '../../turn/turn-memory.ts';
import type { CandidateParams, ProviderDirectory, TurnPlan } from '../../turn/turn-plan.ts';
import { ulidSource } from '../../turn/ulid.ts';
import type {
  BackendAnswer,
  ChatClient,
  ChatSubject,
  SeenRequest,
  StartedChat,
  StartedPair,
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
  /** Of every candidate. */
  readonly params?: Partial<CandidateParams> | undefined;
  /** Default: the session's. */
  readonly clock?: Clock | undefined;
  readonly tools?: readonly ToolDeclaration[] | undefined;
  readonly handlers?: ToolHandlers | undefined;
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

/** A conversation with the first of two providers, the second behind it. */
export interface PairTalk extends Talk {
  readonly pair: StartedPair;
  /** What the second backend was asked since the conversation began. */
  secondRequests(): readonly SeenRequest[];
}

export class ChatSession {
  readonly subject: ChatSubject;
  readonly clock: Clock;
  readonly limitMs: number;
  readonly #client: ChatClient;
  #shared: Promise<StartedChat> | undefined;
  #sharedPair: Promise<StartedPair> | undefined;

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

  /** A conversation with the two providers that all cases share. */
  async talkToPair(options: TalkOptions = {}): Promise<PairTalk> {
    this.#sharedPair ??= this.subject.startPair('both');
    const pair = await this.#sharedPair;
    const { backend } = pair.second;
    const before = backend.requests().length;
    backend.play('prose');
    const talk = this.#talkTo(pair, options);
    return { ...talk, pair, secondRequests: () => backend.requests().slice(before) };
  }

  /** The plan of the shared provider, as its configuration gives it. */
  async plan(): Promise<TurnPlan> {
    return (await this.#share()).plan;
  }

  /** The models of the shared provider, as it offers them now. */
  async models(): Promise<readonly ModelSpec[]> {
    const { directory } = await this.#share();
    const lookup = await directory(this.subject.name, new AbortController().signal);
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
    return this.withStarted(await this.subject.start(options), run);
  }

  /** As `withOwn`, with one that was started elsewhere. */
  async withStarted<T>(
    started: StartedChat,
    run: (started: StartedChat, talk: (options?: TalkOptions) => Talk) => Promise<T>,
  ): Promise<T> {
    try {
      return await run(started, (talk = {}) => this.#talkTo(started, talk));
    } finally {
      await started.close();
    }
  }

  async close(): Promise<void> {
    for (const started of [this.#shared, this.#sharedPair]) {
      await (await started?.catch(() => undefined))?.close();
    }
  }

  #share(): Promise<StartedChat> {
    this.#shared ??= this.subject.start();
    return this.#shared;
  }

  #talkTo({ backend, directory, plan }: StartedChat, options: TalkOptions): Talk {
    const streams: StreamCount[] = [];
    const before = backend?.requests().length ?? 0;
    backend?.play('prose');
    const { clock = this.clock, via = (same) => same } = options;
    const random = () => 0;
    const conversation = this.#client({
      plan: planFor(plan, options),
      dependencies: {
        providers: watchStreams(via(directory), streams),
        clock,
        random,
        newId: ulidSource(clock, random),
        memory: createTurnMemory(),
        tools: options.handlers,
      },
      sessionId: 'suite-c',
      workingDirectory: '/',
      systemPrompt: options.systemPrompt,
      tools: options.tools,
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
function planFor(plan: TurnPlan, { model, params, plan: changes }: TalkOptions): TurnPlan {
  const candidates = plan.candidates.map((candidate) => ({
    ...candidate,
    ref: { ...candidate.ref, model: model ?? candidate.ref.model },
    params: { ...candidate.params, ...params },
  }));
  return { ...plan, candidates, retry: { ...plan.retry, maxRetries: 0 }, ...changes };
}
