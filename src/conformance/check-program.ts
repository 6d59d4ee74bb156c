/** A provider program checked from a script or a test, with nothing to prepare. */
import { nodeHost } from '../host/node-host.ts';
import type { CheckOptions } from './check-options.ts';
import { checkProvider } from './check-provider.ts';
import { conformanceOptions } from './read-options.ts';
import type { ConformanceReport } from './report.ts';

export interface ProgramOptions extends CheckOptions {
  /** Absolute path of the program, such as `process.execPath`. */
  readonly command: string;
  /** Such as the path of the provider's entry file. */
  readonly args?: readonly string[] | undefined;
  /** Entries of its `environment {}`; nothing else of ours reaches it but `PATH` and `HOME`. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/**
 * Checks a program as `agent provider check` does. It never rejects for what the program does.
 *
 * @throws TypeError - `request` is no request of the contract.
 */
export async function checkProgram(options: ProgramOptions): Promise<ConformanceReport> {
  const { command, args = [], environment = {}, ...rest } = options;
  const run = conformanceOptions(rest);
  const host = nodeHost();
  const spec = {
    name: 'provider',
    kind: 'path',
    command,
    args,
    program: command,
    environment: new Map(Object.entries(environment)),
    version: '0.0.0',
  } as const;
  const { processes, files, clock } = host;
  const context = {
    processes,
    files,
    clock,
    environment: host.environment,
    log: () => {},
    handshakeMs: run.limitMs,
  };
  return checkProvider({ type: 'program', spec, context }, run);
}
