/** The port through which a turn runs tools. This version of the product has none to run. */
import type { JsonObject } from '../protocol/json.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

export type ToolAnswer =
  | { readonly type: 'result'; readonly text: string; readonly isError?: boolean | undefined }
  /** A policy or a person said no. */
  | { readonly type: 'denied'; readonly reason: string };

/**
 * Runs one call. Rejecting, or resolving with nothing, is a failure of the tool that the model is
 * told; it never ends the turn. When `signal` aborts the turn no longer waits.
 */
export type ToolHandler = (call: ToolCall, signal: AbortSignal) => Promise<ToolAnswer | undefined>;

/** By the name the model calls. */
export type ToolHandlers = ReadonlyMap<string, ToolHandler>;
