/** Reads the kernel's own blocks by their tables: closed sets of names, labels, repetitions. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import { checkHeader } from './block-header.ts';
import type { BlockRule, BodyRule } from './block-rules.ts';
import { decode, decodeMembers } from './decode.ts';
import type { DecodeContext, DecodedNode, NamedTarget } from './decode-context.ts';
import { expectedText } from './decode-scalar.ts';
import {
  expectedAttribute,
  expectedBlock,
  type FaultPlace,
  missingBlock,
  nullValue,
  unknownBlock,
} from './faults.ts';
import { joinPath } from './names.ts';
import { headerText, valueRange } from './places.ts';
import { checkSecretShapes } from './secret-shape.ts';
import type { RawAttribute, RawBlock, RawBody } from './syntax/ast.ts';

/** What could be read of a body; faults are reported. */
export interface ReadBody {
  readonly attributes: ReadonlyMap<string, DecodedNode>;
  /** Blocks with a sound header, in the order of the text. */
  readonly blocks: readonly ReadBlock[];
}

export interface ReadBlock extends ReadBody {
  readonly type: string;
  readonly label: string;
  /** Header. */
  readonly range: SourceRange;
  readonly path: string;
  readonly context: string;
  readonly raw: RawBlock;
}

/** Where a body stands. */
export interface BodyPlace {
  readonly path: string;
  /** Header of the block, or the start of the file. */
  readonly range: SourceRange;
  /** For messages: `settings`, `the top level`. */
  readonly name: string;
}

export type ReadContext = Omit<DecodeContext, 'refused'>;

export function readBody(
  body: RawBody,
  rule: BodyRule,
  place: BodyPlace,
  context: ReadContext,
): ReadBody {
  const { blocks, presentTypes } = readBlocks(body, rule, place, context);
  const blockTypes = rule.blocks.map(({ type }) => type);
  const attributes = rule.entries
    ? readEntries(body, rule, place, context)
    : readAttributes(body, rule, place, { ...context, refused: new Set() });
  const writtenNames = new Set(body.attributes.map(({ name }) => name));
  for (const { type, occurrence } of rule.blocks) {
    if (occurrence !== 'required' || presentTypes.has(type) || writtenNames.has(type)) continue;
    const at = { range: place.range, path: joinPath(place.path, type), context: context.context };
    context.report(missingBlock(at, type));
  }
  for (const { name, nameRange } of body.attributes) {
    if (rule.entries !== undefined || !isMisplacedBlock(name, rule, blockTypes)) continue;
    const at = { range: nameRange, path: joinPath(place.path, name), context: context.context };
    context.report(expectedBlock(at, name));
  }
  return { attributes, blocks };
}

function isMisplacedBlock(name: string, rule: BodyRule, blockTypes: readonly string[]): boolean {
  return blockTypes.includes(name) && !rule.attributes.some((attribute) => attribute.name === name);
}

/** Attributes as targets of decoding, by name. */
export function targetsOf(
  attributes: readonly RawAttribute[],
  path: string,
): ReadonlyMap<string, NamedTarget> {
  return new Map(
    attributes.map(({ name, nameRange, expression }) => [
      name,
      {
        source: { type: 'expression', expression } as const,
        path: joinPath(path, name),
        range: valueRange(nameRange, expression),
        shownName: name,
        nameRange,
      },
    ]),
  );
}

function readAttributes(
  body: RawBody,
  rule: BodyRule,
  place: BodyPlace,
  context: DecodeContext,
): ReadonlyMap<string, DecodedNode> {
  const blockTypes = rule.blocks.map(({ type }) => type);
  const attributes = body.attributes.filter(
    ({ name }) => !isMisplacedBlock(name, rule, blockTypes),
  );
  const owner = {
    path: place.path,
    context: context.context,
    reason: 'a credential',
    variablePrefix: 'REGISTRY',
  };
  const shapes = checkSecretShapes(attributes, rule.attributes, owner);
  shapes.diagnostics.forEach(context.report);
  return decodeMembers(
    {
      entries: targetsOf(attributes, place.path),
      rules: rule.attributes,
      path: place.path,
      missingAt: place.range,
      blockTypes,
      presentElsewhere: new Set(body.blocks.map(({ type }) => type)),
    },
    { ...context, refused: shapes.refused },
  );
}

/** Free names, each value by the same rule. */
function readEntries(
  body: RawBody,
  { entries: rule }: BodyRule,
  place: BodyPlace,
  context: ReadContext,
): ReadonlyMap<string, DecodedNode> {
  const nodes = new Map<string, DecodedNode>();
  if (rule === undefined) return nodes;
  for (const [name, target] of targetsOf(body.attributes, place.path)) {
    const outcome = decode(target, rule, { ...context, refused: new Set() });
    const at: FaultPlace = { range: target.range, path: target.path, context: context.context };
    if (outcome === 'null') context.report(nullValue(at, expectedText(rule)));
    else if (outcome !== undefined) nodes.set(name, { ...outcome, nameRange: target.nameRange });
  }
  return nodes;
}

function readBlocks(
  body: RawBody,
  rule: BodyRule,
  place: BodyPlace,
  context: ReadContext,
): { readonly blocks: readonly ReadBlock[]; readonly presentTypes: ReadonlySet<string> } {
  const seen = new Map<string, RawBlock>();
  const counts = new Map<string, number>();
  const blocks = body.blocks.flatMap((raw) => {
    const blockContext = { ...context, context: context.context ?? headerText(raw) };
    const blockRule = rule.blocks.find(({ type }) => type === raw.type);
    if (blockRule === undefined) {
      reportUnknown(raw, rule, place, blockContext);
      return [];
    }
    const faults = checkHeader({
      raw,
      rule: blockRule,
      seen,
      path: place.path,
      context: blockContext.context,
    });
    faults.forEach(context.report);
    if (faults.length > 0) return [];
    const count = counts.get(raw.type) ?? 0;
    counts.set(raw.type, count + 1);
    return [readBlock(raw, blockRule, blockPath(raw, blockRule, place.path, count), blockContext)];
  });
  return { blocks, presentTypes: new Set(body.blocks.map(({ type }) => type)) };
}

function blockPath(raw: RawBlock, rule: BlockRule, parent: string, index: number): string {
  const path = joinPath(parent, raw.type);
  const label = raw.labels[0]?.value;
  if (label !== undefined) return joinPath(path, label);
  return rule.occurrence === 'repeated' ? `${path}[${index}]` : path;
}

function readBlock(
  raw: RawBlock,
  rule: BlockRule,
  path: string,
  context: ReadContext & { readonly context: string },
): ReadBlock {
  const place = { path, range: raw.headerRange, name: raw.type };
  // A provider's body waits for the provider's own schema.
  const body =
    rule.isForeign === true
      ? { attributes: new Map(), blocks: [] }
      : readBody(raw.body, rule, place, context);
  return {
    ...body,
    type: raw.type,
    label: raw.labels[0]?.value ?? '',
    range: raw.headerRange,
    path,
    context: context.context,
    raw,
  };
}

function reportUnknown(
  raw: RawBlock,
  rule: BodyRule,
  place: BodyPlace,
  context: ReadContext,
): void {
  const at = {
    range: raw.headerRange,
    path: joinPath(place.path, raw.type),
    context: context.context,
  };
  const attribute = rule.attributes.find(({ name }) => name === raw.type);
  const allowed = rule.blocks.map(({ type }) => type);
  context.report(
    attribute ? expectedAttribute(at, attribute) : unknownBlock(at, raw.type, allowed, place.name),
  );
}
