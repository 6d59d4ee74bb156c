/** State, turns and their wiring: what both faces of the chat share. */
import type { ChatOptions } from './chat-options.ts';
import type { Block, ChatAction, ChatState, Effect } from './chat-state.ts';
import { initialState, reduce } from './reduce.ts';
import { createTurnRunner, type TurnRunner } from './turn-runner.ts';

/** Effects that only a face can perform. */
export type FaceEffect = Exclude<
  Effect,
  {
    readonly type:
      | 'start-turn'
      | 'abort-turn'
      | 'complete-path'
      | 'remember-prompt'
      | 'clear-conversation';
  }
>;

export interface ChatFace {
  /** The state has changed; the blocks are finished. */
  readonly changed: (blocks: readonly Block[]) => void;
  readonly perform: (effect: FaceEffect) => void;
  /** Single keys reach the chat. */
  readonly hasKeys: boolean;
}

/** How long leaving waits for an aborted turn, milliseconds. */
const STOP_MS = 1_000;

export class ChatCore {
  readonly #options: ChatOptions;
  readonly #face: ChatFace;
  readonly #runner: TurnRunner;
  #state: ChatState;

  constructor(options: ChatOptions, columns: number, face: ChatFace) {
    this.#options = options;
    this.#face = face;
    this.#state = initialState(options, columns, face.hasKeys);
    this.#runner = createTurnRunner({
      startTurn: options.startTurn,
      clock: options.clock,
      onEvent: (event) => this.dispatch({ type: 'turn-event', event }),
      onBroken: (message) => this.dispatch({ type: 'turn-broken', message }),
    });
  }

  get state(): ChatState {
    return this.#state;
  }

  /** Keeps what laying a frame out has settled. */
  settle(state: ChatState): void {
    this.#state = state;
  }

  dispatch(action: ChatAction): void {
    const next = reduce(this.#state, action, this.#options.clock.now());
    this.#state = next.state;
    this.#face.changed(next.blocks);
    for (const effect of next.effects) this.#perform(effect);
  }

  /** Sends the initial prompt and asks for the models. */
  begin(): void {
    void this.#loadModels();
    const prompt = this.#options.initialPrompt?.trim() ?? '';
    if (prompt !== '') this.dispatch({ type: 'prompt', text: prompt });
  }

  /** Aborts a running turn and waits, though not for ever. */
  async close(): Promise<void> {
    this.#runner.abort();
    const done = new AbortController();
    await Promise.race([this.#runner.idle(), this.#options.clock.sleep(STOP_MS, done.signal)]);
    done.abort();
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'start-turn': {
        const { chosenModel: model, chosenThinking: thinking } = this.#state;
        this.#runner.start(effect.prompt, { model, thinking, typed: effect.typed });
        break;
      }
      case 'abort-turn':
        this.#runner.abort();
        break;
      case 'complete-path':
        void this.#completePath(effect.prefix);
        break;
      case 'remember-prompt':
        this.#options.rememberPrompt?.(effect.text);
        break;
      case 'clear-conversation':
        this.#options.clearConversation();
        break;
      default:
        this.#face.perform(effect);
    }
  }

  async #completePath(prefix: string): Promise<void> {
    // A folder that can not be read has nothing to offer.
    const paths = await this.#options.completePath?.(prefix).catch(() => []);
    this.dispatch({ type: 'paths', prefix, paths: paths ?? [] });
  }

  async #loadModels(): Promise<void> {
    try {
      this.dispatch({ type: 'models', models: await this.#options.loadModels() });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.dispatch({ type: 'models', models: [] });
      this.dispatch({ type: 'notice', tone: 'warning', text: `The models are not known: ${text}` });
    }
  }
}
