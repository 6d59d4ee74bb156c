// One agent.hcl, every vendor's provider, through the built program: each speaks its own protocol
// with its own key, and none learns anything of another.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  COMMAND_LINE,
  configFor,
  keyOf,
  LAUNCHER,
  names,
  openVendorScene,
  ownNames,
  recordingOf,
  shell,
  traceOf,
  type VendorScene,
  variableOf,
  vendors,
} from '../support/every-vendor.ts';
import { jsonLines, runAgent, temporaryFolder } from '../support/run-agent.ts';
import { startWireServer } from '../support/wire-server.ts';

test.each(vendors)(
  '$name answers from the one file, and sees its own key and environment alone',
  async (vendor) => {
    const { name } = vendor;
    const { response, expected } = recordingOf(vendor);
    const server = await startWireServer(({ method }) =>
      method === 'GET' ? { status: 404 } : response,
    );
    onTestFinished(() => server.close());
    const scene = openVendorScene(server.url);
    const cwd = temporaryFolder({ 'agent.hcl': configFor(scene) });

    const args = ['run', 'hello', '-m', `${name}/${vendor.model}`, '-o', 'stream-json'];
    const { stdout, stderr } = await runAgent([...args, '--trust-providers'], { cwd, env: shell });

    expect(jsonLines(stdout).at(-1)).toMatchObject({
      type: 'result',
      provider: name,
      result: expected.text,
      usage: {
        input_tokens: expected.usage?.input,
        output_tokens: expected.usage?.output,
        cache_read_tokens: expected.usage?.cache_read,
      },
    });
    const sent = JSON.stringify(server.requests);
    const seen = traceOf(scene, `${name}.js`);
    expect(sent).toContain(keyOf(name));
    for (const other of names.filter((each) => each !== name)) {
      expect(sent).not.toContain(keyOf(other));
    }
    expect(ownNames(seen)).toEqual([`${variableOf(name)}_OWN`]);
    for (const each of names) {
      expect(stdout + stderr + JSON.stringify(seen)).not.toContain(keyOf(each));
    }
    expect(sent + JSON.stringify(seen)).not.toContain('key-of-the-shell');
    // Nobody else was needed, so nobody else was started.
    expect(readdirSync(scene.traces)).toEqual([`${name}.js`]);
  },
);

/** A claim about who ran with what, where the command line of a vendor took part. */
function expectOwnLogin(scene: VendorScene): void {
  const [provider, program] = ['claude-cli.js', 'claude.mjs'].map((each) => traceOf(scene, each));
  expect(ownNames(provider ?? {}).sort()).toEqual(['CLAUDECODE', 'CLAUDE_CODE_OAUTH_TOKEN']);
  expect(ownNames(program ?? {})).toEqual(['CLAUDE_CODE_OAUTH_TOKEN']);
  expect(Object.keys(program ?? {}).filter((name) => LAUNCHER.test(name))).toEqual([]);
  for (const variables of [provider, program]) {
    expect(variables).toMatchObject({ CLAUDE_CODE_OAUTH_TOKEN: keyOf(COMMAND_LINE) });
    for (const { name } of vendors) expect(JSON.stringify(variables)).not.toContain(keyOf(name));
    expect(JSON.stringify(variables)).not.toContain('key-of-the-shell');
  }
}

test('claude-cli answers from the one file, and its program has its own login alone', async () => {
  const scene = openVendorScene('http://127.0.0.1:1');
  const cwd = temporaryFolder({ 'agent.hcl': configFor(scene) });

  const args = ['run', 'hello', '-m', `${COMMAND_LINE}/sonnet`, '-o', 'stream-json'];
  const asked = await runAgent(args, { cwd, env: shell });
  const before = existsSync(join(scene.traces, 'claude-cli.js'));
  const { stdout, stderr } = await runAgent([...args, '--trust-providers'], { cwd, env: shell });

  expect({ code: asked.code, before }).toEqual({ code: 3, before: false });
  expect(jsonLines(stdout).at(-1)).toMatchObject({
    type: 'result',
    provider: COMMAND_LINE,
    result: 'Hello',
    usage: { input_tokens: 10, output_tokens: 8, cache_read_tokens: 14_253 },
  });
  expectOwnLogin(scene);
  for (const name of names) expect(stdout + stderr).not.toContain(keyOf(name));
});

