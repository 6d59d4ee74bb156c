/** What stays reachable of a vendor's failure. */
import type { TurnError } from '../../turn/turn-event.ts';
import { chatCase } from './chat-check.ts';
import type { FailureFacts } from './chat-subject.ts';
import { raw } from './history.ts';
import { endOf, type Said, say, WAYS } from './say.ts';

const FAILURES = [429, 400] as const;

const keepsFailure = chatCase({
  id: 'CC-50',
  name: 'a vendor’s failure keeps category, status, code, request id and cause at every layer',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    for (const status of FAILURES) {
      const expected = session.subject.facts.failures[status];
      for (const way of WAYS) {
        const { conversation, play } = await session.talk();
        play(status);
        const said = await say(conversation, way);
        for (const [layer, error] of layersOf(said, way === 'stream')) {
          const subject = `${status}, ${way}, ${layer}`;
          if (error === undefined) report(subject, `no error; ended as ${endOf(said.outcome)}`);
          else for (const fault of faultsOf(error, expected)) report(subject, fault);
        }
      }
      if (expected.requestId === undefined) {
        report.skip(`${status}, request id`, 'the backend gives none with its failures');
      }
    }
  },
});

/** Wherever a caller may look. */
function layersOf(
  { outcome, events }: Said,
  isStream: boolean,
): readonly (readonly [string, TurnError | undefined])[] {
  const event = events.find(({ type }) => type === 'error');
  return [
    ['outcome', outcome.error],
    ['attempt', outcome.failures?.[0]?.error],
    ...(isStream ? [['event', event?.type === 'error' ? event.error : undefined] as const] : []),
  ];
}

export function faultsOf(error: TurnError, expected: FailureFacts): readonly string[] {
  const faults: string[] = [];
  for (const name of ['category', 'httpStatus', 'vendorCode', 'requestId'] as const) {
    const wanted = expected[name];
    if (wanted === undefined || error[name] === wanted) continue;
    faults.push(`${name} is ${String(error[name])}, expected ${wanted}`);
  }
  const { cause } = error;
  if (cause === undefined || !('category' in cause)) faults.push('the cause is lost');
  return faults;
}

const namesOverflow = chatCase({
  id: 'CC-92',
  name: 'a conversation beyond the window fails as that, with its size, after one shorter try',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    for (const way of WAYS) {
      const { conversation, play, requests } = await session.talk();
      await conversation.chat('before');
      const before = conversation.history().length;
      play('too-long');
      const said = await say(conversation, way);
      for (const [layer, error] of layersOf(said, way === 'stream')) {
        if (error?.category === 'context_length_exceeded') continue;
        report(`${way}, ${layer}`, `the failure is ${error?.category ?? 'none'}`);
      }
      const { contextSize } = said.outcome;
      if (contextSize === undefined || contextSize.messages < 1 || !(contextSize.tokens > 0)) {
        report(way, 'the outcome does not tell the size');
      }
      const times = requests().length - 1;
      if (times !== 2) report(way, `the backend was asked ${times} times, expected 2`);
      // CC-11 holds it for a chat.
      const more = conversation.history().length - before;
      if (way !== 'chat' && more !== 0) report(way, `the history has ${more} messages more`);
    }
  },
});

export const failureCases = [keepsFailure, namesOverflow];
