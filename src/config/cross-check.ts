/** Whether the judge saw the same names, labels and blocks in a file as our own front end. */
import type { RawBlock, RawBody } from './syntax/ast.ts';

/**
 * Compares a body with the judge's JSON of it.
 *
 * @returns Where they differ, as the names on the way there; `undefined` when they agree. Parts that
 *   the JSON can not tell apart are left out.
 */
export function findDifference(body: RawBody, json: unknown): readonly string[] | undefined {
  if (!isRecord(json)) return [];
  const byType = groupBy(body.blocks, (block) => block.type);
  const attributes = new Set(body.attributes.map(({ name }) => name));
  const names = new Set([...attributes, ...byType.keys()]);
  const [strange] = [...names].filter((name) => !Object.hasOwn(json, name));
  if (strange !== undefined) return [strange];
  const extra = Object.keys(json).find((name) => !names.has(name));
  if (extra !== undefined) return [extra];
  for (const [type, blocks] of byType) {
    // Of an argument and blocks of one name, the JSON shows only the argument.
    if (attributes.has(type)) continue;
    const difference = findInBlocks(blocks, json[type], 0);
    if (difference !== undefined) return [type, ...difference];
  }
  return undefined;
}

/** Labels are keys, one within the other; the blocks of equal labels stand in a list. */
function findInBlocks(
  blocks: readonly RawBlock[],
  json: unknown,
  depth: number,
): readonly string[] | undefined {
  const counts = new Set(blocks.map(({ labels }) => labels.length));
  if (counts.size > 1) return undefined;
  if (counts.has(depth)) {
    if (!Array.isArray(json) || json.length !== blocks.length) return [];
    return firstOf(blocks, (block, index) => findDifference(block.body, json[index]));
  }
  if (!isRecord(json)) return [];
  const byLabel = groupBy(blocks, ({ labels }) => labels[depth]?.value ?? '');
  if (Object.keys(json).length !== byLabel.size) return [];
  return firstOf([...byLabel], ([label, labelled]) => {
    const difference = findInBlocks(
      labelled,
      Object.hasOwn(json, label) ? json[label] : undefined,
      depth + 1,
    );
    return difference === undefined ? undefined : [label, ...difference];
  });
}

function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => readonly string[] | undefined,
): readonly string[] | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
