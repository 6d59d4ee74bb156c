/**
 * Decodes values by rules: the kernel's own attributes and a provider's alike, by the same code.
 * Every fault is reported; what could be decoded is returned.
 */
import type { AttributeRule } from './block-rules.ts';
import {
  type DecodeContext,
  type DecodedNode,
  evaluateTarget,
  type NamedTarget,
  type Outcome,
  placeOf,
  type Target,
} from './decode-context.ts';
import { decodeScalar, expectedText } from './decode-scalar.ts';
import { defaultNode, zeroNode } from './default-node.ts';
import {
  type FaultPlace,
  missingAttribute,
  nullValue,
  unknownAttribute,
  wrongType,
} from './faults.ts';
import { toJsonValue } from './json-value.ts';
import { joinPath } from './names.ts';
import { type ConfigValue, Secret } from './secret.ts';
import { type Shape, shapeOf } from './shape.ts';

/** The attributes of one body, or the keys of one object. */
export interface Members {
  readonly entries: ReadonlyMap<string, NamedTarget>;
  readonly rules: readonly AttributeRule[];
  readonly path: string;
  /** Where a missing one is told: the block's header, the object's own place. */
  readonly missingAt: FaultPlace['range'];
  /** Block types of the body, for hints. */
  readonly blockTypes: readonly string[];
  /** Names present in a wrong form: reported there, and not missing. */
  readonly presentElsewhere: ReadonlySet<string>;
}

/** Decodes each declared member; in a provider's block, absent ones take their defaults. */
export function decodeMembers(
  members: Members,
  context: DecodeContext,
): ReadonlyMap<string, DecodedNode> {
  const names = members.rules.map(({ name }) => name);
  for (const [name, entry] of members.entries) {
    if (names.includes(name)) continue;
    const place = { range: entry.nameRange, path: entry.path, context: context.context };
    const known = { attributes: names, blocks: members.blockTypes };
    context.report(unknownAttribute(place, entry.shownName, known));
  }
  const nodes = members.rules.map(
    (rule) => [rule.name, decodeMember(rule, members, context)] as const,
  );
  return new Map(nodes.flatMap(([name, node]) => (node === undefined ? [] : [[name, node]])));
}

function decodeMember(
  rule: AttributeRule,
  members: Members,
  context: DecodeContext,
): DecodedNode | undefined {
  const entry = members.entries.get(rule.name);
  const isStrict = context.conversion === 'strict';
  const outcome = entry === undefined ? 'null' : decode(entry, rule, context);
  if (outcome !== 'null') return outcome && { ...outcome, nameRange: entry?.nameRange };
  if (entry !== undefined && isStrict) {
    context.report(nullValue(placeOf(entry, context), expectedText(rule)));
    return undefined;
  }
  if (rule.required === true) {
    if (members.presentElsewhere.has(rule.name)) return undefined;
    const path = joinPath(members.path, rule.name);
    const place = { range: entry?.range ?? members.missingAt, path, context: context.context };
    context.report(missingAttribute(place, rule.name));
    return undefined;
  }
  return isStrict ? undefined : defaultNode(rule, members.missingAt);
}

/** Decodes one value. `null` is for the caller to judge. */
export function decode(target: Target, rule: AttributeRule, context: DecodeContext): Outcome {
  if (target.source.type === 'expression' && context.refused.has(target.source.expression)) {
    return undefined;
  }
  if (rule.sensitive === true) return decodeSecret(target, rule, context);
  if (rule.type === 'json_object') return decodeJson(target, rule, context);
  const shape = shapeOf(target, context);
  if (shape === undefined) return undefined;
  if (shape.type !== 'scalar') return decodeCollection(shape, target, rule, context);
  const { value } = shape;
  if (value.type === 'null') return 'null';
  if (value.type === 'unknown') return { ...zeroNode(rule, target.range), isUnknown: true };
  const result = decodeScalar(value, rule, context.conversion, placeOf(target, context));
  if ('value' in result) return { value: result.value, range: target.range };
  context.report(result.fault);
  return undefined;
}

