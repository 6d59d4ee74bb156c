/** Records → the conversation as it stood, and what it has cost. Pure. */
import type { HistoryMessage } from '../turn/history.ts';
import { addUsage, addUsd, usageOf } from './costs.ts';
import { messagesOfCutTurn, type OpenTurn } from './cut-turn.ts';
import { isJsonObject } from './json-object.ts';
import { messageOf } from './message-json.ts';
import type { RawRecord } from './read-records.ts';
import type { SessionHeader, UsageJson } from './record.ts';

/** One call of a model. */
export interface AttemptTotal {
  readonly provider: string;
  readonly model: string;
  /** `lost`: the program ended before the call did, so its usage is what was known by then. */
  readonly status: 'ok' | 'failed' | 'cut' | 'lost';
  readonly usage: UsageJson;
  /** `null`: not known. */
  readonly costUsd: number | null;
}

export interface Replay {
  readonly header: SessionHeader;
  readonly history: readonly HistoryMessage[];
  /** The last messages of the history that the file holds as events only, of a turn cut at its end. */
  readonly recovered: readonly HistoryMessage[];
  /** Every message that was ever written, by id. */
  readonly messages: ReadonlyMap<string, HistoryMessage>;
  readonly systemPrompt: string | undefined;
  /** Where requests of its runs may have gone. */
  readonly origins: ReadonlySet<string>;
  readonly turns: number;
  readonly attempts: readonly AttemptTotal[];
  readonly usage: UsageJson;
  readonly costUsd: number | null;
  /** First words of the person. */
  readonly title: string;
  /** RFC 3339, of the last record that has a time. */
  readonly lastUsedAt: string;
  /** What was asked in a last turn whose end was never written. */
  readonly unfinishedPrompt: string | undefined;
}

/** @returns `undefined` when the first record is not a session's. */
export function replay(records: readonly RawRecord[]): Replay | undefined {
  const [first, ...others] = records;
  const header = first && headerOf(first);
  if (header === undefined) return undefined;
  const state = new State(header);
  for (const record of others) state.add(record);
  return state.end();
}

function headerOf(record: RawRecord): SessionHeader | undefined {
  const { type, id, created_at: createdAt, configuration, cwd, forked_from: from } = record;
  if (type !== 'session' || typeof id !== 'string' || typeof configuration !== 'string') {
    return undefined;
  }
  return {
    type,
    id,
    configuration,
    created_at: textOf(createdAt),
    cwd: textOf(cwd),
    forked_from: typeof from === 'string' ? from : null,
  };
}

interface OpenAttempt {
  readonly provider: string;
  readonly model: string;
  usage: UsageJson;
  costUsd: number | null;
}

class State {
  readonly #header: SessionHeader;
  readonly #messages = new Map<string, HistoryMessage>();
  #history: string[] = [];
  #systemPrompt: string | undefined;
  readonly #origins = new Set<string>();
  #turns = 0;
  readonly #attempts: AttemptTotal[] = [];
  #attempt: OpenAttempt | undefined;
  #turn: OpenTurn | undefined;
  #title: string | undefined;
  #lastUsedAt: string;

  constructor(header: SessionHeader) {
    this.#header = header;
    this.#lastUsedAt = header.created_at;
  }

  add(record: RawRecord): void {
    if (typeof record['at'] === 'string') this.#lastUsedAt = record['at'];
    switch (record.type) {
      case 'opened':
        // Whoever opened it was told.
        this.#closeLost();
        this.#turn = undefined;
        for (const origin of textsOf(record['origins'])) this.#origins.add(origin);
        break;
      case 'system':
        this.#systemPrompt = typeof record['text'] === 'string' ? record['text'] : undefined;
        break;
      case 'message': {
        const message = messageOf(record['message']);
        if (message !== undefined) this.#messages.set(message.id, message);
        break;
      }
      case 'turn_start':
        this.#closeLost();
        this.#turns += 1;
        this.#turnStart(record);
        break;
      case 'event':
        this.#event(record['event']);
        break;
      case 'attempt_end':
        this.#attemptEnd(record);
        break;
      case 'turn_end':
        this.#closeLost();
        this.#turn = undefined;
        break;
      case 'history':
        this.#joinHistory(record);
        break;
      default: // a later minor version added it
    }
  }

  end(): Replay {
    const turn = this.#turn;
    this.#closeLost();
    const attempts = this.#attempts;
    const kept = this.#history.flatMap((id) => this.#messages.get(id) ?? []);
    const recovered = turn === undefined ? [] : messagesOfCutTurn(turn, this.#messages);
    const history = [...kept, ...recovered];
    const firstAsked = history.find(({ role }) => role === 'user');
    return {
      header: this.#header,
      history,
      recovered,
      messages: this.#messages,
      systemPrompt: this.#systemPrompt,
      origins: this.#origins,
      turns: this.#turns,
      attempts,
      usage: addUsage(attempts.map(({ usage }) => usage)),
      costUsd: addUsd(attempts.map(({ costUsd }) => costUsd)),
      title: this.#title ?? (firstAsked ? textOfMessage(firstAsked) : ''),
      lastUsedAt: this.#lastUsedAt,
      unfinishedPrompt: turn && promptOf(turn.asked, this.#messages),
    };
  }

  #turnStart(record: RawRecord): void {
    const asked = textsOf(record['messages']);
    this.#turn = { id: textOf(record['turn_id']), asked, text: '' };
    this.#title ??= promptOf(asked, this.#messages);
  }

  /** The program ended within a call. */
  #closeLost(): void {
    if (this.#attempt !== undefined) this.#attempts.push({ ...this.#attempt, status: 'lost' });
    this.#attempt = undefined;
  }

  #event(event: unknown): void {
    if (!isJsonObject(event)) return;
    if (event['type'] === 'turn_start') {
      this.#closeLost();
      const [provider, model] = [textOf(event['provider']), textOf(event['model'])];
      this.#attempt = { provider, model, usage: {}, costUsd: null };
      if (this.#turn) this.#turn = { ...this.#turn, answerer: { provider, model }, text: '' };
    } else if (event['type'] === 'text_delta' && this.#turn !== undefined) {
      this.#turn = { ...this.#turn, text: this.#turn.text + textOf(event['text']) };
    } else if (event['type'] === 'usage' && this.#attempt !== undefined) {
      this.#attempt.usage = usageOf(event['usage']);
      this.#attempt.costUsd = costOf(event['cost_usd']);
    }
  }

  #attemptEnd(record: RawRecord): void {
    this.#attempt = undefined;
    const { status } = record;
    if (status === 'failed' && this.#turn) this.#turn = { ...this.#turn, text: '' };
    this.#attempts.push({
      provider: textOf(record['provider']),
      model: textOf(record['model']),
      status: status === 'failed' || status === 'cut' ? status : 'ok',
      usage: usageOf(record['usage']),
      costUsd: costOf(record['cost_usd']),
    });
  }

  #joinHistory({ append, order }: RawRecord): void {
    if (Array.isArray(order)) this.#history = [...textsOf(order)];
    else this.#history.push(...textsOf(append));
    const { asked = [] } = this.#turn ?? {};
    if (asked.some((id) => this.#history.includes(id))) this.#turn = undefined;
  }
}

function promptOf(
  ids: readonly string[],
  messages: ReadonlyMap<string, HistoryMessage>,
): string | undefined {
  const texts = ids
    .map((id) => messages.get(id))
    .map((message) => message && textOfMessage(message));
  return texts.findLast((text) => text !== undefined && text !== '');
}

/** The text of a message, blocks joined by a blank line. */
function textOfMessage({ content }: HistoryMessage): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

function costOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
