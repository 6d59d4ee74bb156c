/** `agent-hcl/conformance/vitest`: every check of the suite as a test of its own. */
import { beforeAll, describe, expect, test } from 'vitest';
import { checkProgram, type ProgramOptions } from './check-program.ts';
import type { ConformanceReport } from './report.ts';
import { SUITE_W } from './wire/suite-w.ts';

/** For the whole run, milliseconds; each call is bounded by `limitMs`. */
const RUN_MS = 300_000;

/**
 * Declares the tests of one provider program. What could not be reached is a skipped test, with the
 * reason; warnings pass.
 *
 * @param name - Of the group of tests.
 */
export function testProvider(name: string, options: ProgramOptions): void {
  describe(name, () => {
    let report: ConformanceReport | undefined;
    beforeAll(async () => {
      report = await checkProgram(options);
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
