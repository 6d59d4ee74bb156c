/** Every call of a model, noted in the ledger when it begins, when it costs, and when it ends. */
import type { Clock } from '../../host/host.ts';
import { ledgerRoot, openLedger } from '../../session/ledger.ts';
import type { SessionLog } from '../../session/log.ts';
import type { CallRecord } from '../../session/record.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import type { EndedAttempt, StartedTurn } from '../../turn/turn-journal.ts';
import type { CommandContext } from '../command-context.ts';
import { userDirectory } from '../paths.ts';
import { costNotNoted } from './file-fault.ts';
import { type TurnKeeper, usageRecord } from './turn-keeper.ts';

export interface LedgerOptions {
  readonly ledger: SessionLog;
  readonly clock: Pick<Clock, 'now'>;
  /** `undefined`: the conversation is not kept. */
  readonly sessionId: string | undefined;
}

export class LedgerKeeper implements TurnKeeper {
  readonly #options: LedgerOptions;
  #turnId = '';
  /**
   * Calls of the turn that are over. The attempts of events count from one again in each step, and a
   * summary of the oldest messages has none, so they tell no calls apart.
   */
  #ended = 0;
  #open: Pick<CallRecord, 'call' | 'provider' | 'model'> | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  async turnStarted({ turnId }: StartedTurn): Promise<void> {
    this.#turnId = turnId;
    this.#ended = 0;
  }

  async attemptEnded({ turnId, attempt, model, status, usage, costUsd }: EndedAttempt) {
    this.#open = undefined;
    this.#ended = attempt;
    this.#write({
      call: `${turnId}/${attempt}`,
      provider: model.provider,
      model: model.model,
      status,
      usage: usageRecord(usage),
      cost_usd: costUsd ?? null,
    });
    await this.flush();
  }

  event(event: TurnEvent): void {
    if (event.type === 'turn-start') {
      const { provider, model } = event.model;
      this.#open = { call: `${this.#turnId}/${this.#ended + 1}`, provider, model };
      this.#write({ ...this.#open, status: 'started', usage: {}, cost_usd: null });
    } else if (event.type === 'usage' && this.#open !== undefined) {
      const [usage, cost] = [usageRecord(event.usage), event.costUsd ?? null];
      this.#write({ ...this.#open, status: 'started', usage, cost_usd: cost });
    }
  }

  flush(): Promise<void> {
    return this.#options.ledger.flush();
  }

  #write(call: Omit<CallRecord, 'type' | 'at' | 'session_id'>): void {
    const { ledger, clock, sessionId } = this.#options;
    const at = new Date(clock.now()).toISOString();
    ledger.write({ type: 'call', at, session_id: sessionId ?? null, ...call });
  }
}

/**
 * Money is noted also where the conversation is not kept: nothing of it is in the ledger.
 *
 * @param onBroken - Called once when from now on nothing is noted.
 */
export async function ledgerOf(
  { host }: CommandContext,
  onBroken: (note: string) => void,
): Promise<SessionLog | undefined> {
  const { files, clock, environment } = host;
  const folder = ledgerRoot(userDirectory('state', environment));
  const tell = (error: unknown): void => onBroken(costNotNoted(error, folder));
  try {
    return await openLedger({ files, clock, folder, onBroken: tell });
  } catch (error) {
    tell(error);
    return undefined;
  }
}
