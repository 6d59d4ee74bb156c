/** `agent-hcl/conformance/vitest`: every check of the suite as a test of its own. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckOptions } from './check-options.ts';
import { checkProgram, type ProgramOptions } from './check-program.ts';
import { checkService } from './check-service.ts';
import type { ConformanceReport } from './report.ts';
import { SUITE_W } from './wire/suite-w.ts';

/** A provider that listens; `serveTestProvider` of `agent-hcl/sdk/testing` gives one. */
export interface RunningService {
  readonly network: 'unix' | 'tcp';
  /** Absolute path of a socket, or a loopback address with a port. */
  readonly address: string;
  close(): Promise<void>;
}

/** A provider in the process of the test: no program to build, and nothing to start. */
export interface ServedOptions extends CheckOptions {
  /** Called once, before the checks; what it gives is closed after them. */
  serve(): Promise<RunningService>;
}

/** For the whole run, milliseconds; each call is bounded by `limitMs`. */
const RUN_MS = 300_000;

/**
 * Declares the tests of one provider: a program, or a service in this process. What could not be
 * reached is a skipped test, with the reason; warnings pass.
 *
 * @param name - Of the group of tests.
 */
export function testProvider(name: string, options: ProgramOptions | ServedOptions): void {
  describe(name, () => {
    let report: ConformanceReport | undefined;
    beforeAll(async () => {
      report = 'serve' in options ? await checkServed(options) : await checkProgram(options);
    }, RUN_MS);
    for (const { id, name: claim } of SUITE_W) {
      test(`${id} ${claim}`, (context) => {
        const findings = (report?.findings ?? []).filter((finding) => finding.id === id);
        const skip = findings.find(({ outcome, subject }) => outcome === 'skip' && subject === '');
        if (skip) context.skip(skip.message);
        const failures = findings.filter(({ outcome }) => outcome === 'fail');
        expect(failures.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([]);
      });
    }
  });
}

async function checkServed({ serve, ...options }: ServedOptions): Promise<ConformanceReport> {
  const service = await serve();
  const { network, address } = service;
  try {
    return await checkService({ ...options, network, address });
  } finally {
    await service.close();
  }
}
