/** Runs the tool calls of one step; every call gets a result, whatever happens. */
import type { ToolResultBlock } from '../protocol/message.ts';
import type { ToolAnswer, ToolCall, ToolHandlers } from './tool-handler.ts';

export interface ToolStep {
  readonly calls: readonly ToolCall[];
  readonly handlers: ToolHandlers;
  /** Calls that can not be run: id → why. */
  readonly failures: ReadonlyMap<string, string>;
  /** The model expects its calls to run side by side; otherwise one runs after the other. */
  readonly isParallel: boolean;
  readonly signal: AbortSignal;
}

export interface ToolStepResult {
  /** One for each call, in the order of the calls. */
  readonly results: readonly ToolResultBlock[];
  /** A handler was called, so something may have changed outside. */
  readonly hasRun: boolean;
}

export async function runTools(step: ToolStep): Promise<ToolStepResult> {
  const { calls, failures, handlers } = step;
  const results: ToolResultBlock[] = [];
  if (step.isParallel) {
    results.push(...(await Promise.all(calls.map((call) => runCall(step, call)))));
  } else {
    for (const call of calls) results.push(await runCall(step, call));
  }
  const hasRun = calls.some(({ id, name }) => !failures.has(id) && handlers.has(name));
  return { results, hasRun };
}

/** The result of a call that was not run, or failed. */
export function failedCall({ id }: ToolCall, why: string): ToolResultBlock {
  return resultOf(id, why, true);
}

async function runCall(step: ToolStep, call: ToolCall): Promise<ToolResultBlock> {
  const failure = step.failures.get(call.id);
  if (failure !== undefined) return failedCall(call, failure);
  const handler = step.handlers.get(call.name);
  if (handler === undefined) return failedCall(call, unknownTool(call.name, step.handlers));
  if (step.signal.aborted) return failedCall(call, interrupted(call.name));
  let answer: ToolAnswer | undefined;
  try {
    answer = await untilAborted(handler(call, step.signal), step.signal, {
      type: 'result',
      text: interrupted(call.name),
      isError: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedCall(call, `The tool "${call.name}" failed: ${reason}`);
  }
  return answered(call, answer);
}

function answered(call: ToolCall, answer: ToolAnswer | undefined): ToolResultBlock {
  if (answer === undefined) return failedCall(call, `The tool "${call.name}" returned nothing.`);
  switch (answer.type) {
    case 'result':
      return resultOf(call.id, answer.text, answer.isError === true);
    case 'denied':
      return failedCall(call, `The tool "${call.name}" was not allowed: ${answer.reason}`);
  }
}

function resultOf(toolUseId: string, text: string, isError: boolean): ToolResultBlock {
  return { type: 'tool-result', toolUseId, content: [{ type: 'text', text }], isError };
}

function unknownTool(name: string, handlers: ToolHandlers): string {
  const known = [...handlers.keys()].map((other) => `"${other}"`).join(', ');
  return `There is no tool "${name}".${known === '' ? '' : ` There are: ${known}.`}`;
}

function interrupted(name: string): string {
  return `The turn was ended before the tool "${name}" had answered.`;
}

/** A tool that does not listen to the signal is not waited for; its late failure is nobody's. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<T>((resolve) => {
    stop = () => resolve(otherwise);
    signal.addEventListener('abort', stop);
    // The tool itself may have led to it before anybody listened.
    if (signal.aborted) stop();
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
