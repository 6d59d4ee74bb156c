/** W-19: a roster that the vendor has is asked for in Configure. */
import { type Remark, violation } from '../finding.ts';
import type { StubAnswer } from '../loopback-stub.ts';
import { describeFailure } from './declared.ts';
import { dialectCheck } from './dialect-check.ts';
import type { WireSession } from './wire-session.ts';

/** After the completions: it leaves another roster behind. */
export const resolvesRoster = dialectCheck(
  {
    id: 'W-19',
    name: 'a roster that the vendor has is complete after Configure',
    level: 'MUST',
    part: ({ roster }) => roster,
    lack: 'the roster is built in',
  },
  async (session, { empty, full, models }) => {
    try {
      const bare = await rosterAfter(session, empty);
      if (typeof bare === 'string') return [violation('empty', bare)];
      const found = await rosterAfter(session, full);
      if (typeof found === 'string') return [violation('full', found)];
      const missing = models.filter((id) => !found.includes(id));
      return [
        ...(bare.length === 0 ? [violation('empty', 'the list of models is empty')] : []),
        ...missing.map((id): Remark => violation(id, 'the model is not offered after Configure')),
      ];
    } finally {
      session.restoreVendor();
      await session.client.configure((await session.plan()).config);
    }
  },
);

/** The ids offered after a Configure against this vendor, or why there are none. */
async function rosterAfter(
  session: WireSession,
  answer: StubAnswer,
): Promise<readonly string[] | string> {
  session.stub.mode = answer;
  const outcome = await session.client.configure((await session.plan()).config);
  if (outcome.type !== 'ok') return `Configure: ${describeFailure(outcome)}`;
  return (await session.capabilities()).models.map(({ id }) => id);
}
