/** Looks for secrets in what a provider says, in the forms in which they leak. */

/** The secrets that a text holds: as they are, URL-encoded, or in base64. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
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
