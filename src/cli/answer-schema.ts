/** `--json-schema`: the file is read and compiled before anything else happens. */
import type { Host } from '../host/host.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { AnswerSchema } from '../turn/structured-answer.ts';
import { readGivenFile } from './read-given-file.ts';

export type AnswerSchemaResult =
  | { readonly type: 'schema'; readonly schema: AnswerSchema | undefined }
  | { readonly type: 'usage-error'; readonly message: string };

/** @param path - Relative to the working directory; `undefined`: any answer will do. */
export async function readAnswerSchema(
  path: string | undefined,
  host: Pick<Host, 'files' | 'workingDirectory'>,
): Promise<AnswerSchemaResult> {
  if (path === undefined) return { type: 'schema', schema: undefined };
  let text: string;
  try {
    const bytes = await readGivenFile(path, host);
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    return usageError(`${path} can not be read: ${reasonOf(error)}`);
  }
  const parsed = parseObject(text);
  if (typeof parsed === 'string') return usageError(`${path} ${parsed}`);
  const { compileSchema } = await import('./compile-schema.ts');
  const compiled = compileSchema(parsed);
  if (compiled.type === 'faulty') {
    const faults = compiled.faults.map((fault) => `\n  ${fault}`).join('');
    return usageError(`${path} is not a JSON Schema:${faults}`);
  }
  return { type: 'schema', schema: { schema: parsed, problems: compiled.problems } };
}

function usageError(message: string): AnswerSchemaResult {
  return { type: 'usage-error', message: `--json-schema: ${message}` };
}

/** @returns What is wrong, as a text, when it is no JSON object. */
function parseObject(text: string): JsonObject | string {
  try {
    // What `JSON.parse` returns is JSON by its contract.
    const value = JSON.parse(text) as JsonObject;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : 'is not a JSON Schema: (root) must be an object';
  } catch (error) {
    return `is not JSON${placeOf(reasonOf(error), text)}: ${reasonOf(error)}`;
  }
}

/** Where the parser stopped, when it says so: it counts characters, a person lines. */
function placeOf(reason: string, text: string): string {
  const position = /position (\d+)/.exec(reason)?.[1];
  const end = reason.includes('end of JSON') ? text.length : undefined;
  const at = position === undefined ? end : Number(position);
  if (at === undefined) return '';
  const before = text.slice(0, at).split('\n');
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
