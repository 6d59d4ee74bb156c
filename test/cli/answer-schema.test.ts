import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnswerSchema } from '../../src/cli/answer-schema.ts';
import { nodeFiles } from '../../src/host/node-files.ts';
import { temporaryFolder } from '../support/run-agent.ts';

function read(content: string | Uint8Array, path: string | undefined = 'schema.json') {
  const workingDirectory = temporaryFolder();
  writeFileSync(join(workingDirectory, 'schema.json'), content);
  return readAnswerSchema(path, { files: nodeFiles, workingDirectory });
}

test('without the flag nothing is read', async () => {
  const result = await readAnswerSchema(undefined, {
    files: nodeFiles,
    workingDirectory: '/there/is/no/such/folder',
  });

  expect(result).toEqual({ type: 'schema', schema: undefined });
});

test('a schema is given as it was written, and checks values', async () => {
  const result = await read('\ufeff{"type":"object","required":["n"]}');
  const schema = result.type === 'schema' ? result.schema : undefined;

  expect(schema?.schema).toEqual({ type: 'object', required: ['n'] });
  expect(schema?.problems({})).toEqual(["(root) must have required property 'n'"]);
  expect(schema?.problems({ n: 1 })).toEqual([]);
});

test.each([
  {
    name: 'bytes that are no text',
    content: new Uint8Array([0xff, 0xfe]),
    message: 'can not be read',
  },
  { name: 'nothing', content: '', message: 'is not JSON at line 1, column 1: ' },
  {
    name: 'an end too early',
    content: '{\n  "type":',
    message: 'is not JSON at line 2, column 10: ',
  },
  {
    name: 'a comma too many',
    content: '{\n  "type": "object",\n}',
    message: 'is not JSON at line 3, column 1: ',
  },
  { name: 'a list', content: '[]', message: 'is not a JSON Schema: (root) must be an object' },
  { name: 'null', content: 'null', message: '(root) must be an object' },
  {
    name: 'true, which is a schema but none to answer by',
    content: 'true',
    message: '(root) must be an object',
  },
  {
    name: 'no schema',
    content: '{"type":"nummer"}',
    message: 'is not a JSON Schema:\n  /type must be equal',
  },
])('refuses $name', async ({ content, message }) => {
  const result = await read(content);

  expect(result).toEqual({ type: 'usage-error', message: expect.stringContaining(message) });
  expect(result).toHaveProperty('message', expect.stringMatching(/^--json-schema: schema\.json /));
});

test('a file that is not there is named', async () => {
  const result = await read('{}', 'no.json');

  expect(result).toMatchObject({ type: 'usage-error' });
  expect(result).toHaveProperty('message', expect.stringContaining('no.json can not be read: '));
});
