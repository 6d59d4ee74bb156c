/** Who keeps something of a turn, and the turn that waits for it. */
import { usageJson } from '../../output/event-json.ts';
import type { Usage } from '../../protocol/usage.ts';
import { usageOf } from '../../session/costs.ts';
import type { UsageJson } from '../../session/record.ts';
import type { HistoryMessage } from '../../turn/history.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import type { TurnJournal } from '../../turn/turn-journal.ts';

export interface TurnKeeper extends TurnJournal {
  event(event: TurnEvent, history: () => readonly HistoryMessage[]): void;
  /** Resolves once the operating system has all there was. Never rejects. */
  flush(): Promise<void>;
}

/** All of them, side by side. */
export function journalOf(keepers: readonly TurnKeeper[]): TurnJournal {
  return {
    async turnStarted(turn) {
      await Promise.all(keepers.map((keeper) => keeper.turnStarted(turn)));
    },
    async attemptEnded(attempt) {
      await Promise.all(keepers.map((keeper) => keeper.attemptEnded(attempt)));
    },
  };
}

/** The same events, each handed on when it is kept; pieces of an answer do not wait. */
export async function* keepEvents(
  events: AsyncIterable<TurnEvent>,
  keepers: readonly TurnKeeper[],
  history: () => readonly HistoryMessage[],
): AsyncGenerator<TurnEvent> {
  for await (const event of events) {
    for (const keeper of keepers) keeper.event(event, history);
    if (event.type !== 'text-delta' && event.type !== 'thinking-delta') {
      await Promise.all(keepers.map((keeper) => keeper.flush()));
    }
    yield event;
  }
}

/** The five counters as records have them. */
export function usageRecord(usage: Usage | undefined): UsageJson {
  return usageOf(usageJson(usage));
}
