// One content block of a streamed answer, from its start to its stop.
import {
  type JsonObject,
  type JsonValue,
  objectAt,
  type StreamEvent,
  stringAt,
} from 'agent-hcl/sdk';

/** A block that has started. What the vendor runs itself, and what we do not know, is passed over. */
export type OpenBlock =
  | { readonly type: 'text' }
  | { readonly type: 'thinking'; readonly signature: string }
  | {
      readonly type: 'tool-use';
      readonly id: string;
      /** Complete already for calls made by the vendor's own programs; else a placeholder. */
      readonly input: JsonObject;
      readonly hasFragments: boolean;
    }
  | { readonly type: 'passed-over' };

/** A block after one more event, and what that event tells the caller. */
export interface BlockStep {
  readonly block: OpenBlock;
  readonly events: readonly StreamEvent[];
}

/** How blocks name what the caller knows by other names. */
export interface BlockNames {
  /** The declared name of a tool, from the one the vendor was given. */
  toolName(wireName: string): string;
  /** An id for a call that came without one. */
  newCallId(): string;
}

/** `content_block_start`: may carry text of its own, and some blocks whole. */
export function startBlock(content: JsonValue | undefined, names: BlockNames): BlockStep {
  switch (stringAt(content, 'type')) {
    case 'text':
      return { block: { type: 'text' }, events: textDelta(stringAt(content, 'text')) };
    case 'thinking':
      return {
        block: { type: 'thinking', signature: stringAt(content, 'signature') ?? '' },
        events: thinkingDelta(stringAt(content, 'thinking')),
      };
    case 'redacted_thinking':
      return passOver(redacted(stringAt(content, 'data')));
    case 'tool_use':
      return startToolUse(content, names);
    default:
      return passOver([]);
  }
}

/** `content_block_delta`. A delta that does not belong to its block is skipped. */
export function applyDelta(block: OpenBlock, delta: JsonValue | undefined): BlockStep {
  const type = stringAt(delta, 'type');
  if (block.type === 'text' && type === 'text_delta') {
    return { block, events: textDelta(stringAt(delta, 'text')) };
  }
  if (block.type === 'thinking' && type === 'thinking_delta') {
    return { block, events: thinkingDelta(stringAt(delta, 'thinking')) };
  }
  if (block.type === 'thinking' && type === 'signature_delta') {
    const signature = block.signature + (stringAt(delta, 'signature') ?? '');
    return { block: { ...block, signature }, events: [] };
  }
  if (block.type === 'tool-use' && type === 'input_json_delta') {
    return addFragment(block, stringAt(delta, 'partial_json') ?? '');
  }
  return { block, events: [] };
}

/** `content_block_stop`: signs a thought, completes a call. */
export function stopBlock(block: OpenBlock): readonly StreamEvent[] {
  if (block.type === 'thinking') return signature(block.signature);
  if (block.type !== 'tool-use') return [];
  const isWhole = !block.hasFragments && Object.keys(block.input).length > 0;
  const argumentsFragment = JSON.stringify(block.input);
  return [
    ...(isWhole ? [{ type: 'tool-call-delta', id: block.id, argumentsFragment } as const] : []),
    { type: 'tool-call-done', id: block.id },
  ];
}

function startToolUse(content: JsonValue | undefined, names: BlockNames): BlockStep {
  const id = stringAt(content, 'id') || names.newCallId();
  const name = names.toolName(stringAt(content, 'name') ?? '');
  const input = objectAt(content, 'input') ?? {};
  return {
    block: { type: 'tool-use', id, input, hasFragments: false },
    events: [{ type: 'tool-call-start', id, name }],
  };
}

/** The first fragment is often empty; fragments may be cut anywhere, even inside an escape. */
function addFragment(
  block: Extract<OpenBlock, { type: 'tool-use' }>,
  argumentsFragment: string,
): BlockStep {
  if (argumentsFragment === '') return { block, events: [] };
  return {
    block: { ...block, hasFragments: true },
    events: [{ type: 'tool-call-delta', id: block.id, argumentsFragment }],
  };
}

function passOver(events: readonly StreamEvent[]): BlockStep {
  return { block: { type: 'passed-over' }, events };
}

function textDelta(text: string | undefined): readonly StreamEvent[] {
  return text ? [{ type: 'text-delta', text }] : [];
}

function thinkingDelta(text: string | undefined): readonly StreamEvent[] {
  return text ? [{ type: 'thinking-delta', text }] : [];
}

/** Opaque tokens travel as the very text the vendor sent, undecoded. */
function signature(text: string): readonly StreamEvent[] {
  return text ? [{ type: 'thinking-signature', signature: utf8.encode(text) }] : [];
}

function redacted(data: string | undefined): readonly StreamEvent[] {
  return data ? [{ type: 'redacted-thinking', data: utf8.encode(data) }] : [];
}

const utf8 = new TextEncoder();
