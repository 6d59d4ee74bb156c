// The history as the vendor wants it: roles in turn, a user first, all results of a turn's calls in
// the very next content, and each signature on a part at its own place.
import type {
  ContentBlock,
  JsonObject,
  Message,
  ModelSpec,
  ToolResultBlock,
  ToolUseBlock,
} from 'agent-hcl/sdk';
import { inlineData } from './media.ts';
import { isMadeUpCallId, wireToolName } from './tool-names.ts';
import { demandsSignatures } from './traits.ts';

export interface HistoryOptions {
  readonly model: ModelSpec;
  /** Whether another vendor's model wrote a message: its ids and signatures mean nothing here. */
  isForeign(message: Message): boolean;
}

/**
 * Arranges a history as `contents`.
 *
 * @throws ModelFailure - `invalid_request`: an image or document that the model does not take.
 */
export function arrangeHistory(
  messages: readonly Message[],
  options: HistoryOptions,
): readonly JsonObject[] {
  const reader = new EntryReader(options);
  const turns = takeTurns(messages.map((message) => reader.read(message)));
  const [first] = turns;
  const started = first?.role === 'model' ? [userTurn(LEFT_OUT), ...turns] : turns;
  return started.map(({ role, parts }) => ({ role, parts }));
}

/** Stands for the result of a call that never got one, as after an interrupt. */
const INTERRUPTED = 'The tool call was interrupted before it gave a result.';
const SILENT_FAILURE = 'The tool failed without a message.';
const LEFT_OUT = '(Earlier messages are left out.)';

/** The vendor's own stand-in for the signature of a call that another model made. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

interface Turn {
  readonly role: 'user' | 'model';
  readonly parts: readonly JsonObject[];
}

/** A call, and its result once one is met; a result may come later than the next message. */
interface Call {
  readonly id: string;
  /** What names the call on the wire, in its part and in that of its result. */
  readonly label: JsonObject;
  answer?: readonly JsonObject[];
}

interface Entry extends Turn {
  readonly calls: readonly Call[];
}

function userTurn(text: string): Turn {
  return { role: 'user', parts: [{ text }] };
}

class EntryReader {
  readonly #options: HistoryOptions;
  readonly #unanswered: Call[] = [];

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  read(message: Message): Entry {
    if (message.role === 'user') {
      const parts = message.content.flatMap((block) => this.#readUser(block));
      return { role: 'user', parts, calls: [] };
    }
    const { parts, calls } = this.#readModel(message);
    this.#unanswered.push(...calls);
    return { role: 'model', parts, calls };
  }

  /** A result stays with its call; one without a call becomes text, since it would be refused. */
  #readUser(block: ContentBlock): readonly JsonObject[] {
    const { model } = this.#options;
    if (block.type !== 'tool-result') return plainPart(block, model);
    const index = this.#unanswered.findLastIndex((call) => call.id === block.toolUseId);
    const [call] = index < 0 ? [] : this.#unanswered.splice(index, 1);
    if (call === undefined) return block.content.flatMap((part) => plainPart(part, model));
    call.answer = resultParts(call, block, model);
    return [];
  }

  #readModel(message: Message): { readonly parts: JsonObject[]; readonly calls: Call[] } {
    const { model } = this.#options;
    const isForeign = this.#options.isForeign(message);
    const parts: JsonObject[] = [];
    const calls: Call[] = [];
    let signature: string | undefined;
    for (const block of message.content) {
      if (block.type === 'tool-use') {
        const call = callOf(block, isForeign);
        const standIn = calls.length === 0 && demandsSignatures(model) ? NO_SIGNATURE : undefined;
        parts.push(callPart(block, call, signature ?? standIn));
        calls.push(call);
        signature = undefined;
        continue;
      }
      // A signature that no call follows was on a text, or on an empty one of its own.
      if (signature !== undefined) parts.push({ text: '', thoughtSignature: signature });
      signature = isForeign ? undefined : signatureOf(block);
      parts.push(...plainPart(block, model));
    }
    if (signature !== undefined) parts.push({ text: '', thoughtSignature: signature });
    return { parts, calls };
  }
}

/** Summaries of thoughts are for people and do not go back; their signature does. */
function signatureOf(block: ContentBlock): string | undefined {
  if (block.type !== 'thinking' || block.signature.length === 0) return undefined;
  return new TextDecoder().decode(block.signature);
}

function callOf({ id, name }: ToolUseBlock, isForeign: boolean): Call {
  const isGiven = !isForeign && !isMadeUpCallId(id);
  return { id, label: { ...(isGiven ? { id } : {}), name: wireToolName(name) } };
}

function callPart(block: ToolUseBlock, call: Call, signature: string | undefined): JsonObject {
  return {
    functionCall: { ...call.label, args: block.arguments },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

function plainPart(block: ContentBlock, model: ModelSpec): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ text: block.text }];
    case 'image':
    case 'document':
      return [inlineData(block, model)];
    default:
      return [];
  }
}

/** The response must be an object. Older models see media of a result only as parts after it. */
function resultParts(
  call: Call,
  { content, isError }: ToolResultBlock,
  model: ModelSpec,
): readonly JsonObject[] {
  const words = content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n');
  const media = content
    .filter(({ type }) => type === 'image' || type === 'document')
    .flatMap((block) => plainPart(block, model));
  const response = isError ? { error: words || SILENT_FAILURE } : { output: words };
  const isInside = media.length > 0 && demandsSignatures(model);
  const functionResponse = { ...call.label, response, ...(isInside ? { parts: media } : {}) };
  return [{ functionResponse }, ...(isInside ? [] : media)];
}

/** Joins what follows in one role, and answers calls before anything else is said. */
function takeTurns(entries: readonly Entry[]): readonly Turn[] {
  const turns: Turn[] = [];
  const append = (role: Turn['role'], parts: readonly JsonObject[]) => {
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, parts: [...last.parts, ...parts] };
    else turns.push({ role, parts });
  };
  let open: readonly Call[] = [];
  for (const entry of entries) {
    if (entry.parts.length === 0) continue;
    if (open.length > 0) append('user', answers(open));
    append(entry.role, entry.parts);
    open = entry.calls;
  }
  if (open.length > 0) append('user', answers(open));
  return turns;
}

/** All results first, in the order of the calls, then the media that came with them. */
function answers(calls: readonly Call[]): readonly JsonObject[] {
  const parts = calls.flatMap((call) => call.answer ?? [interrupted(call)]);
  const isResult = (part: JsonObject) => Object.hasOwn(part, 'functionResponse');
  return [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))];
}

function interrupted({ label }: Call): JsonObject {
  return { functionResponse: { ...label, response: { error: INTERRUPTED } } };
}
