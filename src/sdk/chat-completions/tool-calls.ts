import type { JsonValue } from '../../protocol/json.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import { isJsonObject, numberAt, objectAt, parseJson, stringAt, valueAt } from '../json.ts';

interface OpenCall {
  readonly id: string;
  /** As the server numbered it, which need not be unique. */
  readonly index: number | undefined;
  /** Told to the consumer; before that, fragments wait here for the name. */
  isStarted: boolean;
  name: string;
  arguments: string;
}

/**
 * Puts tool calls together from fragments. Servers number them in every way there is: one index for
 * all, none, or starting at 1; ids in the first fragment, in each, or never. So the id decides, then
 * the index, then the presence of a name.
 */
export class ToolCallAssembler {
  readonly #calls: OpenCall[] = [];
  readonly #makeId: (index: number) => string;

  /** @param makeId - An id for the n-th call of a server that gives none. */
  constructor(makeId: (index: number) => string) {
    this.#makeId = makeId;
  }

  get isEmpty(): boolean {
    return !this.#calls.some(({ isStarted }) => isStarted);
  }

  /** Takes one element of `tool_calls`, or a legacy `function_call`. */
  accept(fragment: JsonValue): readonly StreamEvent[] {
    const call = this.#find(fragment);
    const name = stringAt(fragment, 'function', 'name') ?? '';
    // Later fragments repeat the name or send an empty one; neither overwrites nor appends.
    if (call.name === '') call.name = name;
    const text = argumentsText(valueAt(fragment, 'function', 'arguments'));
    if (!call.isStarted) {
      call.arguments += text;
      return call.name === '' ? [] : this.#start(call);
    }
    call.arguments += text;
    return text === '' ? [] : [deltaOf(call.id, text)];
  }

  /**
   * Ends the calls that are complete.
   *
   * @param keepsBroken - Whether a call whose arguments are no JSON object ends too, for the kernel
   *   to answer; not when the answer was cut by its length.
   */
  finish(keepsBroken: boolean): readonly StreamEvent[] {
    return this.#calls.flatMap((call): readonly StreamEvent[] => {
      if (!call.isStarted) return [];
      return keepsBroken || isComplete(call) ? [{ type: 'tool-call-done', id: call.id }] : [];
    });
  }

  /** Whether some call's arguments do not form a JSON object. */
  get hasBroken(): boolean {
    return this.#calls.some((call) => call.isStarted && !isComplete(call));
  }

  #find(fragment: JsonValue): OpenCall {
    const id = stringAt(fragment, 'id') || undefined;
    const index = numberAt(fragment, 'index');
    if (id !== undefined) return this.#findById(id, index);
    const last = this.#calls.at(-1);
    if (index !== undefined) {
      return this.#calls.findLast((call) => call.index === index) ?? this.#open(undefined, index);
    }
    const hasName = (stringAt(fragment, 'function', 'name') ?? '') !== '';
    return last === undefined || hasName ? this.#open(undefined, index) : last;
  }

  #findById(id: string, index: number | undefined): OpenCall {
    const known = this.#calls.find((call) => call.id === id);
    if (known === undefined) return this.#open(id, index);
    // The same id under another number, after a whole call: a server that repeats its ids.
    const isOther = index !== undefined && known.index !== undefined && known.index !== index;
    if (!isOther || !isWhole(known)) return known;
    return this.#calls.find((call) => call.index === index) ?? this.#open(undefined, index);
  }

  #open(id: string | undefined, index: number | undefined): OpenCall {
    const made = id ?? this.#makeId(this.#calls.length);
    const call = { id: made, index, isStarted: false, name: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }

  #start(call: OpenCall): readonly StreamEvent[] {
    call.isStarted = true;
    const start = { type: 'tool-call-start', id: call.id, name: call.name } as const;
    return call.arguments === '' ? [start] : [start, deltaOf(call.id, call.arguments)];
  }
}

function deltaOf(id: string, argumentsFragment: string): StreamEvent {
  return { type: 'tool-call-delta', id, argumentsFragment };
}

/** Some servers send the arguments parsed; those are serialised once. */
function argumentsText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return isJsonObject(value) ? JSON.stringify(value) : '';
}

function isWhole(call: OpenCall): boolean {
  return objectAt(parseJson(call.arguments)) !== undefined;
}

function isComplete(call: OpenCall): boolean {
  return call.arguments.trim() === '' || isWhole(call);
}
