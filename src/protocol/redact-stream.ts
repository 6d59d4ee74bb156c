/** Keeps secrets out of a text that arrives in pieces, however a secret is cut. */
import { REDACTED, secretForms } from './redact.ts';

export interface StreamRedactor {
  /** What of the text so far may be shown now. */
  push(text: string): string;
  /** What was held back, once the text is over; the next text begins afresh. */
  flush(): string;
}

/**
 * So much of a possible secret is shown before it is held back: ordinary text often ends in the
 * first letters of a key, and holding those would make it late. No secret is as short.
 */
const SHOWN_LENGTH = 3;

/** By their first character, the longest first. */
type Forms = ReadonlyMap<string, readonly string[]>;

/** @param secrets - As for `createValueRedactor`. */
export function createStreamRedactor(secrets: Iterable<string>): StreamRedactor {
  const forms = byStart(secretForms(secrets));
  if (forms.size === 0) return { push: (text) => text, flush: () => '' };
  // The beginning of a possible secret, of which `shown` characters were handed on already.
  let held = '';
  let shown = 0;
  return {
    push(text) {
      const whole = held + text;
      const { out, end } = scan(forms, whole, shown, false);
      const already = Math.max(0, shown - end);
      held = whole.slice(end);
      shown = held.length <= SHOWN_LENGTH ? held.length : already;
      return out + held.slice(already, shown);
    },
    flush() {
      const { out } = scan(forms, held, shown, true);
      held = '';
      shown = 0;
      return out;
    },
  };
}

/**
 * Replaces secrets from the left, the longest first.
 *
 * @param shown - Characters at the beginning that are not given out again.
 * @returns The text to show, and where a secret begins that may still be unfinished.
 */
function scan(
  forms: Forms,
  text: string,
  shown: number,
  isOver: boolean,
): { readonly out: string; readonly end: number } {
  let out = '';
  let from = shown;
  let at = 0;
  while (at < text.length) {
    const near = forms.get(text.charAt(at));
    if (near !== undefined && !isOver && isUnfinished(near, text, at)) break;
    const form = near?.find((one) => text.startsWith(one, at));
    if (form === undefined) {
      at += 1;
      continue;
    }
    out += text.slice(from, Math.max(at, from)) + REDACTED;
    at += form.length;
    from = at;
  }
  return { out: out + text.slice(from, Math.max(at, from)), end: at };
}

function isUnfinished(forms: readonly string[], text: string, at: number): boolean {
  const length = text.length - at;
  if (length >= (forms[0]?.length ?? 0)) return false;
  const rest = text.slice(at);
  return forms.some((form) => form.length > length && form.startsWith(rest));
}

function byStart(forms: readonly string[]): Forms {
  const found = new Map<string, string[]>();
  for (const form of forms) {
    const start = form.charAt(0);
    const others = found.get(start);
    if (others === undefined) found.set(start, [form]);
    else others.push(form);
  }
  return found;
}
