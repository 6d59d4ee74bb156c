/** `-o text`: the answer on stdout as it comes, and one newline; everything else on stderr. */

import { terminalSafe } from '../format/terminal-safe.ts';
import type { Output } from '../host/host.ts';
import type { StreamRedactor } from '../protocol/redact-stream.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import { endNotice, noticeOf } from './notice.ts';
import { noticeWriter } from './notice-writer.ts';
import type { Printer, PrinterOptions } from './printer.ts';

export interface TextPrinterOptions extends PrinterOptions {
  /** Reasoning on stderr. */
  readonly showThinking?: boolean | undefined;
}

const REDACTED_THINKING = '[redacted thinking]';

export function createTextPrinter(options: TextPrinterOptions): Printer {
  const { stdout, stderr } = options;
  const answer = textStream(stdout, options, stdout.isTerminal);
  // Whatever is on stderr is for a person, and often read on a terminal later.
  const thinking = textStream(stderr, options, true);
  const notices = noticeWriter(options);
  // On one screen a notice must not continue a line of the answer.
  const sharesScreen = stdout.isTerminal && stderr.isTerminal;

  async function notice(text: string | undefined, isError = false): Promise<void> {
    if (text === undefined) return;
    await thinking.close();
    if (sharesScreen && answer.isMidLine()) await stderr.write('\n');
    await notices.write(text, isError);
  }

  async function event(next: TurnEvent): Promise<void> {
    if (next.type === 'text-delta') {
      await thinking.close();
      return answer.push(next.text);
    }
    if (next.type === 'thinking-delta') {
      return options.showThinking === true ? thinking.push(next.text) : undefined;
    }
    if (next.type === 'redacted-thinking') {
      await thinking.close();
      if (options.showThinking === true) await thinking.push(REDACTED_THINKING);
      return thinking.close();
    }
    if ('discardsOutput' in next && next.discardsOutput) await answer.close();
    return notice(noticeOf(next));
  }

  return {
    begin: async () => undefined,
    event,
    async end({ outcome }) {
      await thinking.close();
      // An error leaves stdout empty unless part of an answer was written.
      await answer.close(outcome.status === 'success');
      await notice(endNotice(outcome), outcome.error !== undefined);
    },
  };
}

interface TextStream {
  push(text: string): Promise<void>;
  /** Ends the text with one newline, if there was any or `always`. */
  close(always?: boolean): Promise<void>;
  isMidLine(): boolean;
}

/** A text in pieces, each made harmless for a terminal, if so, before secrets are removed. */
function textStream(
  output: Output,
  { streamRedactor }: Pick<PrinterOptions, 'streamRedactor'>,
  isMadeSafe: boolean,
): TextStream {
  let redactor: StreamRedactor | undefined;
  let last = '';

  async function write(text: string): Promise<void> {
    if (text === '') return;
    last = text;
    await output.write(text);
  }

  return {
    push(text) {
      redactor ??= streamRedactor();
      return write(redactor.push(isMadeSafe ? terminalSafe(text) : text));
    },
    async close(always = false) {
      const rest = redactor?.flush() ?? '';
      const isOpen = redactor !== undefined;
      redactor = undefined;
      if (isOpen || always) await write(`${rest}\n`);
    },
    isMidLine: () => last !== '' && !last.endsWith('\n'),
  };
}
