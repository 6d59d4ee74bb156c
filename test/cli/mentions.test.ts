import { expect, test } from 'vitest';
import { completePath, withMentions } from '../../src/cli/mentions.ts';
import { fakeHost } from '../support/fake-host.ts';

async function place(files: Readonly<Record<string, string | Uint8Array>>) {
  const host = fakeHost();
  for (const [name, content] of Object.entries(files)) {
    await host.files.writeAtomically(`${host.workingDirectory}/${name}`, content, 0o600);
  }
  return host;
}

const block = (path: string, content: string) =>
  `<file path=${JSON.stringify(path)}>\n${content}\n</file>`;

test.each([
  { name: 'a word', text: 'see @a.txt now', path: 'a.txt' },
  { name: 'the end of a sentence', text: 'see @a.txt.', path: 'a.txt' },
  { name: 'a folder', text: '@src/b.ts', path: 'src/b.ts' },
  { name: 'quotes', text: 'see @"my notes.md"', path: 'my notes.md' },
])('a file named by $name goes with the message', async ({ text, path }) => {
  const host = await place({ 'a.txt': 'x', 'src/b.ts': 'x', 'my notes.md': 'x' });

  const { content, warnings } = await withMentions(text, text, host);

  expect(content).toBe(`${text}\n\n${block(path, 'x')}`);
  expect(warnings).toEqual([]);
});

test.each(['nobody@a.txt', '@gone.txt', '@src', '@', 'a @ b'])('%s names no file', async (text) => {
  const host = await place({ 'a.txt': 'x', 'src/b.ts': 'x' });

  expect(await withMentions(text, text, host)).toEqual({ content: text, warnings: [] });
});

test('a file is attached once, an image as it is, another with a warning not at all', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const host = await place({ 'a.png': png, 'a.bin': new Uint8Array([0]), 'a.txt': 'x' });
  const text = '@a.png @a.bin @a.txt @a.txt';

  const { content, warnings } = await withMentions(text, text, host);

  expect(content).toEqual([
    { type: 'image', data: png, mediaType: 'image/png' },
    { type: 'text', text: `${text}\n\n${block('a.txt', 'x')}` },
  ]);
  expect(warnings).toEqual([expect.stringContaining('@ a.bin can not be read')]);
});

test('what was pasted names no file', async () => {
  const host = await place({ 'key.pem': 'x' });

  const { content } = await withMentions('see @key.pem', 'see [Pasted text 1, 30 lines]', host);

  expect(content).toBe('see @key.pem');
});

test.each([
  { prefix: '', paths: ['a.txt', 'src/'] },
  { prefix: 'a', paths: ['a.txt'] },
  { prefix: 'src', paths: ['src/'] },
  { prefix: 'src/', paths: ['src/b.ts', 'src/deep/'] },
  { prefix: './s', paths: ['./src/'] },
  { prefix: '.h', paths: ['.hidden'] },
  { prefix: 'gone/', paths: [] },
])('paths that begin with "$prefix"', async ({ prefix, paths }) => {
  const host = await place({ 'a.txt': '', 'src/b.ts': '', 'src/deep/c.ts': '', '.hidden': '' });

  expect(await completePath(prefix, host)).toEqual(paths);
});
