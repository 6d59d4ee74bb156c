/** Files that go with a prompt: text in a block that names its file, images and PDFs as they are. */
import { basename } from 'node:path';
import type { Host } from '../host/host.ts';
import type { ContentBlock } from '../protocol/message.ts';
import { readGivenFile } from './read-given-file.ts';

export type AttachmentsResult =
  | {
      readonly type: 'attachments';
      /** Blocks of text, in the order of the files. */
      readonly texts: readonly string[];
      readonly media: readonly ContentBlock[];
    }
  | { readonly type: 'usage-error'; readonly message: string };

/**
 * @param paths - Relative to the working directory.
 * @param option - What named them, for the message: `-f` or `@`.
 */
export async function readAttachments(
  paths: readonly string[],
  host: Pick<Host, 'files' | 'workingDirectory'>,
  option: string,
): Promise<AttachmentsResult> {
  const texts: string[] = [];
  const media: ContentBlock[] = [];
  for (const path of paths) {
    try {
      const bytes = await readGivenFile(path, host);
      const block = mediaBlock(bytes, path);
      if (block !== undefined) media.push(block);
      else texts.push(textBlock(`file path=${JSON.stringify(path)}`, decodeText(bytes)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { type: 'usage-error', message: `${option} ${path} can not be read: ${reason}` };
    }
  }
  return { type: 'attachments', texts, media };
}

/** Text between tags, so that a model can tell it from the prompt. */
export function textBlock(tag: string, content: string): string {
  return `<${tag}>\n${content}${content.endsWith('\n') ? '' : '\n'}</${tag.split(' ')[0]}>`;
}

type Media = { readonly type: 'image' | 'document'; readonly mediaType: string };

const ascii = (text: string): readonly number[] => [...Buffer.from(text, 'ascii')];

/** The size of the file, which may be anything. */
const SIZE = [undefined, undefined, undefined, undefined];

/** What files of these kinds begin with; the ending of a name proves nothing. */
const SIGNATURES: readonly (Media & { readonly bytes: readonly (number | undefined)[] })[] = [
  {
    type: 'image',
    mediaType: 'image/png',
    bytes: [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a],
  },
  { type: 'image', mediaType: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image', mediaType: 'image/gif', bytes: ascii('GIF8') },
  { type: 'image', mediaType: 'image/webp', bytes: [...ascii('RIFF'), ...SIZE, ...ascii('WEBP')] },
  { type: 'document', mediaType: 'application/pdf', bytes: ascii('%PDF-') },
];

function mediaBlock(data: Uint8Array, path: string): ContentBlock | undefined {
  const found = SIGNATURES.find(({ bytes }) =>
    bytes.every((byte, index) => byte === undefined || byte === data[index]),
  );
  if (found === undefined) return undefined;
  const { type, mediaType } = found;
  return type === 'image'
    ? { type, data, mediaType }
    : { type, data, mediaType, filename: basename(path) };
}

/** @throws When the bytes are no text. */
function decodeText(bytes: Uint8Array): string {
  if (!bytes.includes(0)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // Told below.
    }
  }
  throw new Error('it is neither UTF-8 text nor a PNG, JPEG, GIF, WebP or PDF file');
}
