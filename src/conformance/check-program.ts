/** A provider program checked from a script or a test, with nothing to prepare. */
import { nodeHost } from '../host/node-host.ts';
import { type ConformanceOptions, checkProvider } from './check-provider.ts';
import type { ConformanceReport } from './report.ts';

export interface ProgramOptions extends Partial<Omit<ConformanceOptions, 'checks' | 'limitMs'>> {
  /** Absolute path of the program, such as `process.execPath`. */
  readonly command: string;
  /** Such as the path of the provider's entry file. */
  readonly args?: readonly string[] | undefined;
  /** Entries of its `environment {}`; nothing else of ours reaches it but `PATH` and `HOME`. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Bound of every call, milliseconds; default 30,000. */
  readonly limitMs?: number | undefined;
}

const LIMIT_MS = 30_000;

/** Checks a program as `agent provider check` does. It never rejects for what the program does. */
export function checkProgram(options: ProgramOptions): Promise<ConformanceReport> {
  const { command, args = [], environment = {}, ...rest } = options;
  const host = nodeHost();
  const { limitMs = LIMIT_MS, signal = new AbortController().signal } = rest;
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
    handshakeMs: limitMs,
  };
  return checkProvider({ type: 'program', spec, context }, { ...rest, limitMs, signal });
}
