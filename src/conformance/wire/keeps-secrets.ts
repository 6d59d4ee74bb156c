/** W-34: what was configured in confidence stays so. */
import type { Check } from '../check.ts';
import { skipped, violation } from '../finding.ts';
import { someLeaks } from './secrets.ts';
import { eventsOf, textOf } from './stream-shape.ts';
import type { StreamRecord } from './wire-context.ts';
import type { WireSession } from './wire-session.ts';

export const keepsSecrets: Check<WireSession> = {
  id: 'W-34',
  name: 'no configured secret appears in anything the provider says',
  level: 'MUST',
  needs: ['W-30'],
  async run(session) {
    const { secrets, config } = await session.plan();
    if (secrets.length === 0) return [skipped('no sensitive attribute')];
    await session.client.configure(config);
    const refusal = await provokeEcho(session);
    await session.client.getAccount();
    const { transcript } = session;
    const places = [
      { subject: 'an event or an answer', texts: transcript.messages() },
      { subject: 'a text in pieces', texts: refusal === undefined ? [] : joined(refusal) },
      { subject: 'a status', texts: transcript.statuses() },
      { subject: 'stderr', texts: [stderrOf(session)] },
    ];
    return places
      .filter(({ texts }) => someLeaks(texts, secrets))
      .map(({ subject }) => violation(subject, 'it holds a configured secret'));
  },
};

/** A vendor that repeats the request in its refusal shows whether secrets are taken out. */
async function provokeEcho(session: WireSession): Promise<StreamRecord | undefined> {
  const model = await session.model();
  if (!model || (await session.muteReason()) !== undefined) return undefined;
  session.stub.mode = 'echo';
  try {
    return await session.client.stream(session.request(model.id));
  } finally {
    session.restoreVendor();
  }
}

/** A secret that no event holds may be whole again for who reads. */
function joined(record: StreamRecord): readonly string[] {
  const thinking = eventsOf(record, 'thinkingDelta').map(({ text }) => text);
  const calls = eventsOf(record, 'toolCallDelta').map((delta) => delta.argumentsFragment);
  return [textOf(record), thinking.join(''), calls.join('')];
}

function stderrOf({ program }: WireSession): string {
  return program?.main.type === 'open' ? program.main.output.stderr() : '';
}
