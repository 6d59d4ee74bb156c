import { expect, test } from 'vitest';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { reportJson, reportText } from '../../src/conformance/report.ts';
import { runFakeChat } from './chat-run.ts';

test('the conforming fake passes, and nothing is skipped', async () => {
  const report = await runFakeChat();

  expect(report.findings).toEqual([]);
  expect(report.counts).toMatchObject({ checks: SUITE_C.length, passed: SUITE_C.length });
});

test('two runs print the same bytes, in both forms', async () => {
  const client = () => {
    throw new Error('no client');
  };

  const first = await runFakeChat({ client });
  const second = await runFakeChat({ client });

  expect(reportJson(second)).toBe(reportJson(first));
  expect(reportText(second)).toBe(reportText(first));
});
