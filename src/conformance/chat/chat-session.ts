/** The state of one run of suite C: the provider its cases share, and the client under test. */
import type { Clock } from '../../host/host.ts';
import type { Conversation, ConversationOptions } from '../../turn/conversation.ts';
import { createTurnMemory } from '../../turn/turn-memory.ts';
import type { TurnPlan } from '../../turn/turn-plan.ts';
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

export interface TalkOptions
  extends Pick<Partial<ConversationOptions>, 'systemPrompt' | 'dependencies'> {
  readonly plan?: Partial<TurnPlan> | undefined;
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
    this.#shared ??= this.subject.start();
    return this.#talkTo(await this.#shared, options);
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

  #talkTo({ backend, directory, plan }: StartedChat, options: TalkOptions): Talk {
    const streams: StreamCount[] = [];
    const before = backend?.requests().length ?? 0;
    backend?.play('prose');
    const random = () => 0;
    const conversation = this.#client({
      plan: { ...plan, retry: { ...plan.retry, maxRetries: 0 }, ...options.plan },
      dependencies: options.dependencies ?? {
        providers: watchStreams(directory, streams),
        clock: this.clock,
        random,
        newId: ulidSource(this.clock, random),
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
