// A canonical request as arguments and input of the program. It is an agent, and is asked to be a
// model: no tools, no settings of the user, no session. What it can not do is refused, not ignored.
import type { ContentBlock, Message, ModelRequest, ModelSpec } from 'agent-hcl/sdk';
import { invalidRequest } from './errors.ts';

export interface BuiltRequest {
  /** Before `extra_args`, without those of the system prompt. */
  readonly args: readonly string[];
  /** Empty: none at all, not the program's own. */
  readonly systemPrompt: string;
  /** Goes to standard input: arguments are short and everyone on the machine can read them. */
  readonly prompt: string;
  /** The answer is a value, by a schema. */
  readonly isStructured: boolean;
  /** What was left out, for the log. */
  readonly notes: readonly string[];
}

const BARE_MODEL = [
  '-p',
  '--output-format',
  'stream-json',
  '--verbose',
  '--include-partial-messages',
  '--tools',
  '',
  '--strict-mcp-config',
  '--setting-sources=',
  '--no-session-persistence',
];

/**
 * Builds a call of the program.
 *
 * @throws ModelFailure - `invalid_request`: an unknown model, or what the program can not do.
 */
export function buildRequest(request: ModelRequest, models: readonly ModelSpec[]): BuiltRequest {
  const model = models.find(({ id }) => id === request.modelId);
  if (model === undefined) throw invalidRequest(`there is no model "${request.modelId}"`);
  requirePossible(request);
  const prompt = promptOf(request.messages);
  if (prompt.trim() === '') throw invalidRequest('there is no message to answer');
  const sections = request.assembledContext.map(({ content }) => textOf(content));
  const isLimited = request.params?.maxOutputTokens !== undefined;
  return {
    args: [
      ...BARE_MODEL,
      `--model=${model.id}`,
      ...thinkingArgs(request, model),
      ...schemaArgs(request),
    ],
    systemPrompt: sections.filter((text) => text.trim() !== '').join('\n\n'),
    prompt,
    isStructured: request.params?.responseSchemaJson !== undefined,
    notes: isLimited ? ['max_output_tokens is left out: the program has no such limit'] : [],
  };
}

function requirePossible({ tools, params, messages, providerOptions }: ModelRequest): void {
  const kinds = new Set(messages.flatMap(({ content }) => content.flatMap(kindsOf)));
  const problems = [
    tools.length > 0 && 'tools can not be given to it',
    (params?.toolChoice?.mode === 'any' || params?.toolChoice?.mode === 'specific') &&
      'it can not be made to call a tool',
    kinds.has('image') && 'it takes no images',
    kinds.has('document') && 'it takes no documents',
    params?.temperature !== undefined && 'it takes no temperature',
    (params?.stopSequences.length ?? 0) > 0 && 'it takes no stop sequences',
    params?.thinkingBudgetTokens !== undefined && 'it takes no thinking budget, only an effort',
    Object.keys(providerOptions ?? {}).length > 0 && 'it has no provider options',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) {
    throw invalidRequest(`the program answers with text alone: ${problems.join('; ')}`);
  }
}

function kindsOf(block: ContentBlock): readonly ContentBlock['type'][] {
  return block.type === 'tool-result' ? block.content.map(({ type }) => type) : [block.type];
}

function thinkingArgs({ params }: ModelRequest, model: ModelSpec): readonly string[] {
  const { thinkingEffort: effort, thinkingDisabled } = params ?? {};
  if (thinkingDisabled === true) {
    if (effort === undefined) return ['--thinking', 'disabled'];
    throw invalidRequest('thinking is switched off and given an effort');
  }
  if (effort === undefined) return [];
  const levels = model.thinking?.effort?.levels ?? [];
  if (!levels.includes(effort)) {
    throw invalidRequest(`the thinking effort of ${model.id} is one of ${levels.join(', ')}`);
  }
  return [`--effort=${effort}`];
}

/** Linux takes 128 KiB in one argument. */
const MOST_SCHEMA_BYTES = 100_000;

function schemaArgs({ params }: ModelRequest): readonly string[] {
  const schema = params?.responseSchemaJson;
  if (schema === undefined) return [];
  if (Buffer.byteLength(schema) > MOST_SCHEMA_BYTES) {
    throw invalidRequest(`the response schema is longer than ${MOST_SCHEMA_BYTES} bytes`);
  }
  return [`--json-schema=${schema}`];
}

/** Earlier answers can not be given as such: with a history the program gets all of it as one text. */
function promptOf(messages: readonly Message[]): string {
  const [only] = messages;
  if (messages.length === 1 && only?.role === 'user') return textOf(only.content);
  const turns = messages.flatMap(({ role, content }) => {
    const text = textOf(content);
    return text.trim() === '' ? [] : [`<${role}>\n${text}\n</${role}>`];
  });
  return turns.length === 0 ? '' : [INTRODUCTION, ...turns].join('\n\n');
}

const INTRODUCTION =
  'Below is a conversation between a user and you, the assistant. Write the next message of the ' +
  'assistant: its text alone, without tags.';

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap(wordsOf).join('\n\n');
}

/** Thoughts are not repeated; calls and results, of another model, are told. */
function wordsOf(block: ContentBlock): readonly string[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [block.text];
    case 'tool-use':
      return [`[Called the tool ${block.name} with ${JSON.stringify(block.arguments)}]`];
    case 'tool-result': {
      const word = block.isError ? 'The tool failed' : 'The tool answered';
      return [`[${word}: ${block.content.flatMap(wordsOf).join('\n\n')}]`];
    }
    default:
      return [];
  }
}
