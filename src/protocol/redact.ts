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
 * Removes exact values and their URL-encoded and base64 forms, and nothing else: for answers, which
 * may well speak of keys.
 *
 * @param secrets - Values under four characters are ignored.
 */
export function createValueRedactor(secrets: Iterable<string>): Redact {
  const forms = secretForms(secrets);
  if (forms.length === 0) return (text) => text;
  const exact = new RegExp(forms.map(escapePattern).join('|'), 'g');
  return (text) => text.replace(exact, REDACTED);
}

/** Removes also header values that authorize and query parameters named like keys: for errors. */
export function createRedactor(secrets: Iterable<string>): Redact {
  const redactValues = createValueRedactor(secrets);
  return (text) =>
    PATTERNS.reduce(
      (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
      redactValues(text),
    );
}

/** Every text that gives a secret away, the longest first. */
export function secretForms(secrets: Iterable<string>): readonly string[] {
  const long = [...secrets].filter((secret) => secret.length >= SHORTEST_SECRET);
  return [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length);
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const url = encodeURIComponent(secret.toWellFormed());
  const forms = [
    secret,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    // As in the body of a form: a blank is a plus sign, and few characters stand for themselves.
    new URLSearchParams([['', secret]]).toString().slice(1),
    bytes.toString('base64'),
    ...[0, 1, 2].flatMap((before) => base64Parts(bytes, before)),
    // As it stands inside a JSON text.
    JSON.stringify(secret).slice(1, -1),
  ];
  return forms.filter((form) => form.length >= SHORTEST_SECRET);
}

/**
 * The base64 of something longer that the secret is a part of, such as `user:SECRET`: the characters
 * that the secret alone decides.
 *
 * @param before - Bytes before the secret, modulo 3.
 */
function base64Parts(secret: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), secret]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
  return (['base64', 'base64url'] as const).flatMap((encoding) => {
    const text = whole.toString(encoding);
    return [text.slice(from).replace(/=+$/, ''), text.slice(from, to)];
  });
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
