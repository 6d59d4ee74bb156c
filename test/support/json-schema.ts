/** Published JSON Schemas, applied to real output. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { root } from './shared.ts';

type Schema = { [name: string]: unknown };

/**
 * @param name - File of `schemas/json` without its ending; those it refers to come after it.
 * @returns What is wrong with a value. Published schemas let fields be added; here a field that is
 *   not described is a fault as well.
 */
export function schemaFaults(name: string, ...others: readonly string[]) {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  // The package is CommonJS; its function is the module itself.
  addFormats.default(ajv);
  for (const other of others) ajv.addSchema(closed(read(other)) as Schema);
  const validate = ajv.compile(closed(read(name)) as Schema);
  return (value: unknown): readonly ErrorObject[] => {
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(root, 'schemas/json', `${name}.schema.json`), 'utf8'));
}

/** The schema with `additionalProperties: false` wherever it lists properties. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value)]);
  const copy = Object.fromEntries(entries) as Schema;
  return 'properties' in copy && copy['type'] === 'object'
    ? { ...copy, additionalProperties: false }
    : copy;
}
