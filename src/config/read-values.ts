/** Plain values out of blocks that have been read without errors. */
import type { Located } from './config.ts';
import type { DecodedNode } from './decode-context.ts';
import type { ReadBlock, ReadBody } from './read-body.ts';

export function textOf(body: ReadBody, name: string): string | undefined {
  const value = body.attributes.get(name)?.value;
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(body: ReadBody, name: string): number | undefined {
  const value = body.attributes.get(name)?.value;
  return typeof value === 'number' ? value : undefined;
}

export function boolOf(body: ReadBody, name: string): boolean | undefined {
  const value = body.attributes.get(name)?.value;
  return typeof value === 'boolean' ? value : undefined;
}

export function locatedText(node: DecodedNode | undefined): Located<string> | undefined {
  return typeof node?.value === 'string' ? { value: node.value, range: node.range } : undefined;
}

export function locatedNumber(node: DecodedNode | undefined): Located<number> | undefined {
  return typeof node?.value === 'number' ? { value: node.value, range: node.range } : undefined;
}

/** The texts of a list; elements that failed are left out. */
export function locatedTexts(node: DecodedNode | undefined): readonly Located<string>[] {
  return (node?.items ?? []).map(locatedText).filter((item) => item !== undefined);
}

/** The texts of a map. */
export function textMap(node: DecodedNode | undefined): Readonly<Record<string, string>> {
  const entries = [...(node?.entries ?? [])].map(([key, { value }]) => [key, String(value)]);
  return Object.fromEntries(entries);
}

export function blocksOf(body: ReadBody | undefined, type: string): readonly ReadBlock[] {
  return (body?.blocks ?? []).filter((block) => block.type === type);
}

/** One of a closed set of texts that the table of the block has already enforced. */
export function enumOf<T extends string>(
  body: ReadBody,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = textOf(body, name);
  return values.find((value) => value === text);
}
