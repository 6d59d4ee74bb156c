/** What every provider refuses alike, before its vendor is asked. */
import type { ContentBlock } from '../protocol/message.ts';
import type { CountTokensRequest } from '../protocol/model-request.ts';
import type { ModelSpec } from '../protocol/model-spec.ts';
import { failure } from './failure.ts';

/** What a provider says of its vendor. */
export interface Acceptance {
  readonly models: readonly ModelSpec[];
  /** Media types of images that the vendor reads; absent: any. */
  readonly imageTypes?: readonly string[] | undefined;
}

/**
 * Finds the model of a request and checks that it takes what the request holds. Nothing a model
 * does not declare is ever dropped in silence.
 *
 * @returns The model; an alias leads to the model it names.
 * @throws ModelFailure - `invalid_request`: an unknown model, or content it does not accept.
 */
export function checkRequest(
  request: CountTokensRequest,
  { models, imageTypes }: Acceptance,
): ModelSpec {
  const spec = findModel(models, request.modelId);
  const blocks = [...request.messages, ...request.assembledContext].flatMap(({ content }) =>
    content.flatMap(withNested),
  );
  const refused = blocks.find((block) => !accepts(spec, block));
  if (refused) {
    throw failure('invalid_request', `model "${spec.id}" does not accept ${NAMES[refused.type]}`);
  }
  if (imageTypes !== undefined) checkImageTypes(blocks, imageTypes);
  if (request.tools.length > 0 && !spec.supportsToolUse) {
    throw failure('invalid_request', `model "${spec.id}" does not use tools`);
  }
  return spec;
}

function checkImageTypes(blocks: readonly ContentBlock[], imageTypes: readonly string[]): void {
  for (const block of blocks) {
    if (block.type !== 'image' || imageTypes.includes(plainType(block.mediaType))) continue;
    const found = `an image of type "${block.mediaType}" can not be sent`;
    throw failure('invalid_request', `${found}; use ${imageTypes.join(', ')}`);
  }
}

/** Without parameters; `image/jpg` is a common slip for the registered name. */
function plainType(mediaType: string): string {
  const type = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return type === 'image/jpg' ? 'image/jpeg' : type;
}

function findModel(models: readonly ModelSpec[], id: string): ModelSpec {
  const spec =
    models.find((model) => model.id === id) ??
    models.find((model) => model.catalog?.aliases.includes(id));
  if (!spec) throw failure('invalid_request', `unknown model "${id}"`);
  return spec;
}

/** Tool results hold content of their own. */
function withNested(block: ContentBlock): readonly ContentBlock[] {
  return block.type === 'tool-result' ? [block, ...block.content.flatMap(withNested)] : [block];
}

const NAMES: Readonly<Record<ContentBlock['type'], string>> = {
  text: 'text',
  image: 'images',
  document: 'documents',
  'tool-use': 'tool calls',
  'tool-result': 'tool results',
  thinking: 'reasoning',
  'redacted-thinking': 'reasoning',
};

function accepts(spec: ModelSpec, block: ContentBlock): boolean {
  switch (block.type) {
    case 'image':
      return spec.supportsVision;
    case 'document':
      return spec.supportsDocuments;
    case 'tool-use':
    case 'tool-result':
      return spec.supportsToolUse;
    default:
      // Reasoning of another model is the kernel's to drop; text is always accepted.
      return true;
  }
}
