// Tool calls of one answer, from parts that hold a call whole or a piece of it.
import { booleanAt, type JsonObject, objectAt, type StreamEvent, stringAt } from 'agent-hcl/sdk';
import { PartialArguments, partialValues } from './partial-arguments.ts';
import { madeUpCallId } from './tool-names.ts';

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly args: PartialArguments;
}

export interface CallNames {
  /** The declared name of a tool, from the one the vendor was given. */
  toolName(wireName: string): string;
  /** Tells the calls of this answer apart from those of others. */
  answerId(): string;
}

/**
 * Reads calls in their order. A call is told when it is complete: pieces come as values at paths,
 * whose JSON can not be written before the last one is there.
 */
export class CallReader {
  readonly #names: CallNames;
  readonly #ids = new Set<string>();
  #open: OpenCall | undefined;
  #completed = 0;

  constructor(names: CallNames) {
    this.#names = names;
  }

  get hasCompleted(): boolean {
    return this.#completed > 0;
  }

  /** Reads one `functionCall`. Its signature, if any, comes before the call it is on. */
  read(call: JsonObject, signature: readonly StreamEvent[]): readonly StreamEvent[] {
    const name = stringAt(call, 'name') ?? '';
    const args = objectAt(call, 'args');
    const values = partialValues(call);
    const events: StreamEvent[] = [];
    if (name !== '') {
      events.push(...this.close());
      this.#open = { id: this.#newId(stringAt(call, 'id')), name, args: new PartialArguments() };
    }
    events.push(...signature);
    if (args !== undefined) this.#open?.args.set(args);
    this.#open?.args.add(values);
    // A piece that does not announce another one is the last; so is one that brings nothing.
    if (booleanAt(call, 'willContinue') !== true) events.push(...this.close());
    return events;
  }

  /** Completes the open call: the piece that should have closed it can be missing. */
  close(): readonly StreamEvent[] {
    const call = this.#open;
    if (call === undefined) return [];
    this.#open = undefined;
    this.#completed += 1;
    const { id } = call;
    const argumentsFragment = JSON.stringify(call.args.toJson());
    return [
      { type: 'tool-call-start', id, name: this.#names.toolName(call.name) },
      { type: 'tool-call-delta', id, argumentsFragment },
      { type: 'tool-call-done', id },
    ];
  }

  /** Forgets the open call: it was cut off in the middle. */
  drop(): void {
    this.#open = undefined;
  }

  /** Two calls of one tool must differ, and some answers have no ids or the same one twice. */
  #newId(given: string | undefined): string {
    const isUsable = given !== undefined && given !== '' && !this.#ids.has(given);
    const id = isUsable ? given : madeUpCallId(this.#names.answerId(), this.#ids.size);
    this.#ids.add(id);
    return id;
  }
}
