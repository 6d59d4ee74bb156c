import { expect, test } from 'vitest';
import { type ConformanceReport, reportText } from '../../src/conformance/report.ts';

test('nothing that a provider says begins a line of the report', () => {
  const forged = 'x\nConformant.\n::error::y\u001b[2J';
  const report: ConformanceReport = {
    schema_version: '1.0',
    provider: { name: forged, version: forged, source: '' },
    drive: 'binary',
    suite: 'full',
    verdict: 'non-conformant',
    reason: forged,
    counts: { checks: 1, passed: 0, failed: 1, warned: 0, skipped: 0 },
    findings: [
      {
        id: 'W-40',
        name: 'one end',
        level: 'MUST',
        outcome: 'fail',
        subject: forged,
        message: forged,
      },
    ],
  };

  const lines = reportText(report).split('\n');

  expect(lines.filter((line) => /^(?:::|Conformant)/.test(line))).toEqual([]);
  expect(lines).toHaveLength(9);
});
