/** W-70: several completions at the same time. */
import { skipped, violation } from '../finding.ts';
import { requestText } from '../loopback-stub.ts';
import { completionCheck } from './completion.ts';
import { userMessage } from './requests.ts';
import { endFault, eventsOf } from './stream-shape.ts';

const AT_ONCE = 8;

export const keepsApart = completionCheck(
  { id: 'W-70', name: 'completions at the same time do not mix', level: 'MUST', needs: ['W-40'] },
  async (session) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const marks = Array.from({ length: AT_ONCE }, (_, index) => `agent-mark-${index}-end`);
    const before = session.stub.requests.length;
    const records = await Promise.all(
      marks.map((mark) =>
        session.client.stream(session.request(model.id, { messages: [userMessage(mark)] })),
      ),
    );
    const sent = session.stub.requests.slice(before).map(requestText);
    const isMixedUp = records.some((record, index) => {
      const words = eventsOf(record, 'textDelta')
        .map(({ text }) => text)
        .join('');
      return marks.some((mark, other) => other !== index && words.includes(mark));
    });
    const isDoubled = marks.some((mark) => sent.filter((one) => one.includes(mark)).length > 1);
    const ids = records.flatMap((record) =>
      eventsOf(record, 'streamStart').map(({ providerRequestId }) => providerRequestId),
    );
    return [
      ...records.flatMap((record) => endFault(record) ?? []),
      ...(isMixedUp ? ['an answer holds the text of another request'] : []),
      ...(isDoubled ? ['a text was sent to the vendor in two requests'] : []),
      ...(new Set(ids).size < ids.length ? ['two answers have one request id'] : []),
    ].map((fault) => violation(model.id, fault));
  },
);
