// Names and ids of tools: ours may hold any character, the vendor's may not.
const NOT_ALLOWED = /[^a-zA-Z0-9_.:-]/g;
const LONGEST_NAME = 128;

/** A tool's name as the vendor takes it; the same name always gives the same result. */
export function wireToolName(name: string): string {
  const plain = name.replace(NOT_ALLOWED, '_');
  const started = /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`;
  return started.slice(0, LONGEST_NAME);
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
