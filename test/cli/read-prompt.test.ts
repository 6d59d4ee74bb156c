import { expect, test } from 'vitest';
import { type PromptSources, readPrompt } from '../../src/cli/read-prompt.ts';
import type { Input } from '../../src/host/host.ts';
import { nodeClock } from '../../src/host/node-clock.ts';
import { fakeHost } from '../support/fake-host.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function piped(...texts: string[]): Input {
  return {
    isTerminal: false,
    async *chunks() {
      for (const text of texts) yield bytes(text);
    },
  };
}

const terminal: Input = { isTerminal: true, chunks: () => piped().chunks() };

/** A pipe that nobody writes to and nobody closes. */
const silent: Input = {
  isTerminal: false,
  chunks: () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: () => Promise.resolve({ done: true, value: undefined }),
    }),
  }),
};

const CONTENTS: Readonly<Record<string, string>> = {
  '/a project/notes.txt': 'some notes',
  '/a project/a.txt': 'GIF89a',
};

function read(stdin: Input, sources: Partial<PromptSources>) {
  const { files } = fakeHost({ files: CONTENTS });
  const host = { stdin, files, clock: nodeClock, workingDirectory: '/a project' };
  return readPrompt({ words: [], files: [], ...sources }, host);
}

test.each([
  { name: 'words are joined by a blank', stdin: terminal, words: ['a', 'b'], expected: 'a b' },
  {
    name: 'stdin alone is the prompt',
    stdin: piped('from ', 'pipe'),
    words: [],
    expected: 'from pipe',
  },
  { name: '- is all of stdin', stdin: piped('from pipe'), words: ['-'], expected: 'from pipe' },
  {
    name: 'stdin follows the prompt in a block',
    stdin: piped('x = 1\n'),
    words: ['explain'],
    expected: 'explain\n\n<stdin>\nx = 1\n</stdin>',
  },
  { name: 'an empty pipe adds nothing', stdin: piped(), words: ['hi'], expected: 'hi' },
  {
    name: 'a character cut between two chunks is whole',
    stdin: {
      isTerminal: false,
      async *chunks() {
        yield bytes('é').subarray(0, 1);
        yield bytes('é').subarray(1);
      },
    },
    words: ['-'],
    expected: 'é',
  },
])('$name', async ({ stdin, words, expected }) => {
  expect(await read(stdin, { words })).toEqual({ type: 'prompt', content: expected });
});

test('a file is added with its name', async () => {
  const result = await read(terminal, { words: ['sum up'], files: ['notes.txt'] });

  const text = 'sum up\n\n<file path="notes.txt">\nsome notes\n</file>';
  expect(result).toEqual({ type: 'prompt', content: text });
});

test('an image stands before the words, and needs none', async () => {
  const image = { type: 'image', data: bytes('GIF89a'), mediaType: 'image/gif' };

  expect(await read(terminal, { words: ['what is it?'], files: ['a.txt'] })).toEqual({
    type: 'prompt',
    content: [image, { type: 'text', text: 'what is it?' }],
  });
  expect(await read(terminal, { files: ['a.txt'] })).toEqual({ type: 'prompt', content: [image] });
});

test('a silent stdin is left alone, with a note', async () => {
  const result = await read(silent, { words: ['hi'] });

  expect(result).toMatchObject({
    type: 'prompt',
    content: 'hi',
    note: expect.stringContaining('silent'),
  });
});

test.each([
  { name: 'no prompt at a terminal', stdin: terminal, sources: {}, expected: 'no prompt' },
  { name: 'an empty pipe alone', stdin: piped(), sources: {}, expected: 'no prompt' },
  { name: 'a missing file', stdin: terminal, sources: { files: ['gone'] }, expected: '-f gone' },
])('$name is a usage error', async ({ stdin, sources, expected }) => {
  const result = await read(stdin, sources);

  expect(result).toMatchObject({ type: 'usage-error', message: expect.stringContaining(expected) });
});