const choice = (kind: string, provider: string, id: string) => `    ${kind} {
      provider = "${provider}"
      id       = "${id}"
    }
`;
const profile = (...choices: readonly string[]) =>
  `agent_profile "default" {\n  model {\n${choices.join('')}  }\n}\n`;

/** Answers for one vendor, and is overloaded for the others. */
async function serverOf(vendor: string) {
  const found = vendors.find(({ name }) => name === vendor);
  if (found === undefined) throw new Error(`no ${vendor}`);
  const { response, expected } = recordingOf(found);
  const server = await startWireServer(({ path }) =>
    path.includes('messages') ? { status: 529, body: '{"type":"error"}' } : response,
  );
  onTestFinished(() => server.close());
  return { server, expected };
}

test('a profile falls back past the command line of a vendor, each with its own key', async () => {
  const { server, expected } = await serverOf('xai');
  const scene = openVendorScene(server.url);
  const chain = profile(
    choice('primary', 'anthropic', 'claude-haiku-4-5'),
    choice('fallback', COMMAND_LINE, 'sonnet'),
    choice('fallback', 'xai', 'grok-3-mini'),
  );
  const cwd = temporaryFolder({ 'agent.hcl': `${configFor(scene, 'overloaded')}${chain}` });

  const args = ['run', 'hello', '-o', 'stream-json', '--trust-providers'];
  const { code, stdout, stderr } = await runAgent(args, { cwd, env: shell });

  expect(code).toBe(0);
  expect(jsonLines(stdout).at(-1)).toMatchObject({ provider: 'xai', result: expected.text });
  expectOwnLogin(scene);
  const keys = server.requests.map((request) =>
    names.filter((name) => JSON.stringify(request).includes(keyOf(name))),
  );
  expect(keys).toEqual([['anthropic'], ['xai']]);
  expect(readdirSync(scene.traces).sort()).toEqual(
    ['anthropic.js', 'claude-cli.js', 'claude.mjs', 'xai.js'].sort(),
  );
  for (const name of ['anthropic', 'xai']) {
    expect(ownNames(traceOf(scene, `${name}.js`))).toEqual([`${variableOf(name)}_OWN`]);
  }
  for (const name of names) expect(stdout + stderr).not.toContain(keyOf(name));
});

test('a profile falls back to the command line of a vendor', async () => {
  const { server } = await serverOf('xai');
  const scene = openVendorScene(server.url);
  const chain = profile(
    choice('primary', 'anthropic', 'claude-haiku-4-5'),
    choice('fallback', COMMAND_LINE, 'sonnet'),
  );
  const cwd = temporaryFolder({ 'agent.hcl': `${configFor(scene)}${chain}` });

  const args = ['run', 'hello', '-o', 'stream-json', '--trust-providers'];
  const { code, stdout } = await runAgent(args, { cwd, env: shell });

  expect(code).toBe(0);
  expect(jsonLines(stdout).at(-1)).toMatchObject({ provider: COMMAND_LINE, result: 'Hello' });
  expectOwnLogin(scene);
  expect(JSON.stringify(server.requests)).not.toContain(keyOf(COMMAND_LINE));
});

test.each(vendors)(
  'a redirect of $name carries nothing to another origin',
  async ({ name, model }) => {
    const other = await startWireServer({ status: 200 });
    const server = await startWireServer(({ method, path }) => ({
      status: method === 'GET' ? 302 : 307,
      headers: { location: `${other.url}${path}` },
    }));
    onTestFinished(() => Promise.all([server.close(), other.close()]).then(() => {}));
    const cwd = temporaryFolder({ 'agent.hcl': configFor(openVendorScene(server.url)) });

    const args = ['run', 'hello', '-m', `${name}/${model}`, '--trust-providers'];
    const { code, stdout, stderr } = await runAgent(args, { cwd, env: shell });

    expect(server.requests.length).toBeGreaterThan(0);
    expect(other.requests).toEqual([]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('HTTP 307');
  },
);