function decodeSecret(target: Target, rule: AttributeRule, context: DecodeContext): Outcome {
  const { source, range } = target;
  const value =
    source.type === 'value'
      ? source.value
      : evaluateTarget(source.expression, target, context, true);
  if (value?.type === 'string') return { value: new Secret(value.value), range };
  // Only `env("NAME")` passes the shape check, and that yields a text or, under --no-env, nothing.
  return value && { ...zeroNode(rule, range), isUnknown: true };
}

function decodeCollection(
  shape: Exclude<Shape, { type: 'scalar' }>,
  target: Target,
  rule: AttributeRule,
  context: DecodeContext,
): Outcome {
  const before = context.reportCount();
  const node = decodeParts(shape, target, rule, context);
  if (node !== undefined) return { ...node, isFaulty: context.reportCount() > before };
  const found = shape.type === 'list' ? 'a list' : 'an object';
  context.report(wrongType(placeOf(target, context), expectedText(rule), found));
  return undefined;
}

function decodeParts(
  shape: Exclude<Shape, { type: 'scalar' }>,
  target: Target,
  rule: AttributeRule,
  context: DecodeContext,
): DecodedNode | undefined {
  if (shape.type === 'list') {
    const isList = rule.type === 'list_string' || rule.type === 'list_number';
    return isList ? decodeList(shape.items, target, rule, context) : undefined;
  }
  if (rule.type === 'map_string') return decodeMap(shape.entries, target, context);
  if (rule.type === 'object') return decodeObject(shape.entries, target, rule, context);
  return undefined;
}

function decodeList(
  targets: readonly Target[],
  target: Target,
  rule: AttributeRule,
  context: DecodeContext,
): DecodedNode {
  const itemRule: AttributeRule = {
    name: '',
    type: rule.type === 'list_number' ? 'number' : 'string',
  };
  const items = targets
    .map((item) => decodeElement(item, itemRule, context))
    .filter((item) => item !== undefined);
  return {
    value: items.map(({ value }) => value),
    range: target.range,
    items,
    isUnknown: items.some(({ isUnknown }) => isUnknown === true),
  };
}

function decodeMap(
  targets: ReadonlyMap<string, NamedTarget>,
  target: Target,
  context: DecodeContext,
): DecodedNode {
  const entries = new Map<string, DecodedNode>();
  for (const [name, entry] of targets) {
    const node = decodeElement(entry, { name: '', type: 'string' }, context);
    if (node !== undefined) entries.set(name, { ...node, nameRange: entry.nameRange });
  }
  return objectNode(entries, target);
}

/** A list element or map value, where `null` is no way to leave something out. */
function decodeElement(
  target: Target,
  rule: AttributeRule,
  context: DecodeContext,
): DecodedNode | undefined {
  const outcome = decode(target, rule, context);
  if (outcome !== 'null') return outcome;
  context.report(nullValue(placeOf(target, context), expectedText(rule)));
  return undefined;
}

function decodeObject(
  entries: ReadonlyMap<string, NamedTarget>,
  target: Target,
  rule: AttributeRule,
  context: DecodeContext,
): DecodedNode {
  const members: Members = {
    entries,
    rules: rule.object_attributes ?? [],
    path: target.path,
    missingAt: target.range,
    blockTypes: [],
    presentElsewhere: new Set(),
  };
  return objectNode(decodeMembers(members, context), target);
}

function objectNode(entries: ReadonlyMap<string, DecodedNode>, target: Target): DecodedNode {
  const values = [...entries].map(([name, node]): [string, ConfigValue] => [name, node.value]);
  const isUnknown = [...entries.values()].some((node) => node.isUnknown === true);
  return { value: Object.fromEntries(values), range: target.range, entries, isUnknown };
}

function decodeJson(target: Target, rule: AttributeRule, context: DecodeContext): Outcome {
  const { source, range } = target;
  const value =
    source.type === 'value' ? source.value : evaluateTarget(source.expression, target, context);
  if (value === undefined) return undefined;
  if (value.type === 'null') return 'null';
  if (value.type !== 'object') {
    const found = value.type === 'tuple' ? 'a list' : `a ${value.type}`;
    context.report(wrongType(placeOf(target, context), expectedText(rule), found));
    return undefined;
  }
  const json = toJsonValue(value, placeOf(target, context), context.report);
  return json === undefined ? undefined : { value: json, range };
}
