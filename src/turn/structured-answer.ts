/** Answers that have to be one JSON value of a given shape: how they are asked for and read. Pure. */
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { ContentBlock, Message } from '../protocol/message.ts';
import type { GenerationParams } from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';

/** The shape an answer must have; who knows a schema language gives it. */
export interface AnswerSchema {
  /** A JSON Schema, as models read it. */
  readonly schema: JsonObject;
  /** What is wrong with a value, a line for each fault and its JSON pointer; empty: nothing. */
  problems(value: JsonValue): readonly string[];
}

export type ReadAnswer =
  | { readonly type: 'value'; readonly value: JsonValue }
  | { readonly type: 'wrong'; readonly problems: readonly string[] };

/**
 * The value that an answer is. A Markdown fence around it is taken off; a value within prose is not
 * looked for, since an example in a refusal would pass for an answer.
 */
export function readAnswer(text: string, schema: AnswerSchema): ReadAnswer {
  const value = parseJson(withoutFence(text.trim()));
  if (value === undefined) return { type: 'wrong', problems: [NOT_JSON] };
  const problems = schema.problems(value);
  return problems.length === 0 ? { type: 'value', value } : { type: 'wrong', problems };
}

const NOT_JSON = 'it is not one JSON value, without other text around it';
const OPENING = /^```(?:json)?[ \t]*\r?$/i;
const CLOSING = '```';

function withoutFence(text: string): string {
  const end = text.indexOf('\n');
  if (!OPENING.test(text.slice(0, end)) || !text.endsWith(CLOSING)) return text;
  return text.slice(end, -CLOSING.length);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    // What `JSON.parse` returns is JSON by its contract; text nested too deep is refused by it too.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * A request that asks for the shape: by the vendor's own mechanism where the model has one, else in
 * words. The mechanisms take objects only, so that another value is always asked for in words.
 */
export function askForShape<T extends ShapedRequest>(
  request: T,
  spec: ModelSpec,
  schema: AnswerSchema,
): T {
  if (spec.supportsResponseSchema === true && schema.schema['type'] === 'object') {
    const responseSchemaJson = JSON.stringify(schema.schema);
    return { ...request, params: { stopSequences: [], ...request.params, responseSchemaJson } };
  }
  const words: ContentBlock = { type: 'text', text: instruction(schema) };
  const last = request.messages.length - 1;
  const messages = request.messages.map((message, index) =>
    index === last ? { ...message, content: [...message.content, words] } : message,
  );
  return { ...request, messages };
}

interface ShapedRequest {
  readonly messages: readonly Message[];
  readonly params?: GenerationParams | undefined;
}

/** At the end of what the user says, where small models heed it most; history does not keep it. */
function instruction({ schema }: AnswerSchema): string {
  const text = JSON.stringify(schema);
  return `\n\nAnswer with one JSON value that this JSON Schema accepts, and with nothing else: no explanation, no Markdown.\n\n${text}`;
}

/** What is said to a model whose answer was wrong. */
export function repairText(problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return `Your answer does not have the shape that was asked for:\n${list}\nAnswer again with the whole corrected JSON value and nothing else.`;
}
