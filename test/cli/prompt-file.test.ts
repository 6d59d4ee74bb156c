import { expect, test } from 'vitest';
import { openPromptFile } from '../../src/cli/prompt-file.ts';
import { fakeHost } from '../support/fake-host.ts';

const FILE = '/state/agent/prompt-history.jsonl';
const noSecrets = (text: string): string => text.replaceAll('s3cret', '***');

async function keep(files: ReturnType<typeof fakeHost>['files'], ...prompts: readonly string[]) {
  const history = await openPromptFile(files, '/state/agent', noSecrets);
  for (const prompt of prompts) history.add(prompt);
  await history.close();
  return history;
}

const textOf = async (files: ReturnType<typeof fakeHost>['files']): Promise<string> =>
  new TextDecoder().decode(await files.read(FILE));

test('prompts of one chat are there in the next, oldest first, secrets taken out', async () => {
  const { files } = fakeHost();

  await keep(files, 'one', 'two\nlines', 'key s3cret', 'key s3cret');

  const { prompts } = await keep(files);
  expect(prompts).toEqual(['one', 'two\nlines', 'key ***']);
});

test('a torn line and foreign ones are passed over', async () => {
  const { files } = fakeHost();
  await files.append(FILE, '"one"\n{"a":1}\n42\n"tw', 0o600);

  const { prompts } = await keep(files);

  expect(prompts).toEqual(['one']);
});

test('a very long prompt is not kept', async () => {
  const { files } = fakeHost();

  await keep(files, 'x'.repeat(20_000), 'short');

  expect(await textOf(files)).toBe('"short"\n');
});

test('a file that has grown is cut to the newest prompts', async () => {
  const { files } = fakeHost();
  const many = Array.from({ length: 2_001 }, (_, index) => `${JSON.stringify(`p${index}`)}\n`);
  await files.append(FILE, many.join(''), 0o600);

  const { prompts } = await keep(files, 'last');

  expect(prompts).toHaveLength(1_000);
  expect((await textOf(files)).split('\n')).toHaveLength(1_002);
});

test('where nothing can be written the chat goes on', async () => {
  const { files } = fakeHost();
  files.append = () => Promise.reject(new Error('ENOSPC'));

  const { prompts } = await keep(files, 'one');

  expect(prompts).toEqual([]);
});
