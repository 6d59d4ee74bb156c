import { expect, test } from 'vitest';
import type { ChatClient } from '../../src/conformance/chat/chat-subject.ts';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { reportJson, reportText } from '../../src/conformance/report.ts';
import { createConversation } from '../../src/turn/conversation.ts';
import { CHAT_KITS } from '../support/chat-kits.ts';
import { runFakeChat } from './chat-run.ts';
import { SKIPS } from './chat-skips.ts';

test('the conforming fake passes, and nothing is skipped', async () => {
  const report = await runFakeChat();

  expect(report.findings).toEqual([]);
  expect(report.counts).toMatchObject({ checks: SUITE_C.length, passed: SUITE_C.length });
});

test('every built-in provider has its list of skips', () => {
  expect(Object.keys(SKIPS).sort()).toEqual(Object.keys(CHAT_KITS).sort());
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

test('a client that never answers ends the run, with findings', async () => {
  const never = () => new Promise<never>(() => {});
  const client: ChatClient = (options) => ({ ...createConversation(options), ask: never });

  const report = await runFakeChat({ client }, { limitMs: 300 });

  expect(report.findings[0]).toMatchObject({ id: 'CC-01', message: 'no result within 300 ms' });
  expect(report.counts).toMatchObject({ checks: SUITE_C.length, failed: 1 });
});

test('an interrupted run lists what was not reached', async () => {
  const report = await runFakeChat({}, { signal: AbortSignal.abort() });

  expect(report).toMatchObject({ verdict: 'untestable', reason: 'The run was interrupted.' });
  expect(report.counts.skipped).toBe(SUITE_C.length);
});
