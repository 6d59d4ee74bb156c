/**
 * The one place that knows JSON Schema. It is a part of its own in the bundle: only a run with
 * `--json-schema` reads it.
 */
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject, JsonValue } from '../protocol/json.ts';

export type CompiledSchema =
  | {
      readonly type: 'compiled';
      /** What is wrong with a value, a line for each fault; empty: nothing. */
      readonly problems: (value: JsonValue) => readonly string[];
    }
  /** It is no schema; a line for each fault. */
  | { readonly type: 'faulty'; readonly faults: readonly string[] };

const OPTIONS: Options = {
  allErrors: true,
  // Vendors have keywords of their own; the standard says to pass over what is not known.
  strict: false,
  // An annotation, as draft 2020-12 has it: the package that checks formats is not kept up.
  validateFormats: false,
  // What every object inherits is no property of an answer.
  ownProperties: true,
  logger: false,
};

const DRAFTS: Readonly<Record<string, () => Ajv | Ajv2020>> = {
  '//json-schema.org/draft/2020-12/schema': () => new Ajv2020(OPTIONS),
  '//json-schema.org/draft-07/schema': () => new Ajv(OPTIONS),
};
const NEWEST = 'https://json-schema.org/draft/2020-12/schema';

/** Compiles a schema of draft 2020-12 or draft-07, as its `$schema` says; the former without one. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const { $schema: draft = NEWEST, $async: _, ...rules } = schema;
  const name = typeof draft === 'string' ? draft.replace(/^https?:/, '').replace(/#$/, '') : '';
  if (!Object.hasOwn(DRAFTS, name)) return faulty([UNKNOWN_DRAFT]);
  const ajv = DRAFTS[name]?.() ?? new Ajv2020(OPTIONS);
  try {
    if (ajv.validateSchema(rules) !== true) return faulty(linesOf(ajv.errors));
    const validate = ajv.compile(rules);
    return {
      type: 'compiled',
      problems: (value) => guarded(() => (validate(value) ? [] : linesOf(validate.errors))),
    };
  } catch (error) {
    return faulty([error instanceof Error ? error.message : String(error)]);
  }
}

const UNKNOWN_DRAFT =
  '/$schema must name draft 2020-12 (https://json-schema.org/draft/2020-12/schema) or draft-07 (http://json-schema.org/draft-07/schema#)';

function faulty(faults: readonly string[]): CompiledSchema {
  return { type: 'faulty', faults };
}

/** A schema that refers to itself follows a value as deep as that goes. */
function guarded(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return ['(root) is nested too deep to be checked'];
  }
}

/** Faults that are told; a list of thousands helps nobody. */
const MOST_LINES = 10;

function linesOf(errors: readonly ErrorObject[] | null | undefined): readonly string[] {
  const lines = [...new Set((errors ?? []).map(lineOf))];
  const rest = lines.length - MOST_LINES;
  return rest > 0 ? [...lines.slice(0, MOST_LINES), `and ${rest} more`] : lines;
}

/** A JSON pointer to the place, and what must be there. */
function lineOf({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty, allowedValues, allowedValue } = params;
  const detail = additionalProperty ?? unevaluatedProperty ?? allowedValues ?? allowedValue;
  const more = detail === undefined ? '' : `: ${JSON.stringify(detail)}`;
  return `${instancePath === '' ? '(root)' : instancePath} ${message}${more}`;
}
