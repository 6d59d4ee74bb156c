/** Stream events of one attempt → the assistant's message (`model-protocol` §9.8). Pure state. */
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { ContentBlock } from '../protocol/message.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';

/** What an event completed, or what was wrong with it. */
export type AccumulatorNotice =
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  /** The arguments are no JSON object: the call is kept, its result is this error. */
  | {
      readonly type: 'bad-tool-call';
      readonly id: string;
      readonly name: string;
      readonly message: string;
    }
  /** The provider broke the order of events; the event was ignored. */
  | { readonly type: 'defect'; readonly message: string };

export interface Accumulator {
  /** Constant work for a delta. Usage, metadata and terminal events change nothing. */
  add(event: StreamEvent): AccumulatorNotice | undefined;
  /** All text so far, blocks joined. */
  text(): string;
  /** Blocks of a finished message; tool calls that were never closed are left out. */
  blocks(): readonly ContentBlock[];
  /** What a cut message keeps: as `blocks`, without reasoning that was not signed yet. */
  completeBlocks(): readonly ContentBlock[];
  /** Names of tool calls that were never closed. */
  openCalls(): readonly string[];
}

type Draft =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'thinking'; text: string; signature: Uint8Array }
  | { readonly type: 'redacted-thinking'; readonly data: Uint8Array }
  | ToolDraft;

interface ToolDraft {
  readonly type: 'tool-use';
  readonly id: string;
  readonly name: string;
  json: string;
  /** Present once the call is closed. */
  arguments: JsonObject | undefined;
}

interface State {
  readonly drafts: Draft[];
  /** The text or thinking block that the next delta of its kind continues. */
  open: Draft | undefined;
  readonly calls: Map<string, ToolDraft>;
}

const NO_BYTES = new Uint8Array();

export function createAccumulator(): Accumulator {
  const state: State = { drafts: [], open: undefined, calls: new Map() };
  return {
    add: (event) => addEvent(state, event),
    text: () => textOf(state.drafts),
    blocks: () => state.drafts.flatMap(finishedBlock),
    completeBlocks: () => state.drafts.filter((draft) => !isUnsigned(draft)).flatMap(finishedBlock),
    openCalls: () => [...state.calls.values()].filter(isOpen).map((call) => call.name),
  };
}

function addEvent(state: State, event: StreamEvent): AccumulatorNotice | undefined {
  switch (event.type) {
    case 'text-delta':
      addText(state, event.text);
      return undefined;
    case 'thinking-delta':
      addThinking(state, event.text);
      return undefined;
    case 'thinking-signature':
      sign(state, event.signature);
      return undefined;
    case 'redacted-thinking':
      state.open = undefined;
      state.drafts.push({ type: 'redacted-thinking', data: new Uint8Array(event.data) });
      return undefined;
    case 'tool-call-start':
      return startCall(state, event.id, event.name);
    case 'tool-call-delta':
      return continueCall(state, event.id, event.argumentsFragment);
    case 'tool-call-done':
      return closeCall(state, event.id);
    case 'stream-start':
    case 'usage':
    case 'metadata':
    case 'stop':
    case 'error':
      return undefined;
  }
}

function addText(state: State, text: string): void {
  if (text === '') return;
  if (state.open?.type === 'text') {
    state.open.text += text;
    return;
  }
  state.open = { type: 'text', text };
  state.drafts.push(state.open);
}

function addThinking(state: State, text: string): void {
  if (text === '') return;
  if (state.open?.type === 'thinking') {
    state.open.text += text;
    return;
  }
  state.open = { type: 'thinking', text, signature: NO_BYTES };
  state.drafts.push(state.open);
}

/**
 * A signature closes the reasoning before it. Without such reasoning it is a block of its own with
 * an empty text: vendors sign reasoning they do not show, and some sign a text part, whose place
 * in the order must stay.
 */
function sign(state: State, signature: Uint8Array): void {
  // A copy: the bytes may be a view of a transport buffer.
  const bytes = new Uint8Array(signature);
  if (state.open?.type === 'thinking') state.open.signature = bytes;
  else if (bytes.byteLength > 0)
    state.drafts.push({ type: 'thinking', text: '', signature: bytes });
  state.open = undefined;
}

function startCall(state: State, id: string, name: string): AccumulatorNotice | undefined {
  if (id === '' || name === '') return defect('started a tool call without an id or a name');
  if (state.calls.has(id)) return defect(`started the tool call "${id}" twice`);
  const call: ToolDraft = { type: 'tool-use', id, name, json: '', arguments: undefined };
  state.calls.set(id, call);
  state.drafts.push(call);
  state.open = undefined;
  return undefined;
}

function continueCall(state: State, id: string, fragment: string): AccumulatorNotice | undefined {
  const call = state.calls.get(id);
  if (call === undefined) return defect(`sent arguments of the tool call "${id}" before its start`);
  if (!isOpen(call)) return defect(`sent arguments of the tool call "${id}" after its end`);
  call.json += fragment;
  return undefined;
}

function closeCall(state: State, id: string): AccumulatorNotice | undefined {
  const call = state.calls.get(id);
  if (call === undefined) return defect(`ended the tool call "${id}" before its start`);
  if (!isOpen(call)) return defect(`ended the tool call "${id}" twice`);
  const { name } = call;
  const parsed = call.json === '' ? {} : parseObject(call.json);
  call.arguments = parsed ?? {};
  if (parsed !== undefined) return { type: 'tool-call', id, name, arguments: parsed };
  const message = `The arguments of "${name}" are not one JSON object.`;
  return { type: 'bad-tool-call', id, name, message };
}

/** Foreign text: anything but one JSON object, too deep ones included, is `undefined`. */
function parseObject(json: string): JsonObject | undefined {
  let value: JsonValue;
  try {
    // What `JSON.parse` returns is JSON by its contract.
    value = JSON.parse(json) as JsonValue;
  } catch {
    return undefined;
  }
  return isObject(value) ? value : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOpen(call: ToolDraft): boolean {
  return call.arguments === undefined;
}

function isUnsigned(draft: Draft): boolean {
  return draft.type === 'thinking' && draft.signature.byteLength === 0;
}

function finishedBlock(draft: Draft): readonly ContentBlock[] {
  if (draft.type !== 'tool-use') return [{ ...draft }];
  const { id, name } = draft;
  if (draft.arguments === undefined) return [];
  return [{ type: 'tool-use', id, name, arguments: draft.arguments }];
}

function textOf(drafts: readonly Draft[]): string {
  return drafts.map((draft) => (draft.type === 'text' ? draft.text : '')).join('');
}

function defect(message: string): AccumulatorNotice {
  return { type: 'defect', message };
}
