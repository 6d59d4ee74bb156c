/** Runs suite C. */

import type { ChatSubject } from '../../src/conformance/chat/chat-subject.ts';
import { type ChatOptions, checkChat } from '../../src/conformance/chat/check-chat.ts';
import type { ConformanceReport } from '../../src/conformance/report.ts';
import { nodeClock } from '../../src/host/node-clock.ts';
import { type ChatFake, chatSubject, conforming } from '../fixtures/conformance/chat-fake.ts';

export function runSuiteC(
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
  return runSuiteC(chatSubject(fake), { client: fake.client, ...options });
}
