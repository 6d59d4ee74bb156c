// What we send, in the vendor's words. What it sends is read leniently, where it is used.
import type { JsonObject } from 'agent-hcl/sdk';

/** Asks the vendor to keep the prefix that ends here. */
export interface CacheMarker {
  readonly type: 'ephemeral';
}

export interface WireText {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: CacheMarker;
}

export interface WireImage {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
  readonly cache_control?: CacheMarker;
}

export interface WireDocument {
  readonly type: 'document';
  /** `data` of `type: 'text'` is the text itself. */
  readonly source: {
    readonly type: 'base64' | 'text';
    readonly media_type: string;
    readonly data: string;
  };
  readonly title?: string;
  readonly cache_control?: CacheMarker;
}

export interface WireToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly cache_control?: CacheMarker;
}

export interface WireToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content?: readonly (WireText | WireImage | WireDocument)[];
  readonly is_error?: true;
  readonly cache_control?: CacheMarker;
}

/** Reasoning goes back exactly as it came, and can not carry a cache marker. */
export type WireThought =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

export type WireCacheable = WireText | WireImage | WireDocument | WireToolUse | WireToolResult;

export type WireBlock = WireCacheable | WireThought;

export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly WireBlock[];
}

export interface WireTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonObject;
  readonly cache_control?: CacheMarker;
}

export type WireToolChoice = {
  readonly type: 'auto' | 'any' | 'none' | 'tool';
  readonly name?: string;
  readonly disable_parallel_tool_use?: boolean;
};

export type WireThinking =
  | { readonly type: 'disabled' }
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'adaptive'; readonly display: string };

/** The body of a request; the fields of `CountBody` are those a token count takes too. */
export interface CountBody {
  readonly model: string;
  readonly system?: readonly WireText[] | undefined;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly (WireTool | JsonObject)[] | undefined;
  readonly tool_choice?: WireToolChoice | undefined;
  readonly thinking?: WireThinking | undefined;
}

export interface MessageBody extends CountBody {
  readonly max_tokens: number;
  readonly stream: true;
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly top_k?: number | undefined;
  readonly stop_sequences?: readonly string[] | undefined;
  readonly output_config?: JsonObject | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly service_tier?: string | undefined;
  readonly container?: string | JsonObject | undefined;
  readonly context_management?: JsonObject | undefined;
  readonly mcp_servers?: readonly JsonObject[] | undefined;
}
