/** The rules of a stream, checked where it is made, so that a broken adapter says so itself. */
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Usage } from '../protocol/usage.ts';
import { ContractViolation } from './failure.ts';

type Stop = Extract<StreamEvent, { readonly type: 'stop' }>;

/** Watches one completion. It changes nothing: an event either passes or is a violation. */
export class StreamGuard {
  #isOver = false;
  #hasStarted = false;
  readonly #openCalls = new Set<string>();
  readonly #doneCalls = new Set<string>();

  /** Whether the terminal event has passed; nothing may follow it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws ContractViolation - the event may not come here. */
  check(event: StreamEvent): void {
    switch (event.type) {
      case 'stream-start':
        demand(!this.#hasStarted, 'stream-start came twice');
        this.#hasStarted = true;
        return;
      case 'tool-call-start':
        this.#startCall(event.id, event.name);
        return;
      case 'tool-call-delta':
        demand(
          this.#openCalls.has(event.id),
          `arguments for tool call "${event.id}", which is not open`,
        );
        return;
      case 'tool-call-done':
        demand(
          this.#openCalls.delete(event.id),
          `the end of tool call "${event.id}", which is not open`,
        );
        this.#doneCalls.add(event.id);
        return;
      case 'usage':
        checkCounts(event.usage);
        return;
      case 'stop':
        this.#checkStop(event);
        this.#isOver = true;
        return;
      case 'error':
        this.#isOver = true;
        return;
      default:
    }
  }

  /** @throws ContractViolation - the stream ended without its terminal event. */
  checkEnd(): void {
    demand(this.#isOver, 'the stream ended without a stop or an error');
  }

  #startCall(id: string, name: string): void {
    demand(id !== '' && name !== '', 'a tool call without an id or a name');
    const isNew = !this.#openCalls.has(id) && !this.#doneCalls.has(id);
    demand(isNew, `two tool calls with the id "${id}"`);
    this.#openCalls.add(id);
  }

  #checkStop({ reason, matchedStopSequence }: Stop): void {
    const [open] = this.#openCalls;
    // A limit or a filter cuts wherever it likes: what it cut is no call.
    const isCut = reason === 'max_tokens' || reason === 'content_filtered';
    demand(open === undefined || isCut, `a stop while tool call "${open}" is open`);
    demand(
      reason !== 'tool_use' || this.#doneCalls.size > 0,
      'a stop for tool use without a tool call',
    );
    demand(
      (matchedStopSequence !== undefined) === (reason === 'stop_sequence'),
      'a matched stop sequence belongs to the reason stop_sequence, and only there',
    );
  }
}

function checkCounts(usage: Usage): void {
  const counts = [
    usage.inputTokens,
    usage.outputTokens,
    usage.cacheReadTokens ?? 0,
    usage.cacheWriteTokens ?? 0,
    usage.reasoningTokens ?? 0,
  ];
  const wrong = counts.find((count) => !Number.isSafeInteger(count) || count < 0);
  demand(wrong === undefined, `a token count of ${wrong}`);
}

function demand(holds: boolean, problem: string): void {
  if (!holds) throw new ContractViolation(problem);
}
