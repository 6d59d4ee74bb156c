// `agent run --json-schema` with the built program: through each vendor's own mechanism, and in words.
import { execFile } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { StubResponse, VendorDialect } from '../../src/conformance/index.ts';
import type { JsonValue } from '../../src/protocol/json.ts';
import { arrayAt, parseJson, stringAt, valueAt } from '../../src/sdk/json.ts';
import { schemaFaults } from '../support/json-schema.ts';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { root } from '../support/shared.ts';
import { anthropicDialect } from '../support/vendor-dialects/anthropic.ts';
import { googleDialect } from '../support/vendor-dialects/google.ts';
import { openaiChatDialect, openaiResponsesDialect } from '../support/vendor-dialects/openai.ts';
import { llamacppDialect } from '../support/vendor-dialects/openai-compatible.ts';
import { xaiResponsesDialect } from '../support/vendor-dialects/xai.ts';
import { startWireServer } from '../support/wire-server.ts';

const eventFaults = schemaFaults('turn-event');

const SCHEMA = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 1 } },
  required: ['n'],
  additionalProperties: false,
};
const RIGHT = '{"n":1}';
const PROSE = 'The number is one.';
const SHAPE = 'The answer does not have the shape of its JSON Schema:';

interface Vendor {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly dialect: VendorDialect;
  readonly more?: string;
}

const anthropic: Vendor = {
  name: 'anthropic',
  provider: 'anthropic',
  model: 'claude-sonnet-5',
  dialect: anthropicDialect,
};
const openai: Vendor = {
  name: 'openai, Responses',
  provider: 'openai',
  model: 'gpt-5.6-sol',
  dialect: openaiResponsesDialect,
};
/** A server that is not known to take a schema. */
const plain: Vendor = {
  name: 'openai-compatible',
  provider: 'openai-compatible',
  model: 'small',
  dialect: llamacppDialect,
  more: 'dialect = "deepseek"\n  extra_models = { small = "131072/8192" }',
};

function answerOf({ dialect, name }: Vendor, text: string): StubResponse {
  if (dialect.answer === undefined) throw new Error(`${name} can say nothing of its own`);
  return dialect.answer(text);
}

const SETTINGS =
  'settings {\n  default_frontend = ""\n  log_level = "info"\n  telemetry = false\n}\n';

/** A run whose vendor gives the answers one after the other. */
async function ask(
  { provider, model, more = '' }: Vendor,
  answers: readonly StubResponse[],
  args: readonly string[] = [],
  schema: string = JSON.stringify(SCHEMA),
) {
  const left = [...answers];
  const server = await startWireServer(({ method }) =>
    method === 'POST' && left.length > 0 ? (left.shift() ?? {}) : { status: 404, body: '' },
  );
  onTestFinished(() => server.close());
  const block = `provider "${provider}" {\n  api_key = env("E2E_KEY")\n  base_url = "${server.url}"\n  ${more}\n}\n`;
  const cwd = temporaryFolder({ 'agent.hcl': block + SETTINGS, 'schema.json': schema });
  const result = await runAgent(
    ['run', 'how many?', '-m', `${provider}/${model}`, '--json-schema', 'schema.json', ...args],
    { cwd, env: { E2E_KEY: 'sk-key-of-this-test' } },
  );
  const bodies = server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => parseJson(body));
  return { ...result, bodies, cwd };
}

const JSON_OUTPUT = ['-o', 'json'] as const;
const resultOf = (stdout: string) => jsonLines(stdout).at(-1);

