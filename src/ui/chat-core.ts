/** State, turns and their wiring: what both faces of the chat share. */
import type { ChatOptions } from './chat-options.ts';
import type { Block, ChatAction, ChatState, Effect } from './chat-state.ts';
import { initialState, reduce } from './reduce.ts';
import type { TurnChoice } from './turn-choice.ts';
import { createTurnRunner, type TurnRunner } from './turn-runner.ts';

/** Effects that only a face can perform. */
export type FaceEffect = Extract<
  Effect,
  { readonly type: 'repaint' | 'suspend' | 'edit-externally' | 'exit' }
>;

/** Effects that the conversation answers later. */
type AskingEffect = Extract<
  Effect,
  { readonly type: 'export' | 'list-sessions' | 'resume-session' }
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
    void this.#loadExpansions();
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
    const { conversation } = this.#options;
    switch (effect.type) {
      case 'start-turn':
        this.#runner.start((signal) =>
          this.#options.startTurn(effect.prompt, signal, this.#choice(effect.typed)),
        );
        break;
      case 'compact':
        this.#runner.start((signal) => conversation.compact(signal, this.#choice('')));
        break;
      case 'abort-turn':
        this.#runner.abort();
        break;
      case 'complete-path':
        void this.#completePath(effect.prefix);
        break;
      case 'retry-now':
        conversation.retryNow();
        break;
      case 'remember-prompt':
        this.#options.rememberPrompt?.(effect.text);
        break;
      case 'clear-conversation':
        conversation.clear();
        break;
      case 'set-system-prompt':
        conversation.setSystemPrompt(effect.text);
        break;
      case 'export':
      case 'list-sessions':
      case 'resume-session':
        void this.#askConversation(effect);
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

  #choice(typed: string): TurnChoice {
    const { chosenModel: model, chosenThinking: thinking } = this.#state;
    return { model, thinking, typed };
  }

  async #askConversation(effect: AskingEffect): Promise<void> {
    const { conversation } = this.#options;
    switch (effect.type) {
      case 'list-sessions':
        this.dispatch({ type: 'sessions', list: await conversation.list() });
        break;
      case 'resume-session':
        this.dispatch({
          type: 'resume-result',
          result: await conversation.resume(effect.id, effect.allowed),
        });
        break;
      case 'export': {
        const result = await conversation.exportTo(effect.path);
        const isWritten = result.type === 'written';
        const text = isWritten ? `The conversation is in ${result.path}.` : result.message;
        this.dispatch({ type: 'notice', tone: isWritten ? 'plain' : 'warning', text });
      }
    }
  }

  async #loadExpansions(): Promise<void> {
    try {
      const expansions = (await this.#options.loadExpansions?.()) ?? [];
      this.dispatch({ type: 'expansions', expansions });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.dispatch({ type: 'notice', tone: 'warning', text });
      this.dispatch({ type: 'expansions', expansions: [] });
    }
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
