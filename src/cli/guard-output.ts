import type { Host, Output } from '../host/host.ts';
import { jsonText } from '../output/json-line.ts';
import type { Redact } from '../protocol/redact.ts';
import type { Secrets } from './secrets.ts';

/**
 * The host with two outputs that no secret passes, whoever writes: the way out of every message and
 * every report. An answer that arrives in pieces was redacted before, since a secret may be cut.
 */
export function guardOutput(host: Host, secrets: Secrets): Host {
  const { stdout, stderr } = host;
  const guarded = Object.create(host, {
    stdout: {
      value: redacting(stdout, (text) => safeText(text, secrets.redact)),
      enumerable: true,
    },
  });
  return withStderr(guarded, redacting(stderr, secrets.redact));
}

function redacting(output: Output, redact: Redact): Output {
  return Object.create(output, {
    write: { value: (text: string) => output.write(redact(text)) },
  });
}

/** A secret may read like a word of JSON: of a document, only its values are text. */
function safeText(text: string, redact: Redact): string {
  const redacted = redact(text);
  if (redacted === text) return text;
  if (isJson(text)) return redactValues(text, redact);
  const lines = text.split('\n');
  return lines.every((line) => line === '' || isJson(line)) ? redactValues(text, redact) : redacted;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Strings of a JSON text, with the colon behind those that name a member. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** Members whose values are words of our own formats. */
const OWN_WORDS =
  /^"(type|status|category|severity|code|kind|stop_reason|limit|window_role|\w+_version)"/;

function redactValues(json: string, redact: Redact): string {
  let isOwn = false;
  return json.replace(STRINGS, (found: string, colon: string | undefined) => {
    const isName = colon !== undefined;
    const isKept = isName || isOwn;
    isOwn = isName && OWN_WORDS.test(found);
    if (isKept) return found;
    const value: string = JSON.parse(found);
    const redacted = redact(value);
    return redacted === value ? found : jsonText(redacted);
  });
}

/** The same host with another stderr. */
export function withStderr(host: Host, stderr: Output): Host {
  // Getters of the host, such as its working directory, must stay getters.
  return Object.create(host, { stderr: { value: stderr, enumerable: true } });
}
