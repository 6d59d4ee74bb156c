/** Time limits and the caller's abort. */
import { chatCase } from './chat-check.ts';
import { raw } from './history.ts';
import { endOf, QUESTION, say, WAYS } from './say.ts';

const sendsNothing = chatCase({
  id: 'CC-22',
  name: 'a call that was aborted before it began sends nothing',
  needs: [raw.id],
  async run(session, report) {
    for (const way of WAYS) {
      const { conversation, requests, streams } = await session.talk();
      const { outcome } = await say(conversation, way, QUESTION, AbortSignal.abort());
      if (outcome.status !== 'cancelled') report(way, `ended as ${endOf(outcome)}`);
      if (requests().length > 0) report(way, 'the backend was asked');
      else if (streams.length > 0) report(way, 'the provider was asked');
    }
  },
});

export const limitCases = [sendsNothing];
