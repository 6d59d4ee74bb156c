// Names and ids of tools: ours may hold any character, the vendor's may not.
const NOT_ALLOWED = /[^a-zA-Z0-9_-]/g;
const LONGEST_NAME = 128;

/** A tool's name as the vendor takes it; the same name always gives the same result. */
export function wireToolName(name: string): string {
  return name.replace(NOT_ALLOWED, '_').slice(0, LONGEST_NAME) || '_';
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
