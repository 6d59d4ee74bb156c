import { describe, expect, test } from 'vitest';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { reportJson, reportText } from '../../src/conformance/report.ts';
import { chatSubject } from '../support/chat-kit.ts';
import { CHAT_KITS } from '../support/chat-kits.ts';
import { runFakeChat, runSuiteC } from './chat-run.ts';

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

describe('a built-in provider passes, with the documented skips alone', () => {
  test.each(Object.entries(CHAT_KITS))('%s', async (_name, kit) => {
    const report = await runSuiteC(chatSubject(kit));

    expect(report.findings).toEqual([]);
  });
});
