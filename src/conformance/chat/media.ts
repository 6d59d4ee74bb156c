/** Attachments that must not be sent. */
import type { ContentBlock } from '../../protocol/message.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { Talk } from './chat-session.ts';
import { raw } from './history.ts';
import { endOf, QUESTION } from './say.ts';

/** One transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const NOTHING = new Uint8Array();

type Medium = Extract<ContentBlock, { readonly type: 'image' | 'document' }>;

const image: Medium = { type: 'image', data: PIXEL, mediaType: 'image/png' };
const document: Medium = {
  type: 'document',
  data: PDF,
  mediaType: 'application/pdf',
  filename: 'a.pdf',
};

const judgesByModel = chatCase({
  id: 'CC-60',
  name: 'media that the configured model does not take are refused before anything is asked',
  needs: [raw.id],
  async run(session, report) {
    const models = await session.models();
    for (const medium of [image, document]) {
      const isTaken = medium.type === 'image' ? 'supportsVision' : 'supportsDocuments';
      const model = models.find((spec) => !spec[isTaken]);
      if (model === undefined) {
        report.skip(medium.type, 'every model of the provider takes them');
        continue;
      }
      const talk = await session.talk({ model: model.id });
      await expectRefusal(talk, medium, medium.type, report);
      if (talk.streams.length > 0) report(medium.type, 'the provider was asked');
    }
  },
});

const BAD_MEDIA: readonly (readonly [string, Medium])[] = [
  ['an image of an unknown type', { ...image, mediaType: 'image/x-unheard-of' }],
  ['an image of another kind', { ...image, mediaType: 'text/plain' }],
  ['an image without a type', { ...image, mediaType: '' }],
  ['an empty image', { ...image, data: NOTHING }],
  ['a document without a type', { ...document, mediaType: 'document' }],
  ['an empty document', { ...document, data: NOTHING }],
];

const judgesMedia = chatCase({
  id: 'CC-61',
  name: 'an attachment of an unusable type, or an empty one, is refused and classified',
  needs: [raw.id],
  async run(session, report) {
    const models = await session.models();
    const model =
      models.find(({ supportsVision, supportsDocuments }) => supportsVision && supportsDocuments) ??
      models.find(({ supportsVision }) => supportsVision);
    for (const [name, medium] of BAD_MEDIA) {
      const talk = await session.talk({ model: model?.id });
      await expectRefusal(talk, medium, name, report);
    }
  },
});

async function expectRefusal(
  { conversation, requests }: Talk,
  medium: Medium,
  subject: string,
  report: Report,
): Promise<void> {
  const outcome = await conversation.chat([medium, { type: 'text', text: QUESTION }]);
  const category = outcome.error?.category;
  if (category !== 'invalid_request' && category !== 'no_eligible_model') {
    report(subject, `ended as ${endOf(outcome)}`);
  }
  if (requests().length > 0) report(subject, 'the backend was asked');
}

export const mediaCases = [judgesByModel, judgesMedia];
