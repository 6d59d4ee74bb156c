import { createJsonPrinter } from '../output/json-printer.ts';
import type { Printer, PrinterOptions } from '../output/printer.ts';
import { createStreamJsonPrinter } from '../output/stream-json-printer.ts';
import { createStructuredPrinter } from '../output/structured-printer.ts';
import { createTextPrinter } from '../output/text-printer.ts';
import type { RunArguments } from './arguments.ts';
import type { CommandContext } from './command-context.ts';

/** The face a run was asked to show. */
export function createPrinter(args: RunArguments, { host, secrets }: CommandContext): Printer {
  const options: PrinterOptions = {
    stdout: host.stdout,
    stderr: host.stderr,
    redact: secrets.redact,
    redactAll: secrets.redactAll,
    streamRedactor: secrets.streamRedactor,
    quiet: args.quiet,
  };
  const createText = args.jsonSchema === undefined ? createTextPrinter : createStructuredPrinter;
  switch (args.outputFormat) {
    case 'text':
      return createText({ ...options, showThinking: args.showThinking });
    case 'json':
      return createJsonPrinter(options);
    case 'stream-json':
      return createStreamJsonPrinter(options);
  }
}
