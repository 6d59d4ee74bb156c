/** `-o text` of an answer with a schema: its value on stdout, once it is known to be right. */
import type { JsonValue } from '../protocol/json.ts';
import type { Redact } from '../protocol/redact.ts';
import { jsonText } from './json-line.ts';
import { noticeWriter } from './notice-writer.ts';
import type { Printer } from './printer.ts';
import { redactJson } from './redact-json.ts';
import { createTextPrinter, type TextPrinterOptions } from './text-printer.ts';

/**
 * Nothing of an answer that is not taken goes to stdout, not even its beginning; its text is shown
 * on stderr, where nothing of it is lost.
 */
export function createStructuredPrinter(options: TextPrinterOptions): Printer {
  const others = createTextPrinter(options);
  const notices = noticeWriter(options);
  return {
    begin: others.begin,
    async event(event) {
      if (event.type !== 'text-delta') await others.event(event);
    },
    async end(run) {
      const { outcome } = run;
      const { structured, text } = outcome;
      if (structured !== undefined) {
        await others.event({ type: 'text-delta', text: valueText(structured, options.redact) });
      } else if (text !== '') {
        await notices.write(`The answer, which was not taken:\n${text}`, true);
      }
      await others.end({ ...run, outcome: { ...outcome, text: '' } });
    },
  };
}

/** The value as it is written for a person: over several lines, two blanks a level. */
export function valueText(value: JsonValue, redact: Redact): string {
  return jsonText(redactJson(value, redact), 2);
}
