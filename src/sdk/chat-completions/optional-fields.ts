import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import { isJsonObject, parseJson, stringAt, valueAt } from '../json.ts';

/**
 * Fields that a server may not know and that a request can do without. One that was refused by name
 * is left out from then on.
 */
export class OptionalFields {
  readonly #paths: readonly (readonly string[])[];
  readonly #refused = new Set<string>();

  /** @param paths - Dotted, such as `stream_options` or `reasoning.summary`. */
  constructor(paths: readonly string[]) {
    this.#paths = paths.map((path) => path.split('.'));
  }

  /** The body without the fields that were refused before. */
  fit(body: JsonObject): JsonObject {
    return this.#paths
      .filter((path) => this.#refused.has(path.join('.')))
      .reduce(withoutPath, body);
  }

  /**
   * Notes the one field of a request that a failed response names.
   *
   * @returns Its dotted path; `undefined` when the response is about something else.
   */
  refuse(status: number, text: string, body: JsonObject): string | undefined {
    if (status !== 400 && status !== 422) return undefined;
    const error = parseJson(text);
    const param = stringAt(error, 'error', 'param') ?? stringAt(error, 'param');
    const found = this.#paths
      .filter((path) => valueAt(body, ...path) !== undefined)
      .map((path) => path.join('.'))
      .find((name) => (param ? param === name : names(text, name)));
    if (found !== undefined) this.#refused.add(found);
    return found;
  }
}

/** Whether a text names a field, as a word of its own. */
function names(text: string, field: string): boolean {
  const word = field.replaceAll('.', '\\W{1,6}');
  return new RegExp(`(?<![\\w.])${word}(?![\\w])`).test(text);
}

/** An object that holds nothing else goes with its only field. */
function withoutPath(body: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const { [name]: value, ...others } = body;
  if (value === undefined) return body;
  if (rest.length === 0) return others;
  const inner: JsonValue = isJsonObject(value) ? withoutPath(value, rest) : value;
  return isJsonObject(inner) && Object.keys(inner).length === 0
    ? others
    : { ...body, [name]: inner };
}
