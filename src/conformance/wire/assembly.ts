/** W-50: news about a stream does not cut its text, in the message that the kernel makes of it. */
import { fromWireStreamEvent } from '../../protocol/from-wire/stream-event.ts';
import type { ContentBlock } from '../../protocol/message.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import { createAccumulator } from '../../turn/accumulate.ts';
import { skipped, violation } from '../finding.ts';
import { completionCheck } from './completion.ts';
import type { StreamRecord } from './wire-context.ts';

function assembleAsKernel(events: readonly StreamEvent[]): readonly ContentBlock[] {
  const message = createAccumulator();
  for (const event of events) message.add(event);
  return message.blocks();
}

/** Recorded streams, with their own metadata put around every piece of text once more. */
export const keepsTextWhole = completionCheck(
  {
    id: 'W-50',
    name: 'metadata around text leaves it in one block of the assembled message',
    level: 'MUST',
    needs: ['W-40'],
  },
  (session) => {
    const assemble = session.options.assemble ?? assembleAsKernel;
    const streams = session.records
      .map(({ model, record }) => ({ model, events: readableEvents(record) }))
      .filter(({ events }) => hasKind(events, 'metadata') && hasKind(events, 'text-delta'));
    if (streams.length === 0) return [skipped('no metadata beside text')];
    return streams.flatMap(({ model, events }) => {
      const expected = textBlocks(assemble(events.filter(({ type }) => type !== 'metadata')));
      const found = textBlocks(assemble(withNewsAround(events)));
      return found === expected
        ? []
        : [violation(model.id, `the text is in ${found} blocks, without metadata in ${expected}`)];
    });
  },
);

function readableEvents({ events }: StreamRecord): readonly StreamEvent[] {
  return events.flatMap((event) => {
    const read = fromWireStreamEvent(event);
    return read.type === 'ok' && read.value ? [read.value] : [];
  });
}

function hasKind(events: readonly StreamEvent[], type: StreamEvent['type']): boolean {
  return events.some((event) => event.type === type);
}

function withNewsAround(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const news = events.find(({ type }) => type === 'metadata');
  return events.flatMap((event) =>
    news && event.type === 'text-delta' ? [news, event, news] : [event],
  );
}

function textBlocks(blocks: readonly ContentBlock[]): number {
  return blocks.filter(({ type }) => type === 'text').length;
}
