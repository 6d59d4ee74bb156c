import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { ProviderBlock } from '../config.ts';

/** Where an attribute of a block was written; the block itself when it was not. */
export function attributeRange(block: ProviderBlock, name: string): SourceRange {
  return block.body?.attributes.find((attribute) => attribute.name === name)?.range ?? block.range;
}

/** What belongs to one provider, as an ask says it. */
export function ofProvider({ localName }: ProviderBlock) {
  return { provider: localName, context: `provider "${localName}"` };
}
