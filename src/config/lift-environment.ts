/**
 * Takes `environment {}` out of a provider's body, before anything there is held against the
 * provider's own schema, and evaluates it.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import { checkHeader } from './block-header.ts';
import { evaluateTarget } from './decode-context.ts';
import type { Value } from './evaluate/value.ts';
import { type FaultPlace, faultAt, unknownBlock } from './faults.ts';
import { joinPath } from './names.ts';
import { valueRange } from './places.ts';
import type { ReadBlock, ReadContext } from './read-body.ts';
import type { RawAttribute, RawBlock, RawBody } from './syntax/ast.ts';

export interface Lifted {
  /** `NAME → value`, sorted by name in code units. */
  readonly entries: ReadonlyMap<string, string>;
  readonly ranges: ReadonlyMap<string, SourceRange>;
  /** The body without its `environment` blocks. */
  readonly rest: RawBody;
}

const BLOCK = 'environment';
const HEADER_RULE = { type: BLOCK, occurrence: 'optional' } as const;

/** Set by the launcher itself in every child. */
const COOKIE = 'PLUGGABLEHARNESS_AGENT_PLUGIN';
const LAUNCHER_PREFIX = 'PLUGIN_';

/** Refused whoever asks, in any case of letters, which Windows does not tell apart: no grant makes it sound. */
const REFUSED = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Lifts the block of one provider; `env()` works in it. */
export function liftEnvironment(provider: ReadBlock, context: ReadContext): Lifted {
  const { body } = provider.raw;
  const seen = new Map<string, RawBlock>();
  const [sound] = body.blocks.filter((raw) => {
    if (raw.type !== BLOCK) return false;
    const { path, context: header } = provider;
    const faults = checkHeader({ raw, rule: HEADER_RULE, seen, path, context: header });
    faults.forEach(context.report);
    return faults.length === 0;
  });
  const read = sound === undefined ? [] : readEntries(sound, provider, context);
  const sorted = [...read].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    entries: new Map(sorted.map(({ name, value }) => [name, value])),
    ranges: new Map(sorted.map(({ name, range }) => [name, range])),
    rest: { ...body, blocks: body.blocks.filter(({ type }) => type !== BLOCK) },
  };
}

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly range: SourceRange;
}

function readEntries(block: RawBlock, provider: ReadBlock, context: ReadContext): readonly Entry[] {
  const path = joinPath(provider.path, BLOCK);
  for (const nested of block.body.blocks) {
    const at = {
      range: nested.headerRange,
      path: joinPath(path, nested.type),
      context: provider.context,
    };
    context.report(unknownBlock(at, nested.type, [], BLOCK));
  }
  return block.body.attributes.flatMap((attribute) => {
    const entry = readEntry(attribute, path, provider, context);
    return entry === undefined ? [] : [entry];
  });
}

function readEntry(
  { name, nameRange, expression }: RawAttribute,
  parent: string,
  provider: ReadBlock,
  context: ReadContext,
): Entry | undefined {
  const path = joinPath(parent, name);
  const place = { range: valueRange(nameRange, expression), path, context: provider.context };
  const nameFaults = checkEntryName(name, provider.label, { ...place, range: nameRange });
  nameFaults.forEach(context.report);
  if (nameFaults.length > 0) return undefined;
  const target = { source: { type: 'expression', expression } as const, path, range: place.range };
  const value = evaluateTarget(expression, target, {
    ...context,
    refused: new Set(),
    context: provider.context,
  });
  // Under --no-env an entry that reads a variable is left out.
  if (value === undefined || value.type === 'unknown') return undefined;
  const fault = checkEntryValue(value, name, provider.label, place);
  if (fault !== undefined) context.report(fault);
  return value.type === 'string' && fault === undefined
    ? { name, value: value.value, range: nameRange }
    : undefined;
}

/**
 * Checks the name of one entry. HCL's grammar keeps empty names, `=` and NUL out of a file; other
 * callers are stopped here.
 */
export function checkEntryName(
  name: string,
  localName: string,
  place: FaultPlace,
): readonly Diagnostic[] {
  const owner = `in the environment of provider "${localName}"`;
  if (name === '') {
    const detail = `A variable ${owner} has an empty name. Give it a name.`;
    return [faultAt(place, { code: 'env-name-empty', summary: 'Empty variable name', detail })];
  }
  if (/[=\0]/.test(name)) {
    const detail = `The name ${JSON.stringify(name)} ${owner} holds "=" or a NUL character. Remove it.`;
    return [faultAt(place, { code: 'env-name-invalid', summary: 'Invalid variable name', detail })];
  }
  if (name.toUpperCase() === REFUSED) {
    const detail = `It would, ${owner}, switch off the check of every certificate, so that anybody on the way could read the key. Nothing grants it. Remove the entry; for a server with a certificate of its own, name its authority in NODE_EXTRA_CA_CERTS.`;
    return [faultAt(place, { code: 'not-trusted', summary: `${name} is refused`, detail })];
  }
  if (name !== COOKIE && !name.startsWith(LAUNCHER_PREFIX)) return [];
  const detail = `The program sets "${name}" itself when it starts provider "${localName}". Remove the entry.`;
  return [faultAt(place, { code: 'env-name-reserved', summary: 'Reserved variable name', detail })];
}

const FOUND = {
  bool: 'a bool',
  number: 'a number',
  tuple: 'a list',
  object: 'an object',
} as const;

function checkEntryValue(
  value: Exclude<Value, { type: 'unknown' }>,
  name: string,
  localName: string,
  place: FaultPlace,
): Diagnostic | undefined {
  const owner = `"${name}" in the environment of provider "${localName}"`;
  if (value.type === 'null') {
    const detail = `${owner} is null. Give it a string, or remove the entry.`;
    return faultAt(place, { code: 'env-value-null', summary: 'Variable without a value', detail });
  }
  if (value.type !== 'string') {
    const detail = `${owner} must be a string, but is ${FOUND[value.type]}. Put the value in quotes.`;
    const summary = 'Variable must be a string';
    return faultAt(place, { code: 'env-value-not-string', summary, detail });
  }
  if (!value.value.includes('\0')) return undefined;
  const detail = `${owner} holds a NUL character, which no variable can hold.`;
  return faultAt(place, { code: 'env-value-invalid', summary: 'Invalid variable value', detail });
}
