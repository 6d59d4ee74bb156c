// Reasoning of many vendors in one list, `reasoning_details`, which must go back unmodified. What is
// signed or encrypted in it travels as the signature of a thinking block: the JSON of a piece of the
// list that ends in such an entry.
import {
  arrayAt,
  type ContentBlock,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  parseJson,
  type StreamEvent,
  stringAt,
} from 'agent-hcl/sdk';

/** Collects the details of one answer from their fragments. */
export class DetailsReader {
  /** In the order of their first fragments; told ones are gone. */
  #entries: JsonObject[] = [];

  /** Takes the fragments of one chunk and gives their text, which `reasoning` may hold as well. */
  accept(delta: JsonObject): string {
    const fragments = arrayAt(delta, 'reasoning_details').filter(isJsonObject);
    for (const fragment of fragments) this.#merge(fragment);
    return fragments.map(textOf).join('');
  }

  /** What can be told as signatures by now: all entries up to the last one that is opaque. */
  take(): readonly StreamEvent[] {
    const pieces: JsonObject[][] = [[]];
    for (const entry of this.#entries) {
      pieces.at(-1)?.push(entry);
      if (isOpaque(entry)) pieces.push([]);
    }
    this.#entries = pieces.pop() ?? [];
    return pieces.map((piece) => ({
      type: 'thinking-signature',
      signature: new TextEncoder().encode(JSON.stringify(piece)),
    }));
  }

  #merge(fragment: JsonObject): void {
    const index = this.#entries.findLastIndex((entry) => isSameEntry(entry, fragment));
    const entry = this.#entries[index];
    if (entry === undefined) this.#entries.push(fragment);
    else this.#entries[index] = merged(entry, fragment);
  }
}

function isSameEntry(entry: JsonObject, fragment: JsonObject): boolean {
  const place = numberAt(fragment, 'index');
  const isPlaced = place !== undefined && place === numberAt(entry, 'index');
  // An encrypted entry comes whole: a second one is another one.
  return (
    isPlaced &&
    stringAt(fragment, 'type') === stringAt(entry, 'type') &&
    stringAt(fragment, 'data') === undefined
  );
}

/** Texts go on; anything else is what was last said of it, unless that is nothing. */
function merged(entry: JsonObject, fragment: JsonObject): JsonObject {
  const news = Object.entries(fragment).filter(([, value]) => value !== null && value !== '');
  const texts = ['text', 'summary'].flatMap((name): [string, JsonValue][] => {
    const joined = (stringAt(entry, name) ?? '') + (stringAt(fragment, name) ?? '');
    return joined === '' ? [] : [[name, joined]];
  });
  return { ...entry, ...Object.fromEntries(news), ...Object.fromEntries(texts) };
}

function textOf(fragment: JsonObject): string {
  return stringAt(fragment, 'text') ?? stringAt(fragment, 'summary') ?? '';
}

function isOpaque(entry: JsonObject): boolean {
  return Boolean(stringAt(entry, 'signature') || stringAt(entry, 'data'));
}

/** Whose reasoning a format holds, as the beginning of a model's id. */
const FORMAT_OWNERS: readonly (readonly [RegExp, string])[] = [
  [/^anthropic-/, 'anthropic'],
  [/^openai-/, 'openai'],
  [/^xai-/, 'x-ai'],
  [/^google-/, 'google'],
  [/^meta-/, 'meta-llama'],
];

/**
 * The fields of an assistant message that give its reasoning back: as it came where it was signed or
 * encrypted, else its text.
 *
 * @param author - The beginning of the model's id; reasoning in another vendor's format is left out.
 */
export function reasoningFields(blocks: readonly ContentBlock[], author: string): JsonObject {
  const thoughts = blocks.filter((block) => block.type === 'thinking');
  const details = thoughts.flatMap(({ signature }) =>
    entriesOf(signature).filter((entry) => isReadable(entry, author)),
  );
  if (details.length > 0) return { reasoning_details: details };
  const unsigned = thoughts.filter(({ signature }) => signature.length === 0);
  const reasoning = unsigned.map(({ text }) => text).join('');
  return reasoning === '' ? {} : { reasoning };
}

function entriesOf(signature: Uint8Array): readonly JsonObject[] {
  const list = parseJson(new TextDecoder().decode(signature));
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

function isReadable(entry: JsonObject, author: string): boolean {
  const format = stringAt(entry, 'format') ?? '';
  const owner = FORMAT_OWNERS.find(([pattern]) => pattern.test(format))?.[1];
  // Of a model that chooses for itself nobody knows who will read it.
  return owner === undefined || author === 'openrouter' || owner === author;
}
