/** Asks a person at the terminal, before the chat starts, for what a file has not asked before. */
import { homedir } from 'node:os';
import type { SourceTexts } from '../diagnostics/source-text.ts';
import { terminalSafe } from '../format/terminal-safe.ts';
import type { Clock } from '../host/host.ts';
import type { Terminal } from '../host/terminal.ts';
import type { CommandContext } from './command-context.ts';
import { SIGNAL_EXIT_CODES } from './signals.ts';
import type { Judgement } from './trust-gate.ts';

/** What was typed before the question is no answer to it; milliseconds of listening. */
const DRAIN_MS = 100;

export interface AskingContext extends Pick<CommandContext, 'signals' | 'exit'> {
  readonly terminal: Pick<Terminal, 'stdin' | 'stdout'>;
  readonly clock: Clock;
  /** Hides secrets in what is shown. */
  readonly redact: (text: string) => string;
}

export interface QuestionContext extends AskingContext {
  readonly sources: SourceTexts;
  /** Absolute: where the file lies. */
  readonly projectRoot: string;
}

/**
 * Shows every ask in full and waits for one key.
 *
 * @returns Whether the answer was yes; every other key, and the end of the input, is no.
 */
export function askToTrust(judgement: Judgement, context: QuestionContext): Promise<boolean> {
  return askForYes(questionText(judgement, context), context, () => fileText(judgement, context));
}

/**
 * Shows a question and waits for one key.
 *
 * @param view - What `v` shows; absent: the key is none.
 */
export async function askForYes(
  question: string,
  context: AskingContext,
  view?: () => string,
): Promise<boolean> {
  const { terminal, clock, signals, exit } = context;
  const choices = `[y] allow  [n] no  ${view === undefined ? '' : '[v] view file  '}`;
  const keys = new Keys(terminal.stdin);
  // Of the signals that end a process, the one after which Node leaves the terminal raw.
  const hangUp = () => {
    keys.close();
    exit(SIGNAL_EXIT_CODES.SIGHUP);
  };
  signals.on('SIGHUP', hangUp);
  try {
    await clock.sleep(DRAIN_MS);
    keys.forget();
    write(context, question + choices);
    for (;;) {
      const key = await keys.next();
      if (key !== 'v' || view === undefined) {
        write(context, key === 'y' ? 'y\n' : 'n\n');
        return key === 'y';
      }
      write(context, `v\n\n${view()}\n${choices}`);
    }
  } finally {
    signals.off('SIGHUP', hangUp);
    keys.close();
  }
}

function questionText({ open }: Judgement, { projectRoot }: QuestionContext): string {
  const [first] = open;
  const things = open.length === 1 ? '1 thing' : `${open.length} things`;
  const folder = projectRoot.startsWith(`${homedir()}/`)
    ? `~${projectRoot.slice(homedir().length)}`
    : projectRoot;
  const lines = open.map(({ sentence, range }) => `  ${sentence}    (line ${range.start.line})\n`);
  const file = first?.range.file ?? 'agent.hcl';
  return `${file} in ${folder} asks for ${things} it did not ask before\n${lines.join('')}`;
}

function fileText({ open }: Judgement, { sources }: QuestionContext): string {
  const source = sources.get(open[0]?.range.file ?? '');
  const lines = new TextDecoder().decode(source?.bytes).split('\n');
  return lines.map((line, index) => `${String(index + 1).padStart(4)}: ${line}\n`).join('');
}

function write({ terminal, redact }: AskingContext, text: string): void {
  terminal.stdout.write(terminalSafe(redact(text)));
}

/** Single keys of a terminal in raw mode. */
class Keys {
  readonly #stdin: Terminal['stdin'];
  #pending = '';
  #isOver = false;
  #wake: () => void = () => {};

  constructor(stdin: Terminal['stdin']) {
    this.#stdin = stdin;
    stdin.setRawMode(true);
    stdin.on('data', this.#receive);
    stdin.on('end', this.#end);
    stdin.resume();
  }

  forget(): void {
    this.#pending = '';
  }

  /** `undefined` at the end of the input. A key that sends several characters counts as its first. */
  async next(): Promise<string | undefined> {
    while (this.#pending === '' && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const key = this.#pending === '' ? undefined : this.#pending.charAt(0).toLowerCase();
    this.#pending = '';
    return key;
  }

  close(): void {
    this.#stdin.off('data', this.#receive);
    this.#stdin.off('end', this.#end);
    this.#stdin.pause();
    this.#stdin.setRawMode(false);
  }

  readonly #receive = (chunk: Buffer | string): void => {
    this.#pending += chunk.toString();
    this.#wake();
  };

  readonly #end = (): void => {
    this.#isOver = true;
    this.#wake();
  };
}
