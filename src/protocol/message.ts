import type { JsonObject } from './json.ts';

export type Role = 'user' | 'assistant';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** A model's request to run a tool; arguments are already parsed. */
export interface ToolUseBlock {
  readonly type: 'tool-use';
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface ToolResultBlock {
  readonly type: 'tool-result';
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly data: Uint8Array;
  /** MIME type, such as `image/png`. */
  readonly mediaType: string;
}

export interface DocumentBlock {
  readonly type: 'document';
  readonly data: Uint8Array;
  readonly mediaType: string;
  readonly filename?: string | undefined;
}

/** Reasoning. `signature` is opaque and goes back byte for byte; empty when the vendor has none. */
export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature: Uint8Array;
}

/** Encrypted reasoning, opaque and whole. */
export interface RedactedThinkingBlock {
  readonly type: 'redacted-thinking';
  readonly data: Uint8Array;
}

export type ContentBlock =
  | TextBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | ThinkingBlock
  | RedactedThinkingBlock;

export interface Message {
  /** Assigned by the kernel (a ULID), stable for ever. */
  readonly id: string;
  readonly role: Role;
  readonly content: readonly ContentBlock[];
  readonly producedByProvider?: string | undefined;
  readonly producedByModelId?: string | undefined;
}
