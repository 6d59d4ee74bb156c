// Names and ids of tools: ours may hold any character, the vendor's may not.
import { invalidRequest } from './errors.ts';

const NOT_ALLOWED = /[^a-zA-Z0-9_.:-]/g;
const LONGEST_NAME = 128;

/** A tool's name as the vendor takes it; the same name always gives the same result. */
export function wireToolName(name: string): string {
  const plain = name.replace(NOT_ALLOWED, '_');
  const started = /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`;
  return started.slice(0, LONGEST_NAME);
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

const MADE_UP = 'gemini-call:';

/** An id for a call that came without one; `answer` tells the calls of different answers apart. */
export function madeUpCallId(answer: string, index: number): string {
  return `${MADE_UP}${answer}:${index}`;
}

/** Whether we made an id up: the vendor must not see it. */
export function isMadeUpCallId(id: string): boolean {
  return id.startsWith(MADE_UP);
}
