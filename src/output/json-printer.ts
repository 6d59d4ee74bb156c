/** `-o json`: one document at the end; what happens on the way is told on stderr. */
import { resultJson } from './event-json.ts';
import { jsonLine } from './json-line.ts';
import { endNotice, noticeOf } from './notice.ts';
import { noticeWriter } from './notice-writer.ts';
import type { Printer, PrinterOptions } from './printer.ts';

export function createJsonPrinter(options: PrinterOptions): Printer {
  const notices = noticeWriter(options);
  return {
    begin: async () => undefined,
    event: (event) => notices.write(noticeOf(event)),
    async end(end) {
      await options.stdout.write(jsonLine(resultJson(end, options)));
      await notices.write(endNotice(end.outcome), end.outcome.error !== undefined);
    },
  };
}
