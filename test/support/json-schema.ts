/** Published JSON Schemas, applied to real output. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { root } from './shared.ts';

type Schema = { [name: string]: unknown };

/**
 * @param name - File of `schemas/json` without its ending.
 * @returns What is wrong with a value. Published schemas let fields be added; here a field that is
 *   not described is a fault as well.
 */
export function schemaFaults(name: string) {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  // The package is CommonJS; its function is the module itself.
  addFormats.default(ajv);
  // Compiled are only those that the one asked for refers to.
  for (const other of schemaNames()) {
    if (other !== name) ajv.addSchema(closed(read(other)) as Schema);
  }
  const validate = ajv.compile(closed(read(name)) as Schema);
  return (value: unknown): readonly ErrorObject[] => {
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

const FOLDER = join(root, 'schemas/json');
const ENDING = '.schema.json';

/** Every published schema, without its ending. */
export function schemaNames(): readonly string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  return files.map((file) => file.slice(0, -ENDING.length));
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, `${name}${ENDING}`), 'utf8'));
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
