/** Which configured values are secret, and what is done about them on their way out. */
import type { ConfigAttribute, ConfigSchema } from '../protocol/config-schema.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import { createRedactor, createValueRedactor, type Redact } from '../protocol/redact.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import { isJsonObject } from './json.ts';

/**
 * A shorter value, such as the `none` some local servers are given for a key, is a word that an
 * answer may well contain: it is removed from errors and logs, never from answers.
 */
const SHORTEST_IN_ANSWERS = 16;

/**
 * Every secret this process was ever configured with. A replaced one stays: the vendor may still
 * repeat it in a late answer to a call made with it.
 */
export class Secrets {
  readonly #values = new Set<string>();
  #redactText: Redact = createRedactor([]);
  #redactAnswer: Redact | undefined;

  /** For errors and logs. */
  readonly redact: Redact = (text) => this.#redactText(text);

  /** Adds the values of the sensitive attributes of a configuration. */
  add(schema: ConfigSchema, config: JsonObject): void {
    for (const secret of sensitiveTexts(schema.attributes, config)) this.#values.add(secret);
    const long = [...this.#values].filter((secret) => secret.length >= SHORTEST_IN_ANSWERS);
    this.#redactText = createRedactor(this.#values);
    this.#redactAnswer = long.length === 0 ? undefined : createValueRedactor(long);
  }

  /** For events other than errors. */
  redactEvent(event: StreamEvent): StreamEvent {
    const redact = this.#redactAnswer;
    return redact ? redactTexts(event, redact) : event;
  }
}

function redactTexts(event: StreamEvent, redact: Redact): StreamEvent {
  switch (event.type) {
    case 'text-delta':
    case 'thinking-delta':
      return { ...event, text: redact(event.text) };
    case 'tool-call-delta':
      return { ...event, argumentsFragment: redact(event.argumentsFragment) };
    case 'stream-start':
      return {
        ...event,
        requestId: redact(event.requestId),
        correlationIds: redactValues(event.correlationIds, redact),
      };
    case 'metadata': {
      const attrs = redactValues(event.metadata.attrs, redact);
      return { ...event, metadata: { ...event.metadata, attrs } };
    }
    default:
      return event;
  }
}

function redactValues(
  texts: Readonly<Record<string, string>>,
  redact: Redact,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, redact(text)]));
}

function sensitiveTexts(
  attributes: readonly ConfigAttribute[],
  config: JsonObject,
): readonly string[] {
  return attributes.flatMap((attribute) => {
    const value = Object.hasOwn(config, attribute.name) ? config[attribute.name] : undefined;
    if (value === undefined) return [];
    if (attribute.sensitive) return textsIn(value);
    const nested = attribute.object_attributes ?? [];
    return isJsonObject(value) ? sensitiveTexts(nested, value) : [];
  });
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
