/** `-o stream-json`: one event a line as it happens; `result` is always the last. */
import type { StreamRedactor } from '../protocol/redact-stream.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import { eventJson, initJson, resultJson } from './event-json.ts';
import { jsonLine } from './json-line.ts';
import { endNotice } from './notice.ts';
import { noticeWriter } from './notice-writer.ts';
import type { Printer, PrinterOptions } from './printer.ts';

type DeltaType = 'text-delta' | 'thinking-delta';

export function createStreamJsonPrinter(options: PrinterOptions): Printer {
  const { stdout, redact, streamRedactor } = options;
  const notices = noticeWriter(options);
  let open: { readonly type: DeltaType; readonly redactor: StreamRedactor } | undefined;

  /** A text that may hold back the beginning of a secret is written out before anything else. */
  function closeText(): string {
    if (open === undefined) return '';
    const { type, redactor } = open;
    open = undefined;
    return deltaLine(type, redactor.flush());
  }

  function deltaLines(type: DeltaType, text: string): string {
    const before = open?.type === type ? '' : closeText();
    open ??= { type, redactor: streamRedactor() };
    return before + deltaLine(type, open.redactor.push(text));
  }

  function linesOf(event: TurnEvent): string {
    if (event.type === 'text-delta' || event.type === 'thinking-delta') {
      return deltaLines(event.type, event.text);
    }
    const json = eventJson(event, options);
    return closeText() + (json === undefined ? '' : jsonLine(json));
  }

  async function write(lines: string): Promise<void> {
    if (lines !== '') await stdout.write(lines);
  }

  return {
    begin: (run) => write(jsonLine(initJson(run, redact))),
    event: (event) => write(linesOf(event)),
    async end(end) {
      await write(closeText() + jsonLine(resultJson(end, options)));
      // Failures have events of their own; that a good answer was cut is told to the person too.
      if (end.outcome.status === 'success') await notices.write(endNotice(end.outcome));
    },
  };
}

function deltaLine(type: DeltaType, text: string): string {
  if (text === '') return '';
  return jsonLine({ type: type === 'text-delta' ? 'text_delta' : 'thinking_delta', text });
}
