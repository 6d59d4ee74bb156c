// How the servers differ, as data. A field that is not named here is never sent.
export const DIALECT_NAMES = [
  'generic',
  'ollama',
  'llamacpp',
  'vllm',
  'lmstudio',
  'deepseek',
  'mistral',
  'groq',
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

export interface Dialect {
  readonly name: DialectName;
  /** Hosts that speak it: the name itself and everything below it. */
  readonly hosts: readonly string[];
  /** The port of its own, on this machine or in a private network. */
  readonly port?: string;
  /** What the server calls the owner of its models, where that tells it apart. */
  readonly owner?: string;
  /** Version segment of its paths. */
  readonly version: string | undefined;
  readonly hasResponses: boolean;
  /** The word for "must call a tool"; absent: no tool choice at all. */
  readonly anyToolChoice?: 'required' | 'any';
  readonly takesToolByName: boolean;
  /** Whether it may be asked to count at the end of a stream; some count unasked. */
  readonly streamOptions: boolean;
  /** Where the running window and the abilities of a model are told. */
  readonly roster: 'models' | 'ollama' | 'llamacpp' | 'lmstudio';
  /** How reasoning is steered. */
  readonly reasoning: 'none' | 'effort' | 'template' | 'deepseek';
  /** How earlier reasoning goes back. */
  readonly replay: 'none' | 'field' | 'parts';
  /** Whether reasoning may stand in the answer behind a tag. */
  readonly mayTagThoughts: boolean;
  /** The server takes ids of tool calls only in this form. */
  readonly toolCallIds: 'any' | 'nine-letters';
  /** Every model it serves for chat uses tools. */
  readonly usesTools: boolean;
  /** Runs on one's own hardware. */
  readonly isLocal: boolean;
  /** How it counts a prompt: below the interface, or with its tokenizer; absent: it does not. */
  readonly counting?: 'input-tokens' | 'tokenize';
}

/** What is safe to send to a server nobody knows. */
const GENERIC: Dialect = {
  name: 'generic',
  hosts: [],
  version: 'v1',
  hasResponses: true,
  anyToolChoice: 'required',
  takesToolByName: true,
  streamOptions: true,
  roster: 'models',
  reasoning: 'none',
  replay: 'none',
  mayTagThoughts: true,
  toolCallIds: 'any',
  usesTools: false,
  isLocal: false,
};

const { anyToolChoice: _unsupported, ...WITHOUT_CHOICE } = GENERIC;

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  generic: GENERIC,
  ollama: {
    ...WITHOUT_CHOICE,
    name: 'ollama',
    hosts: ['ollama.com'],
    port: '11434',
    owner: 'library',
    roster: 'ollama',
    reasoning: 'effort',
    isLocal: true,
  },
  llamacpp: {
    ...GENERIC,
    name: 'llamacpp',
    owner: 'llamacpp',
    roster: 'llamacpp',
    reasoning: 'template',
    isLocal: true,
    counting: 'input-tokens',
  },
  vllm: {
    ...GENERIC,
    name: 'vllm',
    owner: 'vllm',
    reasoning: 'template',
    isLocal: true,
    counting: 'tokenize',
  },
  lmstudio: {
    ...GENERIC,
    name: 'lmstudio',
    port: '1234',
    owner: 'organization_owner',
    roster: 'lmstudio',
    isLocal: true,
  },
  deepseek: {
    ...GENERIC,
    name: 'deepseek',
    hosts: ['deepseek.com'],
    version: undefined,
    reasoning: 'deepseek',
    replay: 'field',
    mayTagThoughts: false,
    usesTools: true,
  },
  mistral: {
    ...GENERIC,
    name: 'mistral',
    hosts: ['mistral.ai'],
    hasResponses: false,
    anyToolChoice: 'any',
    takesToolByName: false,
    // It counts unasked and refuses fields it does not know.
    streamOptions: false,
    replay: 'parts',
    mayTagThoughts: false,
    toolCallIds: 'nine-letters',
  },
  groq: {
    ...GENERIC,
    name: 'groq',
    hosts: ['groq.com'],
    reasoning: 'effort',
    usesTools: true,
  },
};

/** The dialect that a name was given for, or that an address tells; `undefined` when neither does. */
export function dialectByAddress(url: URL, isPrivate: boolean): Dialect | undefined {
  return Object.values(DIALECTS).find(
    ({ hosts, port }) =>
      hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)) ||
      (isPrivate && port !== undefined && url.port === port),
  );
}

/** The dialect that a server's own list of models gives away. */
export function dialectByOwner(owner: string | undefined): Dialect | undefined {
  if (owner === undefined) return undefined;
  return Object.values(DIALECTS).find((dialect) => dialect.owner === owner);
}

export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(DIALECTS, text);
}
