import { describe, expect, test } from 'vitest';
import type { ChatClient } from '../../src/conformance/chat/chat-subject.ts';
import { SUITE_C } from '../../src/conformance/chat/suite-c.ts';
import { reportJson, reportText } from '../../src/conformance/report.ts';
import { createConversation } from '../../src/turn/conversation.ts';
import { chatSubject } from '../support/chat-kit.ts';
import { CHAT_KITS } from '../support/chat-kits.ts';
import { runFakeChat, runSuiteC } from './chat-run.ts';

test('the conforming fake passes, and nothing is skipped', async () => {
  const report = await runFakeChat();

  expect(report.findings).toEqual([]);
  expect(report.counts).toMatchObject({ checks: SUITE_C.length, passed: SUITE_C.length });
});

const TAKES_ALL = [
  'CC-60 document: every model of the provider takes them',
  'CC-60 image: every model of the provider takes them',
];

const OFFLINE = 'it is offline: no vendor is asked';

/** What the backend of a provider truly can not do. */
const SKIPS: Readonly<Record<string, readonly string[]>> = {
  anthropic: TAKES_ALL,
  google: [
    'CC-50 400, request id: the backend gives none with its failures',
    'CC-50 429, request id: the backend gives none with its failures',
    ...TAKES_ALL,
  ],
  openai: TAKES_ALL,
  'openai, Chat Completions': TAKES_ALL,
  'openai-compatible': [],
  openrouter: TAKES_ALL,
  xai: [],
  'xai, Chat Completions': [],
  'claude-cli': ['CC-82 base_url: it has no base_url', 'CC-83 : it has no base_url'],
  example: [
    ...['CC-10', 'CC-11', 'CC-14', 'CC-15', 'CC-20'].map((id) => `${id} : ${OFFLINE}`),
    `CC-21 the provider: ${OFFLINE}`,
    ...['CC-30', 'CC-31', 'CC-50'].map((id) => `${id} : ${OFFLINE}`),
    `CC-80 the request: ${OFFLINE}`,
    `CC-81 : ${OFFLINE}`,
    'CC-82 base_url: it has no base_url',
    'CC-83 : it has no base_url',
  ],
};

describe('a built-in provider passes, with the documented skips alone', () => {
  test.each(Object.entries(CHAT_KITS))(
    '%s',
    async (name, kit) => {
      const report = await runSuiteC(chatSubject(kit), { limitMs: 60_000 });

      const lines = report.findings.map(
        ({ outcome, id, subject, message }) =>
          `${outcome === 'skip' ? '' : `${outcome}: `}${id} ${subject}: ${message}`,
      );
      expect(lines).toEqual(SKIPS[name]);
    },
    // The end of 50 programs, one after the other, is waited for.
    120_000,
  );
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
