/** W-19: a roster that the vendor has is asked for in Configure. */
import { type Remark, violation } from '../finding.ts';
import type { StubAnswer } from '../loopback-stub.ts';
import { describeFailure } from './declared.ts';
import { dialectCheck } from './dialect-check.ts';
import { modelChecks } from './models.ts';
import type { WireSession } from './wire-session.ts';

/** After the completions: it leaves another roster behind. */
export const resolvesRoster = dialectCheck(
  {
    id: 'W-19',
    name: 'a roster that the vendor has is complete and well declared after Configure',
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
      const missing = models.filter((id) => !found.ids.includes(id));
      return [
        ...(bare.ids.length === 0 ? [violation('empty', 'the list of models is empty')] : []),
        ...missing.map((id): Remark => violation(id, 'the model is not offered after Configure')),
        ...newFaults(bare, found),
      ];
    } finally {
      session.restoreVendor();
      await session.client.configure((await session.plan()).config);
    }
  },
);

interface Offer {
  readonly ids: readonly string[];
  /** What is wrong with its models, by the check that says so. */
  readonly faults: readonly { readonly checkId: string; readonly remark: Remark }[];
}

/** What is offered after a Configure against this vendor, or why there is nothing. */
async function rosterAfter(session: WireSession, answer: StubAnswer): Promise<Offer | string> {
  session.stub.mode = answer;
  const outcome = await session.client.configure((await session.plan()).config);
  if (outcome.type !== 'ok') return `Configure: ${describeFailure(outcome)}`;
  const ids = (await session.capabilities()).models.map(({ id }) => id);
  const faults: { readonly checkId: string; readonly remark: Remark }[] = [];
  for (const { id: checkId, run } of modelChecks) {
    const violations = (await run(session)).filter(({ type }) => type === 'violation');
    faults.push(...violations.map((remark) => ({ checkId, remark })));
  }
  return { ids, faults };
}

/** What models from the vendor do not keep and those before did: W-07 … W-17 saw only these. */
function newFaults(bare: Offer, found: Offer): readonly Remark[] {
  const known = new Set(bare.faults.map(({ checkId }) => checkId));
  return found.faults
    .filter(({ checkId }) => !known.has(checkId))
    .map(({ checkId, remark }) => violation(remark.subject, `${checkId}: ${remark.message}`));
}
