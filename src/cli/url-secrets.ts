/** User names and passwords inside URLs of `environment {}`, which are secrets like any key. */
export function urlSecrets(values: Iterable<string>): readonly string[] {
  return [...values].flatMap((value) => {
    const url = value.includes('@') && URL.canParse(value) ? new URL(value) : undefined;
    if (!url) return [];
    const { username, password } = url;
    const written = /\/\/([^/@]*)@/.exec(value)?.[1];
    return [password, decoded(password), written ?? '', `${username}:${password}`].filter(
      (text) => text !== '' && text !== ':',
    );
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign: the text is used as it stands
  }
}
