/** W-70: several completions at the same time. */
import { skipped, violation } from '../finding.ts';
import { requestText, type VendorRequest } from '../loopback-stub.ts';
import { completionCheck } from './completion.ts';
import { userMessage } from './requests.ts';
import { endFault, eventsOf, textOf } from './stream-shape.ts';

const AT_ONCE = 8;

export const keepsApart = completionCheck(
  { id: 'W-70', name: 'completions at the same time do not mix', level: 'MUST', needs: ['W-40'] },
  async (session) => {
    const model = await session.model();
    if (!model) return [skipped('the model asked for is not offered')];
    const marks = Array.from({ length: AT_ONCE }, (_, index) => `agent-mark-${index}-end`);
    const before = session.stub.requests.length;
    const { answer } = session.options.dialect ?? {};
    const echoes =
      answer !== undefined && session.hasAnswered && (await session.plan()).isRedirected;
    if (echoes) session.stub.mode = (request) => answer(markIn(request, marks));
    const records = await Promise.all(
      marks.map((mark) =>
        session.client.stream(session.request(model.id, { messages: [userMessage(mark)] })),
      ),
    );
    session.restoreVendor();
    const sent = session.stub.requests.slice(before).map(requestText);
    const isMixedUp = records.some((record, index) => {
      const words = textOf(record);
      if (echoes && words !== marks[index]) return true;
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

/** What the vendor is to say: the mark that it was asked with. */
function markIn({ body }: VendorRequest, marks: readonly string[]): string {
  return marks.find((mark) => body.includes(mark)) ?? '';
}