test.each<Vendor & { readonly schemaOf: (body: JsonValue | undefined) => JsonValue | undefined }>([
  {
    ...anthropic,
    schemaOf: (body) => valueAt(body, 'output_config', 'format', 'schema', 'properties'),
  },
  { ...openai, schemaOf: (body) => valueAt(body, 'text', 'format', 'schema', 'properties') },
  {
    ...openai,
    name: 'openai, Chat Completions',
    more: 'api = "chat"',
    dialect: openaiChatDialect,
    schemaOf: chatSchema,
  },
  {
    name: 'google',
    provider: 'google',
    model: 'gemini-3-pro-preview',
    dialect: googleDialect,
    schemaOf: (body) => valueAt(body, 'generationConfig', 'responseJsonSchema', 'properties'),
  },
  {
    name: 'xai',
    provider: 'xai',
    model: 'grok-4.7',
    dialect: xaiResponsesDialect,
    schemaOf: (body) => valueAt(body, 'text', 'format', 'schema', 'properties'),
  },
  {
    ...plain,
    name: 'a server said to take a schema',
    more: `${plain.more}\n  abilities = ["response_schema"]`,
    schemaOf: chatSchema,
  },
])('$name is asked by its own mechanism', async ({ schemaOf, ...vendor }) => {
  const { code, stdout, stderr, bodies } = await ask(
    vendor,
    [answerOf(vendor, RIGHT)],
    JSON_OUTPUT,
  );

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(resultOf(stdout)).toMatchObject({
    status: 'success',
    result: RIGHT,
    structured_output: { n: 1 },
    incomplete: false,
  });
  expect(schemaOf(bodies[0])).toMatchObject({ n: { type: 'integer' } });
  expect(JSON.stringify(bodies[0])).not.toContain('Answer with one JSON value');
});

function chatSchema(body: JsonValue | undefined) {
  return valueAt(body, 'response_format', 'json_schema', 'schema', 'properties');
}

test('a server without a mechanism is asked in words; a fence is taken off', async () => {
  const fenced = answerOf(plain, `\`\`\`json\n${RIGHT}\n\`\`\``);

  const { code, stdout, stderr, bodies } = await ask(plain, [fenced]);

  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{\n  "n": 1\n}\n', stderr: '' });
  expect(bodies[0]).not.toHaveProperty('response_format');
  expect(JSON.stringify(arrayAt(bodies[0], 'messages').at(-1))).toContain('minimum');
});

test('a wrong answer is sent back once, in a stream that follows its schema', async () => {
  const answers = [answerOf(anthropic, '{"n":0,"m":2}'), answerOf(anthropic, RIGHT)];

  const { code, stdout, bodies } = await ask(anthropic, answers, ['-o', 'stream-json']);
  const lines = jsonLines(stdout);

  expect(code).toBe(0);
  expect(lines.flatMap(eventFaults)).toEqual([]);
  expect(lines.filter(({ type }) => type === 'turn_start')).toHaveLength(2);
  expect(lines.find(({ type }) => type === 'warning')?.['message']).toBe(
    `${SHAPE} (root) must NOT have additional properties: "m"; /n must be >= 1. It is sent back once.`,
  );
  expect(lines.at(-1)).toMatchObject({
    structured_output: { n: 1 },
    turns: 2,
    usage: { input_tokens: 8, output_tokens: 10 },
  });
  expect(arrayAt(bodies[1], 'messages').map((message) => stringAt(message, 'role'))).toEqual([
    'user',
    'assistant',
    'user',
  ]);
  expect(JSON.stringify(bodies[1])).toContain('/n must be >= 1');
});

test('an answer that stays wrong fails the run; its text is in the result', async () => {
  const answers = [answerOf(openai, PROSE), answerOf(openai, PROSE)];

  const { code, stdout, bodies } = await ask(openai, answers, JSON_OUTPUT);

  expect(code).toBe(1);
  expect(bodies).toHaveLength(2);
  expect(resultOf(stdout)).toMatchObject({
    status: 'error',
    exit_code: 1,
    result: PROSE,
    stop_reason: 'end_turn',
    usage: { input_tokens: 8, output_tokens: 10 },
    error: { category: 'unknown', message: expect.stringContaining(SHAPE) },
  });
  expect(resultOf(stdout)).not.toHaveProperty('structured_output');
  expect(eventFaults(resultOf(stdout))).toEqual([]);
});

test('as text such an answer is on stderr; stdout stays empty', async () => {
  const { code, stdout, stderr } = await ask(plain, [
    answerOf(plain, PROSE),
    answerOf(plain, PROSE),
  ]);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`The answer, which was not taken:\n${PROSE}\n`);
  expect(stderr).toContain(`  ${SHAPE} it is not one JSON value`);
});

