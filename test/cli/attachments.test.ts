import { expect, test } from 'vitest';
import { readAttachments } from '../../src/cli/attachments.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { fakeHost } from '../support/fake-host.ts';

async function attach(content: string | Uint8Array, name = 'a.bin') {
  const host = fakeHost();
  await host.files.writeAtomically(`${host.workingDirectory}/${name}`, content, 0o600);
  return readAttachments([name], host, '-f');
}

test.each([
  { mediaType: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1] },
  { mediaType: 'image/jpeg', bytes: [0xff, 0xd8, 0xff, 0xe0, 0] },
  { mediaType: 'image/gif', bytes: [...new TextEncoder().encode('GIF89a')] },
  { mediaType: 'image/webp', bytes: [...new TextEncoder().encode('RIFF1234WEBPVP8 ')] },
])('$mediaType is told by what it begins with', async ({ mediaType, bytes }) => {
  const data = new Uint8Array(bytes);

  expect(await attach(data)).toEqual({
    type: 'attachments',
    texts: [],
    media: [{ type: 'image', data, mediaType }],
  });
});

test('a PDF goes with its name', async () => {
  const data = new TextEncoder().encode('%PDF-1.7\n...');

  expect(await attach(data, 'report.txt')).toMatchObject({
    media: [{ type: 'document', mediaType: 'application/pdf', filename: 'report.txt' }],
  });
});

test('text keeps its name', async () => {
  expect(await attach('é\n', 'a "b".txt')).toEqual({
    type: 'attachments',
    texts: ['<file path="a \\"b\\".txt">\né\n</file>'],
    media: [],
  });
});

test.each([
  { name: 'other bytes', content: new Uint8Array([1, 2, 0, 3]) },
  { name: 'another encoding', content: new Uint8Array([0x61, 0xe9, 0x62]) },
  { name: 'a sound in the same container', content: new TextEncoder().encode('RIFF\0\0\0\0WAVE') },
])('$name is refused', async ({ content }) => {
  expect(await attach(content)).toMatchObject({
    type: 'usage-error',
    message: expect.stringMatching(/^-f a\.bin can not be read: .*PDF/),
  });
});

test('a file above the limit is refused with its size, and not read', async () => {
  const host = fakeHost();
  const info = await nodeFiles.info('.');
  const files = {
    ...nodeFiles,
    info: async () => ({ ...info, kind: 'file', sizeBytes: 32 * 1024 * 1024 + 1 }) as const,
    readAtMost: () => Promise.reject(new Error('it was read')),
  };

  expect(await readAttachments(['a.bin'], { ...host, files }, '-f')).toEqual({
    type: 'usage-error',
    message:
      '-f a.bin can not be read: it has 33554433 bytes; at most 33554432 (32 MiB) are allowed',
  });
});
