/** What happens in a turn, for the log. */
import { eventJson } from '../../output/event-json.ts';
import type { Redactors } from '../../output/printer.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import type { EndedAttempt, StartedTurn } from '../../turn/turn-journal.ts';
import type { Log, LogLevel } from '../log.ts';
import { type TurnKeeper, usageRecord } from './turn-keeper.ts';

/** Of what is said, only what tells how it went; never a word of prompts and answers. */
const LEVELS: Readonly<Partial<Record<TurnEvent['type'], LogLevel>>> = {
  'turn-start': 'debug',
  'stream-start': 'debug',
  'retry-scheduled': 'info',
  fallback: 'info',
  warning: 'warn',
  error: 'error',
};

export class TurnLog implements TurnKeeper {
  readonly #log: Log;
  readonly #redactors: Redactors;

  constructor(log: Log, redactors: Redactors) {
    this.#log = log;
    this.#redactors = redactors;
  }

  async turnStarted({ turnId, messages }: StartedTurn): Promise<void> {
    this.#write('debug', 'turn', { turn_id: turnId, messages: messages.length });
  }

  async attemptEnded({ turnId, attempt, model, ...ended }: EndedAttempt): Promise<void> {
    this.#write('debug', 'attempt_end', {
      turn_id: turnId,
      attempt,
      provider: model.provider,
      model: model.model,
      status: ended.status,
      usage: usageRecord(ended.usage),
      cost_usd: ended.costUsd ?? null,
    });
  }

  event(event: TurnEvent): void {
    const level = LEVELS[event.type];
    if (level === undefined) return;
    const { type, message, ...fields } = eventJson(event, this.#redactors) ?? {};
    const text = typeof message === 'string' ? `${type}: ${message}` : `${type}`;
    this.#write(level, text, fields);
  }

  async flush(): Promise<void> {}

  #write(level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>): void {
    this.#log.write({ level, module: 'turn', message, fields });
  }
}
