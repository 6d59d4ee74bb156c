import { terminalSafe } from '../format/terminal-safe.ts';
import type { PrinterOptions } from './printer.ts';

/** Writes what is beside the answer to stderr; texts of others are made harmless first. */
export interface NoticeWriter {
  /** @param isError - Written also under `quiet`. */
  write(text: string | undefined, isError?: boolean): Promise<void>;
}

export function noticeWriter({ stderr, redactAll, quiet }: PrinterOptions): NoticeWriter {
  return {
    async write(text, isError = false) {
      if (text === undefined || (quiet === true && !isError)) return;
      // Redaction comes last: removing a control character can join a secret.
      await stderr.write(`${redactAll(terminalSafe(text))}\n`);
    },
  };
}
