/** Runs suite C. */
import { describe, expect, test } from 'vitest';
import type { ChatSubject } from '../../src/conformance/chat/chat-subject.ts';
import { type ChatOptions, checkChat } from '../../src/conformance/chat/check-chat.ts';
import type { ConformanceReport } from '../../src/conformance/report.ts';
import { nodeClock } from '../../src/host/node-clock.ts';
import type { ChatControl } from '../fixtures/conformance/chat-client-controls.ts';
import {
  type ChatFake,
  conforming,
  chatSubject as fakeSubject,
} from '../fixtures/conformance/chat-fake.ts';
import { chatSubject } from '../support/chat-kit.ts';
import { CHAT_KITS } from '../support/chat-kits.ts';
import { SKIPS } from './chat-skips.ts';
import { idsOf } from './fake-run.ts';

function runSuiteC(
  subject: ChatSubject,
  options: Partial<ChatOptions> = {},
): Promise<ConformanceReport> {
  const { signal } = new AbortController();
  return checkChat(subject, { clock: nodeClock, signal, limitMs: 20_000, ...options });
}

/** The conforming fake, with something of it changed. */
export function runFakeChat(
  change: Partial<ChatFake> = {},
  options: Partial<ChatOptions> = {},
): Promise<ConformanceReport> {
  const fake = { ...conforming, ...change };
  return runSuiteC(fakeSubject(fake), { client: fake.client, ...options });
}

export function describeControls(controls: readonly ChatControl[]): void {
  describe('a bad client or provider is rejected by exactly its case', () => {
    test.each(controls)('$id: $name', async ({ id, change }) => {
      const report = await runFakeChat(change);

      expect(idsOf(report, 'fail')).toEqual([id]);
    });
  });
}

/** A claim about built-in providers, each as its own process. */
export function describeBuiltIns(names: readonly string[]): void {
  describe('a built-in provider passes suite C, with the documented skips alone', () => {
    test.each(names)(
      '%s',
      async (name) => {
        const kit = CHAT_KITS[name];
        if (kit === undefined) throw new Error(`there is no provider ${name}`);

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
}