test.each([
  { reason: 'max_tokens', code: 1, category: 'unknown' },
  { reason: 'refusal', code: 7, category: 'content_filtered' },
])('an answer that ends with $reason is not taken, and not sent back', async (row) => {
  const { body = '', ...head } = answerOf(anthropic, RIGHT);
  const ended = { ...head, body: String(body).replace('"end_turn"', `"${row.reason}"`) };

  const { code, stdout, bodies } = await ask(anthropic, [ended], JSON_OUTPUT);

  expect(code).toBe(row.code);
  expect(bodies).toHaveLength(1);
  expect(resultOf(stdout)).toMatchObject({
    status: 'error',
    result: RIGHT,
    stop_reason: row.reason,
    error: { category: row.category },
  });
  expect(resultOf(stdout)).not.toHaveProperty('structured_output');
});

test('a value that is no object is asked for in words, also of a vendor with a mechanism', async () => {
  const list = JSON.stringify({ type: 'array', items: { type: 'integer' } });

  const { code, stdout, bodies } = await ask(openai, [answerOf(openai, '[1, 2]')], [], list);

  expect({ code, value: JSON.parse(stdout) }).toEqual({ code: 0, value: [1, 2] });
  expect(bodies[0]).not.toHaveProperty('text');
});

test.each([
  { name: 'no JSON', schema: '{"type": "object",}', message: 'is not JSON at line 1, column 19' },
  {
    name: 'no schema',
    schema: '{"properties": {"n": {"type": "nummer"}}}',
    message: '/properties/n/type',
  },
])('a file with $name ends the run before anything is sent', async ({ schema, message }) => {
  const { code, stdout, stderr, bodies } = await ask(
    plain,
    [answerOf(plain, RIGHT)],
    JSON_OUTPUT,
    schema,
  );

  expect({ code, bodies }).toEqual({ code: 2, bodies: [] });
  expect(resultOf(stdout)).toMatchObject({ status: 'error', exit_code: 2 });
  expect(stderr).toContain('--json-schema: schema.json is not');
  expect(stderr).toContain(message);
});

test('a dry run shows how the schema would be told, and sends nothing', async () => {
  const more = `${plain.more}\n  abilities = ["response_schema"]`;

  const told = await ask({ ...plain, more }, [], ['--dry-run']);
  const asked = await ask(plain, [], ['--dry-run']);

  expect(parseJson(told.stdout)).toMatchObject({ params: { response_schema: SCHEMA } });
  expect(parseJson(asked.stdout)).toMatchObject({ params: {} });
  expect(asked.stdout).toContain('Answer with one JSON value');
  expect([...told.bodies, ...asked.bodies]).toEqual([]);
});

test('a last message file gets the value as text output does', async () => {
  const answers = [answerOf(plain, `\`\`\`json\n${RIGHT}\n\`\`\``)];

  const { stdout, cwd } = await ask(plain, answers, ['--last-message-file', 'answer.json']);

  expect(stdout).toBe('{\n  "n": 1\n}\n');
  expect(await readFile(join(cwd, 'answer.json'), 'utf8')).toBe(stdout);
});

test('only a run with a schema reads what checks one', async () => {
  const cwd = temporaryFolder({ 'schema.json': JSON.stringify(SCHEMA) });
  await cp(join(root, 'dist'), join(cwd, 'dist'), { recursive: true });
  await rm(join(cwd, 'dist', 'schema.cjs'));
  const env = { PATH: process.env['PATH'], HOME: cwd };
  const run = (...args: readonly string[]) =>
    new Promise<string>((resolve) => {
      const words = [join(cwd, 'dist', 'agent.js'), 'run', 'hello', '--no-session', ...args];
      execFile(process.execPath, words, { cwd, env }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });

  expect(await run()).toContain('hello');
  expect(await run('--json-schema', 'schema.json')).toContain('schema.cjs');
});
