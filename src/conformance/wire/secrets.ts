/** Looks for secrets in what a provider says, in the forms in which they leak. */

/** The secrets that a text holds: as they are, URL-encoded, or in base64. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}

/** Whether any of the texts holds a secret; it takes no more of them than it needs. */
export function someLeaks(texts: Iterable<string>, secrets: readonly string[]): boolean {
  for (const text of texts) if (leaksIn(text, secrets).length > 0) return true;
  return false;
}

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    encodeURIComponent(secret),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ];
}
