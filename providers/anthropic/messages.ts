// The history as the vendor wants it: roles in turn, a user first, every tool call answered by the
// very next message, no empty text, and thoughts only for the model that had them.
import type {
  ContentBlock,
  Message,
  ModelSpec,
  ToolResultBlock,
  ToolUseBlock,
} from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';
import { wireDocument, wireImage } from './media.ts';

import { CallIds, wireToolName } from './tool-names.ts';
import type { WireBlock, WireDocument, WireImage, WireText, WireToolResult } from './wire.ts';

/** A block and the index of the message it came from; what we had to add came from none. */
export interface Piece {
  readonly source?: number | undefined;
  readonly block: WireBlock;
}

export interface Turn {
  readonly role: Message['role'];
  readonly pieces: readonly Piece[];
}

export interface HistoryOptions {
  readonly model: ModelSpec;
  /** Whether the reasoning in a message was that of the model asked now. */
  ownsThoughts(message: Message): boolean;
}

/**
 * Arranges a history in turns.
 *
 * @throws ModelFailure - `invalid_request`: an image or document that the model does not take.
 */
export function arrangeHistory(messages: readonly Message[], options: HistoryOptions): Turn[] {
  const reader = new EntryReader(options);
  const turns = takeTurns(messages.map((message, source) => reader.read(message, source)));
  return withTrimmedEnd(startedByUser(turns));
}

/** Stands for the result of a call that never got one, as after an interrupt. */
const INTERRUPTED = 'The tool call was interrupted before it gave a result.';
const SILENT_FAILURE = 'The tool failed without a message.';
const LEFT_OUT = '(Earlier messages are left out.)';

/** A call, and its result once one is met; a result may come later than the next message. */
interface Call {
  readonly id: string;
  readonly wireId: string;
  answer?: readonly Piece[];
}

interface Entry extends Turn {
  readonly calls: readonly Call[];
}

class EntryReader {
  readonly #options: HistoryOptions;
  readonly #ids = new CallIds();
  readonly #unanswered: Call[] = [];

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  read(message: Message, source: number): Entry {
    const calls: Call[] = [];
    const pieces = message.content.flatMap((block): readonly Piece[] => {
      if (block.type === 'tool-result') return this.#readResult(block, source);
      if (block.type === 'tool-use') return [{ source, block: this.#readCall(block, calls) }];
      return this.#readPlain(block, message).map((plain) => ({ source, block: plain }));
    });
    this.#unanswered.push(...calls);
    return { role: message.role, pieces, calls };
  }

  #readCall(block: ToolUseBlock, calls: Call[]): WireBlock {
    const wireId = this.#ids.next(block.id);
    calls.push({ id: block.id, wireId });
    return { type: 'tool_use', id: wireId, name: wireToolName(block.name), input: block.arguments };
  }

  /** A result stays with its call; one without a call becomes text, since it would be refused. */
  #readResult(block: ToolResultBlock, source: number): readonly Piece[] {
    const index = this.#unanswered.findLastIndex((call) => call.id === block.toolUseId);
    const [call] = index < 0 ? [] : this.#unanswered.splice(index, 1);
    const content = resultContent(block, this.#options.model);
    if (call === undefined) return content.map((part) => ({ source, block: part }));
    call.answer = answerTo(call, { block, content, source });
    return [];
  }

  #readPlain(block: ContentBlock, message: Message): readonly WireBlock[] {
    const isThought = block.type === 'thinking' || block.type === 'redacted-thinking';
    if (isThought && !this.#options.ownsThoughts(message)) return [];
    return plainBlock(block, this.#options.model);
  }
}

function plainBlock(block: ContentBlock, model: ModelSpec): readonly WireBlock[] {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image':
      return [wireImage(block, model)];
    case 'document':
      return [wireDocument(block, model)];
    case 'thinking':
      // Unsigned ones, of an answer that was cut off, can not be sent back.
      return block.signature.length === 0
        ? []
        : [{ type: 'thinking', thinking: block.text, signature: asReceived(block.signature) }];
    case 'redacted-thinking':
      return [{ type: 'redacted_thinking', data: asReceived(block.data) }];
    default:
      throw invalidRequest('a tool call or result can not stand inside a tool result');
  }
}

/** Opaque tokens were kept as the UTF-8 bytes of the text the vendor sent. */
function asReceived(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

type ResultPart = WireText | WireImage | WireDocument;

function resultContent(result: ToolResultBlock, model: ModelSpec): readonly ResultPart[] {
  return result.content.flatMap((block) => plainBlock(block, model)).filter(isResultPart);
}

function isResultPart(block: WireBlock): block is ResultPart {
  return block.type === 'text' || block.type === 'image' || block.type === 'document';
}

interface Result {
  readonly block: ToolResultBlock;
  readonly content: readonly ResultPart[];
  readonly source: number;
}

/** A failed call may only be told in words: pictures of the failure follow after the results. */
function answerTo(call: Call, { block, content, source }: Result): readonly Piece[] {
  if (!block.isError) {
    const parts = content.length === 0 ? {} : { content };
    return [{ source, block: { type: 'tool_result', tool_use_id: call.wireId, ...parts } }];
  }
  const words = content.filter((part) => part.type === 'text');
  const others = content.filter((part) => part.type !== 'text');
  return [
    { source, block: failedResult(call, words) },
    ...others.map((part) => ({ source, block: part })),
  ];
}

function failedResult(call: Call, words: readonly WireText[]): WireToolResult {
  const content = words.length > 0 ? words : [{ type: 'text', text: SILENT_FAILURE } as const];
  return { type: 'tool_result', tool_use_id: call.wireId, content, is_error: true };
}

/** Joins what follows in one role, and answers calls before anything else is said. */
function takeTurns(entries: readonly Entry[]): Turn[] {
  const turns: { role: Message['role']; pieces: Piece[] }[] = [];
  const append = (role: Message['role'], pieces: readonly Piece[]) => {
    const last = turns.at(-1);
    if (last?.role === role) last.pieces.push(...pieces);
    else turns.push({ role, pieces: [...pieces] });
  };
  let open: readonly Call[] = [];
  for (const entry of entries) {
    if (entry.pieces.length === 0) continue;
    if (open.length > 0) append('user', answers(open));
    append(entry.role, entry.pieces);
    open = entry.calls;
  }
  if (open.length > 0) append('user', answers(open));
  return turns;
}

/** All results first, in the order of the calls, then what came with them. */
function answers(calls: readonly Call[]): readonly Piece[] {
  const pieces = calls.flatMap((call) => call.answer ?? [{ block: interrupted(call) }]);
  const isResult = ({ block }: Piece) => block.type === 'tool_result';
  return [...pieces.filter(isResult), ...pieces.filter((piece) => !isResult(piece))];
}

function interrupted(call: Call): WireToolResult {
  return failedResult(call, [{ type: 'text', text: INTERRUPTED }]);
}

function startedByUser(turns: Turn[]): Turn[] {
  if (turns[0]?.role !== 'assistant') return turns;
  return [{ role: 'user', pieces: [{ block: { type: 'text', text: LEFT_OUT } }] }, ...turns];
}

/** An answer to be continued must not end in white space. */
function withTrimmedEnd(turns: Turn[]): Turn[] {
  const last = turns.at(-1);
  const piece = last?.pieces.at(-1);
  if (last?.role !== 'assistant' || piece?.block.type !== 'text') return turns;
  const block = { ...piece.block, text: piece.block.text.trimEnd() };
  const pieces = [...last.pieces.slice(0, -1), { ...piece, block }];
  return [...turns.slice(0, -1), { ...last, pieces }];
}
