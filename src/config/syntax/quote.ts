const UNPRINTABLE = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A piece of the file in double quotes, as HCL's messages show it: what can not be seen escaped. */
export function quote(text: string): string {
  return `"${text.replace(UNPRINTABLE, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const codePoint = character.codePointAt(0) ?? 0;
  const hex = codePoint.toString(16);
  if (codePoint < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return codePoint > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
