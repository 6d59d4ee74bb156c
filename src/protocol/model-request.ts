import type { JsonObject } from './json.ts';
import type { ContentBlock, Message } from './message.ts';

/** The JSON-schema subset every adapter supports (`schema.v1`). */
export interface ToolSchema {
  readonly type: 'object' | 'string' | 'number' | 'boolean' | 'array';
  readonly description: string;
  readonly properties: Readonly<Record<string, ToolSchema>>;
  readonly required: readonly string[];
  readonly items?: ToolSchema | undefined;
  readonly enumValues: readonly string[];
}

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
}

export type ToolChoiceMode = 'auto' | 'any' | 'none' | 'specific';

export interface ToolChoice {
  readonly mode: ToolChoiceMode;
  /** With `specific` only. */
  readonly toolName?: string | undefined;
}

export interface GenerationParams {
  readonly thinkingEffort?: string | undefined;
  readonly thinkingBudgetTokens?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences: readonly string[];
  readonly toolChoice?: ToolChoice | undefined;
  /** Turn reasoning off for this request. */
  readonly thinkingDisabled?: boolean | undefined;
  /** JSON Schema text of a structured answer. */
  readonly responseSchemaJson?: string | undefined;
}

/** System-level text, in chain order; never a message. */
export interface ContextSection {
  readonly provider: string;
  readonly label: string;
  readonly content: readonly ContentBlock[];
  readonly tokens: number;
  readonly stability: 'static' | 'dynamic';
  readonly truncated: boolean;
}

export interface CallContext {
  readonly sessionId: string;
  readonly turnId: string;
  readonly workingDirectory: string;
}

/** Where the kernel wants a cache marker; `after-message` counts messages from zero. */
export type CacheBreakpoint =
  | { readonly type: 'after-assembled-context' }
  | { readonly type: 'after-tools' }
  | { readonly type: 'after-message'; readonly index: number };

/** One completion. The whole history travels every time. */
export interface ModelRequest {
  readonly modelId: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** Absent: the model's defaults. */
  readonly params?: GenerationParams | undefined;
  readonly assembledContext: readonly ContextSection[];
  readonly callContext?: CallContext | undefined;
  readonly cacheBreakpoints: readonly CacheBreakpoint[];
  /** Vendor knobs, passed through untouched. */
  readonly providerOptions?: JsonObject | undefined;
}

/** What a token count covers: a request without its generation-only fields. */
export type CountTokensRequest = Pick<
  ModelRequest,
  'modelId' | 'messages' | 'assembledContext' | 'tools'
>;
