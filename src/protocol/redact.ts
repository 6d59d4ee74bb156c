/** Keeps secrets out of text that leaves a process; kernel and providers use the same rules. */

/** What stands in place of a secret. */
export const REDACTED = '***';

/** Shorter values occur by chance everywhere; they are kept out by construction alone. */
const SHORTEST_SECRET = 4;

/** `Authorization: Bearer …` and its kin, and URL parameters named like keys. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    /\b((?:proxy-)?authorization|x-api-key|api-key|x-goog-api-key|cookie|set-cookie)(["']?\s*[:=]\s*["']?)(?:(bearer|basic|token)\s+)?[^\s"',;]+/gi,
    `$1$2${REDACTED}`,
  ],
  [
    /([?&](?:api_?key|key|token|access_token|secret|password|sig|signature)=)[^&\s"'#]+/gi,
    `$1${REDACTED}`,
  ],
];

/** Removes every known secret from a text. */
export type Redact = (text: string) => string;

/**
 * Makes a redactor for exact values, their URL-encoded and base64 forms, header values that
 * authorize, and query parameters named like keys.
 *
 * @param secrets - Values under four characters are ignored.
 */
export function createRedactor(secrets: Iterable<string>): Redact {
  const forms = new Set(
    [...secrets].filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf),
  );
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const exact =
    longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escape).join('|'), 'g');
  return (text) => {
    const withoutValues = exact ? text.replace(exact, REDACTED) : text;
    return PATTERNS.reduce(
      (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
      withoutValues,
    );
  };
}

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    // As it stands inside a JSON text.
    JSON.stringify(secret).slice(1, -1),
  ];
  return forms.filter((form) => form.length >= SHORTEST_SECRET);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
