// Names and ids of tools: ours may hold any character, the vendor's may not.
import { invalidRequest } from './errors.ts';

const NOT_ALLOWED = /[^a-zA-Z0-9_-]/g;
const LONGEST_NAME = 128;

/** A tool's name as the vendor takes it; the same name always gives the same result. */
export function wireToolName(name: string): string {
  return name.replace(NOT_ALLOWED, '_').slice(0, LONGEST_NAME) || '_';
}

/**
 * The way back from the vendor's names to the declared ones.
 *
 * @throws ModelFailure - `invalid_request`: two declared tools would get one name.
 */
export function toolNameReader(declared: readonly string[]): (wireName: string) => string {
  const names = new Map<string, string>();
  for (const name of declared) {
    const taken = names.get(wireToolName(name));
    if (taken !== undefined) {
      throw invalidRequest(
        `the tools "${taken}" and "${name}" can not be told apart by the vendor`,
      );
    }
    names.set(wireToolName(name), name);
  }
  return (wireName) => names.get(wireName) ?? wireName;
}

/**
 * Gives every call of a history an id of its own that the vendor accepts. Ids made by other vendors
 * may hold other characters, and may repeat from one answer to the next.
 */
export class CallIds {
  readonly #taken = new Set<string>();

  next(id: string): string {
    const base = id.replace(NOT_ALLOWED, '_') || 'call';
    let unique = base;
    for (let count = 2; this.#taken.has(unique); count += 1) unique = `${base}_${count}`;
    this.#taken.add(unique);
    return unique;
  }
}
