/** What may be a name, and how names are shown. */

const IDENTIFIER = /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u;

/** An HCL identifier: a letter or `_`, then letters, digits, `_` and `-`. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

const CONTROL = /\p{Cc}/u;

export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}

/** One more step of a dotted path; a name that is no identifier is quoted. */
export function joinPath(path: string, name: string): string {
  const step = isIdentifier(name) ? name : JSON.stringify(name);
  return path === '' ? step : `${path}.${step}`;
}

/** `"a", "b" and "c"`. */
export function quotedList(names: readonly string[], lastWord = 'and'): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} ${lastWord} ${last}`;
}
