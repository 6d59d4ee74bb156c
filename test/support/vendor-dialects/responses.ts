/** Responses as vendors send them, and what their requests hold. */
import type { StubResponse } from '../../../src/conformance/index.ts';
import type { JsonObject, JsonValue } from '../../../src/protocol/json.ts';
import { isJsonObject } from '../../../src/sdk/json.ts';

type Headers = Readonly<Record<string, string>>;

/** Events without a name, as most vendors stream them. */
export function eventStream(
  events: readonly (JsonObject | string)[],
  headers: Headers = {},
): StubResponse {
  return streamOf(
    events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}`),
    headers,
  );
}

/** Events that say their type on a line of its own too. */
export function namedEventStream(
  events: readonly JsonObject[],
  headers: Headers = {},
): StubResponse {
  return streamOf(
    events.map((event) => `event: ${event['type']}\ndata: ${JSON.stringify(event)}`),
    headers,
  );
}

function streamOf(events: readonly string[], headers: Headers): StubResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', ...headers },
    body: events.map((event) => `${event}\n\n`).join(''),
  };
}

export function jsonResponse(body: JsonValue, headers: Headers = {}, status = 200): StubResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** How the family of OpenAI says that a budget is used up. */
export function familyRefusal(headers: Headers): StubResponse {
  const message = 'Rate limit reached on requests per min. Please try again in 1.574s.';
  const error = { message, type: 'requests', param: null, code: 'rate_limit_exceeded' };
  return jsonResponse({ error }, headers, 429);
}

/** The fields of these names, those that there are. */
export function pick(value: JsonValue | undefined, names: readonly string[]): JsonObject {
  return filtered(value, (name) => names.includes(name));
}

/** All fields but those of these names. */
export function omit(value: JsonValue | undefined, names: readonly string[]): JsonObject {
  return filtered(value, (name) => !names.includes(name));
}

function filtered(value: JsonValue | undefined, keeps: (name: string) => boolean): JsonObject {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([name]) => keeps(name)));
}
