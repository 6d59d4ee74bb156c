/** What a request holds against what a model takes: its envelope (`model-protocol` §9.2). Pure. */
import type { ContentBlock, Message } from '../protocol/message.ts';
import type { ContextSection, ToolDeclaration } from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import { estimateRequest } from './count-tokens.ts';

/** What a request needs of a model. */
export interface RequestNeeds {
  readonly vision: boolean;
  readonly documents: boolean;
  readonly tools: boolean;
  /** An estimate. */
  readonly tokens: number;
}

export function needsOf(request: {
  readonly messages: readonly Message[];
  readonly assembledContext: readonly ContextSection[];
  readonly tools: readonly ToolDeclaration[];
}): RequestNeeds {
  const blocks = request.messages.flatMap((message) => flatten(message.content));
  const has = (...types: ContentBlock['type'][]) =>
    blocks.some((block) => types.includes(block.type));
  return {
    vision: has('image'),
    documents: has('document'),
    tools: request.tools.length > 0 || has('tool-use', 'tool-result'),
    tokens: estimateRequest(request),
  };
}

/** Why a model can not take the request, in a few words; empty when it can. */
export function lacking(spec: ModelSpec, needs: RequestNeeds): readonly string[] {
  const reasons: string[] = [];
  if (needs.vision && !spec.supportsVision) reasons.push('no vision');
  if (needs.documents && !spec.supportsDocuments) reasons.push('no documents');
  if (needs.tools && !spec.supportsToolUse) reasons.push('no tools');
  return reasons;
}

/**
 * Why the request seems too large; `undefined` when it seems to fit.
 *
 * @param isExact - The tokens were counted by the provider.
 */
export function tooLarge(
  spec: ModelSpec,
  { tokens }: Pick<RequestNeeds, 'tokens'>,
  isExact = false,
): string | undefined {
  const window = usableWindow(spec);
  if (tokens <= window) return undefined;
  return `takes ${window} tokens, ${isExact ? '' : 'about '}${tokens} are needed`;
}

/** What a vendor's own additions leave of the window. */
export function usableWindow({ contextWindow, effectiveContextWindowPercent }: ModelSpec): number {
  return Math.floor((contextWindow * (effectiveContextWindowPercent ?? 100)) / 100);
}

/** A fault of an attachment that no model could read; `undefined` when there is none. */
export function attachmentFault(messages: readonly Message[]): string | undefined {
  for (const message of messages) {
    for (const block of flatten(message.content)) {
      if (block.type !== 'image' && block.type !== 'document') continue;
      if (block.data.byteLength === 0) return `An attached ${block.type} is empty.`;
      if (isMediaTypeOf(block)) continue;
      return `An attached ${block.type} has the media type "${block.mediaType}", which is none.`;
    }
  }
  return undefined;
}

function isMediaTypeOf(block: ContentBlock & { readonly mediaType: string }): boolean {
  const pattern = block.type === 'image' ? /^image\/[\w.+-]+$/ : /^[\w.+-]+\/[\w.+-]+$/;
  return pattern.test(block.mediaType);
}

/** With the blocks inside tool results. */
function flatten(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return content.flatMap((block) =>
    block.type === 'tool-result' ? [block, ...flatten(block.content)] : [block],
  );
}
