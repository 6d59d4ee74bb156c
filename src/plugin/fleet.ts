/** All provider processes of one run: at most one for each provider, none after `close`. */
// Types only: the code behind them loads gRPC, which happens while the child starts.
import type { Inspected, Ready, Unavailable } from './bring-up.ts';
import type { FleetContext, FleetMember } from './fleet-member.ts';
import { ProviderSlot } from './provider-slot.ts';

/** A process of the fleet, for whoever lists them. */
export interface RunningProcess {
  readonly name: string;
  /** What was known before the launch. */
  readonly version: string;
  readonly pid: number | undefined;
}

export class Fleet {
  readonly #slots: ReadonlyMap<string, ProviderSlot>;
  /** In the order of their first start. */
  readonly #started = new Set<ProviderSlot>();
  #isClosed = false;

  /** @throws Error - two members of one name, of which one would never run. */
  constructor(members: Iterable<FleetMember>, context: FleetContext) {
    const slots = new Map<string, ProviderSlot>();
    for (const member of members) {
      const { name } = member.spec;
      if (slots.has(name)) throw new Error(`two providers are named "${name}"`);
      slots.set(name, new ProviderSlot(member, context));
    }
    this.#slots = slots;
  }

  /**
   * Launches a provider without waiting for it; a failure is told by the first who asks for it.
   * An unknown name, and one that runs already, is left alone.
   */
  start(name: string): void {
    const slot = this.#slots.get(name);
    if (slot) this.#touch(slot);
  }

  /**
   * A provider's own description, before it has seen any setting; starts it when necessary.
   *
   * @param signal - Stops the waiting, not the provider.
   */
  async inspect(name: string, signal: AbortSignal): Promise<Inspected | Unavailable> {
    const slot = this.#slots.get(name);
    if (!slot) return unknown(name);
    this.#touch(slot);
    return unlessAborted(slot.inspected(), name, signal);
  }

  /**
   * A configured provider; starts and configures it when necessary. After a crash it is started
   * afresh, unless it has crashed too often lately.
   *
   * @param signal - Stops the waiting, not the provider.
   */
  async get(name: string, signal: AbortSignal): Promise<Ready | Unavailable> {
    const slot = this.#slots.get(name);
    if (!slot) return unknown(name);
    this.#touch(slot);
    return unlessAborted(slot.ready(), name, signal);
  }

  /** The processes that run now, in the order of their first start. */
  processes(): readonly RunningProcess[] {
    return [...this.#started].flatMap(({ process }) =>
      process ? [{ name: process.spec.name, version: process.spec.version, pid: process.id }] : [],
    );
  }

  /** Ends every process, the last one started first; all of them at the same time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const slots = [...this.#started].reverse();
    await Promise.all(slots.map((slot) => slot.close()));
  }

  #touch(slot: ProviderSlot): void {
    if (this.#isClosed) throw new Error('a closed fleet starts nothing');
    this.#started.add(slot);
    slot.start();
  }
}

function unknown(provider: string): Unavailable {
  return { type: 'unavailable', failure: { type: 'unknown-provider', provider } };
}

async function unlessAborted<T>(
  result: Promise<T>,
  provider: string,
  signal: AbortSignal,
): Promise<T | Unavailable> {
  const cancelled: Unavailable = { type: 'unavailable', failure: { type: 'cancelled', provider } };
  if (signal.aborted) return cancelled;
  let giveUp = (): void => {};
  const aborted = new Promise<Unavailable>((resolve) => {
    giveUp = () => resolve(cancelled);
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
