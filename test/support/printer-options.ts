import type { PrinterOptions } from '../../src/output/printer.ts';
import { createRedactor, createValueRedactor } from '../../src/protocol/redact.ts';
import { createStreamRedactor } from '../../src/protocol/redact-stream.ts';
import { MemoryOutput } from './fake-host.ts';

/** Outputs in memory and a redactor that knows the given secrets. */
export function printerOptions(
  secrets: readonly string[] = [],
  outputs: { readonly stdout?: MemoryOutput; readonly stderr?: MemoryOutput } = {},
): PrinterOptions & { readonly stdout: MemoryOutput; readonly stderr: MemoryOutput } {
  return {
    stdout: outputs.stdout ?? new MemoryOutput(),
    stderr: outputs.stderr ?? new MemoryOutput(),
    redact: createValueRedactor(secrets),
    redactAll: createRedactor(secrets),
    streamRedactor: () => createStreamRedactor(secrets),
  };
}
