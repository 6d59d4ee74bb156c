/** Runs the suite against a fake. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerCredentials } from '@grpc/grpc-js';
import { type ConformanceOptions, checkProvider } from '../../src/conformance/check-provider.ts';
import type { ConformanceReport } from '../../src/conformance/report.ts';
import { nodeClock } from '../../src/host/node-clock.ts';
import { fakeDialect } from '../fixtures/conformance/dialect.ts';
import { conforming, type Fake } from '../fixtures/conformance/fake.ts';
import { createServer } from '../fixtures/conformance/service.ts';
import { launchContext } from '../support/plugin-kit.ts';

type Options = Partial<ConformanceOptions>;

const DEFAULTS = { limitMs: 5000, dialect: fakeDialect };

/** In this process, over a socket. */
export async function checkFake(
  change: Partial<Fake> = {},
  options: Options = {},
): Promise<ConformanceReport> {
  const directory = mkdtempSync(join(tmpdir(), 'fake-'));
  const address = join(directory, 's');
  const server = createServer({ ...conforming, ...change });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${address}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  try {
    const signal = new AbortController().signal;
    const target = { type: 'service', network: 'unix', address, clock: nodeClock } as const;
    return await checkProvider(target, { ...DEFAULTS, signal, ...options });
  } finally {
    server.forceShutdown();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** As a program of its own. */
export function checkFakeProgram(
  path: string,
  control: string | undefined,
  options: Options = {},
): Promise<ConformanceReport> {
  const spec = {
    name: 'fake',
    kind: 'path',
    command: process.execPath,
    args: [path, ...(control === undefined ? [] : [control])],
    program: path,
    environment: new Map<string, string>(),
    version: '0.0.0',
  } as const;
  const signal = new AbortController().signal;
  const target = { type: 'program', spec, context: launchContext() } as const;
  return checkProvider(target, { ...DEFAULTS, signal, ...options });
}

/** Ids of checks with this outcome, each once. */
export function idsOf(report: ConformanceReport, outcome: 'fail' | 'warn' | 'skip') {
  const found = report.findings.filter((finding) => finding.outcome === outcome);
  return [...new Set(found.map(({ id }) => id))];
}
