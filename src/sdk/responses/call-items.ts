import type { JsonObject } from '../../protocol/json.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import { stringAt } from '../json.ts';

/** One function call, by its place: ids change between events on some gateways. */
interface CallItem {
  readonly id: string;
  isStarted: boolean;
  isDone: boolean;
  /** Arguments that came before the name did. */
  waiting: string;
  /** Characters already told, so that a closing event adds only what was missing. */
  toldLength: number;
}

/** The function calls of one response. */
export class CallItems {
  readonly #calls = new Map<number, CallItem>();
  readonly #makeId: (index: number) => string;

  /** @param makeId - An id for the n-th call of a server that gives none. */
  constructor(makeId: (index: number) => string) {
    this.#makeId = makeId;
  }

  /** Whether a call was told of. */
  get hasAny(): boolean {
    return [...this.#calls.values()].some(({ isStarted }) => isStarted);
  }

  /** The item at a place begins, or names itself at last. */
  start(index: number, item: JsonObject | undefined): readonly StreamEvent[] {
    const name = stringAt(item, 'name') ?? '';
    const call = this.#calls.get(index) ?? this.#open(index, item);
    if (call.isStarted || name === '') return [];
    call.isStarted = true;
    const waiting = call.waiting;
    call.waiting = '';
    const start = { type: 'tool-call-start', id: call.id, name } as const;
    return [start, ...this.addArguments(index, waiting)];
  }

  addArguments(index: number, fragment: string): readonly StreamEvent[] {
    if (fragment === '') return [];
    const call = this.#calls.get(index) ?? this.#open(index, undefined);
    if (call.isDone) return [];
    if (!call.isStarted) {
      call.waiting += fragment;
      return [];
    }
    call.toldLength += fragment.length;
    return [{ type: 'tool-call-delta', id: call.id, argumentsFragment: fragment }];
  }

  /** The closing events repeat the whole text; only what no delta brought is told. */
  completeArguments(index: number, whole: string | undefined): readonly StreamEvent[] {
    const call = this.#calls.get(index);
    if (whole === undefined) return [];
    return this.addArguments(
      index,
      whole.slice((call?.toldLength ?? 0) + (call?.waiting.length ?? 0)),
    );
  }

  /** The item is whole. One the length limit cut is not: it is no call. */
  end(index: number, item: JsonObject): readonly StreamEvent[] {
    const events = [
      ...this.start(index, item),
      ...this.completeArguments(index, stringAt(item, 'arguments')),
    ];
    const call = this.#calls.get(index);
    const isCut = stringAt(item, 'status') === 'incomplete';
    if (!call?.isStarted || call.isDone || isCut) return events;
    call.isDone = true;
    return [...events, { type: 'tool-call-done', id: call.id }];
  }

  /** The response is complete, so every call in it is, also of a server that does not say so. */
  finish(): readonly StreamEvent[] {
    const open = [...this.#calls.values()].filter((call) => call.isStarted && !call.isDone);
    for (const call of open) call.isDone = true;
    return open.map(({ id }) => ({ type: 'tool-call-done', id }));
  }

  /** Where a known call stands that the closing event lists; its place there may be another. */
  placeOf(item: JsonObject): number | undefined {
    const id = idOf(item);
    return [...this.#calls].find(([, call]) => call.id === id)?.[0];
  }

  #open(index: number, item: JsonObject | undefined): CallItem {
    const id = idOf(item);
    const isFree = id !== '' && ![...this.#calls.values()].some((call) => call.id === id);
    const call = {
      id: isFree ? id : this.#makeId(this.#calls.size),
      isStarted: false,
      isDone: false,
      waiting: '',
      toldLength: 0,
    };
    this.#calls.set(index, call);
    return call;
  }
}

/** `call_id` alone joins a call with its output; the item's own id is a last resort. */
function idOf(item: JsonObject | undefined): string {
  return stringAt(item, 'call_id') || stringAt(item, 'id') || '';
}
