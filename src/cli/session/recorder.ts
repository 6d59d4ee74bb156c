/** Turns → records of a session, each written before the next step of its turn. */

import type { Clock } from '../../host/host.ts';
import { eventJson } from '../../output/event-json.ts';
import type { Redactors } from '../../output/printer.ts';
import type { StreamRedactor } from '../../protocol/redact-stream.ts';
import type { DeltaType, SessionLog } from '../../session/log.ts';
import { messageJson } from '../../session/message-json.ts';
import type { HistoryMessage } from '../../turn/history.ts';
import type { TurnEvent, TurnOutcome } from '../../turn/turn-event.ts';
import type { EndedAttempt, StartedTurn } from '../../turn/turn-journal.ts';
import { type TurnKeeper, usageRecord } from './turn-keeper.ts';

export interface RecorderOptions extends Redactors {
  readonly log: SessionLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly streamRedactor: () => StreamRedactor;
  /** What the file holds already. */
  readonly history: readonly HistoryMessage[];
}

export class SessionRecorder implements TurnKeeper {
  readonly #options: RecorderOptions;
  readonly #written: Set<string>;
  #history: readonly string[];
  #turnId = '';
  #text: { readonly type: DeltaType; readonly redactor: StreamRedactor } | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#history = options.history.map(({ id }) => id);
    this.#written = new Set(this.#history);
  }

  async turnStarted({ turnId, messages }: StartedTurn): Promise<void> {
    const { log } = this.#options;
    this.#turnId = turnId;
    const known = new Set(this.#history);
    const asked = messages.filter(({ id }) => !known.has(id));
    this.#writeMessages(asked);
    const ids = asked.map(({ id }) => id);
    log.write({ type: 'turn_start', at: this.#time(), turn_id: turnId, messages: ids });
    await log.flush();
  }

  async attemptEnded(ended: EndedAttempt): Promise<void> {
    const { log } = this.#options;
    this.#closeText();
    log.write({
      type: 'attempt_end',
      at: this.#time(),
      turn_id: ended.turnId,
      attempt: ended.attempt,
      provider: ended.model.provider,
      model: ended.model.model,
      status: ended.status,
      usage: usageRecord(ended.usage),
      cost_usd: ended.costUsd ?? null,
    });
    await log.flush();
  }

  event(event: TurnEvent, history: () => readonly HistoryMessage[]): void {
    switch (event.type) {
      case 'text-delta':
        this.#delta('text_delta', event.text);
        break;
      case 'thinking-delta':
        this.#delta('thinking_delta', event.text);
        break;
      case 'turn-end':
        this.#closeText();
        this.#turnEnd(event.outcome, history());
        break;
      default:
        this.#closeText();
        this.#event(event);
    }
  }

  flush(): Promise<void> {
    return this.#options.log.flush();
  }

  /** The history changed outside of a turn. */
  historyChanged(history: readonly HistoryMessage[]): void {
    this.#writeMessages(history);
    const before = this.#history;
    const after = history.map(({ id }) => id);
    this.#history = after;
    const added = after.slice(before.length);
    if (before.some((id, index) => after[index] !== id)) {
      this.#options.log.write({ type: 'history', order: after });
    } else if (added.length > 0) {
      this.#options.log.write({ type: 'history', append: added });
    }
  }

  #turnEnd(outcome: TurnOutcome, history: readonly HistoryMessage[]): void {
    this.historyChanged(history);
    this.#options.log.write({
      type: 'turn_end',
      at: this.#time(),
      turn_id: this.#turnId,
      status: outcome.status,
      stop_reason: outcome.stopReason ?? null,
      limit: outcome.limit ?? null,
      incomplete: outcome.incomplete,
      duration_ms: outcome.durationMs,
      usage: usageRecord(outcome.usage),
      cost_usd: outcome.costUsd ?? null,
      error_category: outcome.error?.category ?? null,
    });
  }

  /** A message is written once; what comes later names it. */
  #writeMessages(messages: readonly HistoryMessage[]): void {
    const { log, redact } = this.#options;
    for (const message of messages) {
      if (this.#written.has(message.id)) continue;
      this.#written.add(message.id);
      log.write({ type: 'message', message: messageJson(message, redact) });
    }
  }

  #event(event: TurnEvent): void {
    const json = eventJson(event, this.#options);
    if (json !== undefined) this.#options.log.write({ type: 'event', event: json });
  }

  #delta(type: DeltaType, text: string): void {
    if (this.#text !== undefined && this.#text.type !== type) this.#closeText();
    this.#text ??= { type, redactor: this.#options.streamRedactor() };
    const safe = this.#text.redactor.push(text);
    if (safe !== '') this.#options.log.writeDelta(type, safe);
  }

  #closeText(): void {
    if (this.#text === undefined) return;
    const { type, redactor } = this.#text;
    this.#text = undefined;
    const rest = redactor.flush();
    if (rest !== '') this.#options.log.writeDelta(type, rest);
  }

  #time(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}
