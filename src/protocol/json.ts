/** A JSON value as plain data. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object; build it with a null prototype or `Object.fromEntries` when keys are foreign. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
