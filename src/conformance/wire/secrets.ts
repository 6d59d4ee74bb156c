/** Looks for secrets in what a provider says, in the forms in which they leak. */

import { secretForms } from '../../protocol/redact.ts';

/** The secrets that a text holds: as they are, URL-encoded, or in base64. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => secretForms([secret]).some((form) => text.includes(form)));
}

/** Whether any of the texts holds a secret; it takes no more of them than it needs. */
export function someLeaks(texts: Iterable<string>, secrets: readonly string[]): boolean {
  for (const text of texts) if (leaksIn(text, secrets).length > 0) return true;
  return false;
}
