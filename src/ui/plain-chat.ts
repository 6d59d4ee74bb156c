/** The chat as plain lines, without moving the cursor: for screen readers and simple terminals. */
import { terminalSafe } from '../format/terminal-safe.ts';
import { NO_ANSWER } from './answer-flow.ts';
import { ChatCore, type FaceEffect } from './chat-core.ts';
import type { ChatOptions } from './chat-options.ts';
import type { Block } from './chat-state.ts';
import { statusParts } from './components/status-bar.tsx';
import { createEnding } from './ending.ts';
import { createPalette } from './palette.ts';
import { unfinishedSequenceStart } from './partial-sequence.ts';
import { withOpenAnswer } from './reduce.ts';
import type { TerminalLook } from './terminal-look.ts';
import { type BlockLook, blockLines } from './transcript.ts';
import { welcomeBlocks } from './welcome.ts';

const PROMPT = '> ';

/** The terminal breaks lines itself. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/**
 * Runs the chat. The terminal stays in its own line mode: it edits, echoes, and turns Ctrl+C into a
 * signal, Ctrl+D on an empty line into the end.
 *
 * @returns The exit code.
 */
export async function runPlainChat(options: ChatOptions, look: TerminalLook): Promise<number> {
  const chat = new PlainChat(options, look);
  try {
    return await chat.run();
  } finally {
    await chat.close();
  }
}

class PlainChat {
  readonly #options: ChatOptions;
  readonly #look: BlockLook;
  readonly #core: ChatCore;
  readonly #ended = createEnding();
  readonly #stopListening: readonly (() => void)[];
  #isAtLineStart = true;
  #hasPrompt = false;
  /** The terminal has echoed what was typed: it is not shown again. */
  #isTyping = false;
  #typed = '';

  constructor(options: ChatOptions, look: TerminalLook) {
    const { terminal } = options;
    this.#options = options;
    this.#look = { ...look, palette: createPalette(look.hasColor), hasKeys: false };
    this.#core = new ChatCore(options, UNLIMITED, {
      changed: (blocks) => this.#changed(blocks),
      perform: (effect) => this.#perform(effect),
      hasKeys: false,
    });
    const { stdin } = terminal;
    const onEnd = (): void => this.#perform({ type: 'exit', code: 0 });
    // Never taken off: the error of a last write to a closed window comes late.
    terminal.stdout.on('error', () => this.#ended.resolve(129));
    stdin.setEncoding('utf8');
    stdin.on('data', this.#onData);
    // Whoever asked for trust before has paused it, which a listener alone does not undo.
    stdin.resume();
    stdin.on('end', onEnd);
    stdin.on('error', onEnd);
    this.#stopListening = [
      terminal.onSignal('SIGINT', () => this.#onInterrupt()),
      terminal.onSignal('SIGTERM', () => this.#ended.resolve(143)),
      terminal.onSignal('SIGHUP', () => this.#ended.resolve(129)),
      () => {
        stdin.off('data', this.#onData);
        stdin.off('end', onEnd);
        stdin.pause();
        stdin.unref();
      },
    ];
  }

  async run(): Promise<number> {
    for (const block of welcomeBlocks(this.#options)) this.#show(block);
    this.#core.begin();
    this.#promptIfIdle();
    return await this.#ended.promise;
  }

  async close(): Promise<void> {
    await this.#core.close();
    for (const stop of this.#stopListening) stop();
    if (!this.#isAtLineStart) this.#write('\n');
  }

  readonly #onData = (chunk: string | Uint8Array): void => {
    const lines = (this.#typed + chunk.toString()).split('\n');
    this.#typed = lines.pop() ?? '';
    for (const line of lines) this.#onLine(line);
  };

  #onLine(line: string): void {
    this.#isAtLineStart = true;
    this.#hasPrompt = false;
    this.#isTyping = true;
    this.#core.dispatch({ type: 'text', text: line });
    this.#core.dispatch({ type: 'key', action: { type: 'submit' } });
    this.#isTyping = false;
    this.#promptIfIdle();
  }

  #onInterrupt(): void {
    // The terminal shows "^C" and drops the line.
    this.#isAtLineStart = false;
    this.#hasPrompt = false;
    this.#core.dispatch({ type: 'key', action: { type: 'interrupt' } });
    const { hint } = this.#core.state;
    if (hint !== undefined) this.#writeLines([hint.text]);
    this.#promptIfIdle();
  }

  #perform(effect: FaceEffect): void {
    if (effect.type === 'exit') this.#ended.resolve(effect.code);
  }

  #changed(blocks: readonly Block[]): void {
    for (const block of blocks) this.#show(block);
    this.#showAnswer();
    this.#promptIfIdle();
  }

  #show(block: Block): void {
    if (block.type === 'prompt' && this.#isTyping) return;
    if (block.type === 'answer') {
      this.#write(terminalSafe(block.open.text));
      if (!this.#isAtLineStart) this.#write('\n');
      return;
    }
    this.#writeLines(blockLines(block, UNLIMITED, this.#look));
  }

  /** Text goes out as it comes; only the beginning of a control sequence waits for its end. */
  #showAnswer(): void {
    const { state } = this.#core;
    if (state.turn?.isAnswering !== true) return;
    const { text } = state.turn.answer;
    const end = unfinishedSequenceStart(text);
    this.#write(terminalSafe(text.slice(0, end)));
    this.#core.settle(withOpenAnswer(state, { ...NO_ANSWER, text: text.slice(end) }));
  }

  /** The figures, then the prompt. */
  #promptIfIdle(): void {
    const { state } = this.#core;
    if (state.turn !== undefined || this.#hasPrompt || this.#isTyping) return;
    const { clock } = this.#options;
    const status = statusParts(state, clock.now()).join(' | ');
    this.#writeLines(['', this.#look.palette('dim', status)]);
    this.#write(PROMPT);
    this.#hasPrompt = true;
  }

  #writeLines(lines: readonly string[]): void {
    if (!this.#isAtLineStart) this.#write('\n');
    this.#hasPrompt = false;
    for (const line of lines) this.#write(`${line}\n`);
  }

  #write(text: string): void {
    if (text === '') return;
    this.#options.terminal.stdout.write(text);
    this.#isAtLineStart = text.endsWith('\n');
  }
}
