import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { MODEL } from '../support/chat-script.ts';
import { schemaFaults } from '../support/json-schema.ts';
import { PtyChat } from '../support/pty-chat.ts';
import { agentFile, runAgent, temporaryFolder } from '../support/run-agent.ts';
import {
  environment,
  openScene,
  type Scene,
  type TrustExample,
  trustExamples,
} from '../support/trust-examples.ts';

/** A cloned project, and somebody who works in it. */
async function openProject({ config, model }: Pick<TrustExample, 'config' | 'model'>) {
  const scene = await openScene();
  const text = config(scene);
  const cwd = temporaryFolder({ 'agent.hcl': text });
  const home = temporaryFolder();
  const agent = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runAgent(args, { cwd, env: { ...environment, HOME: home, ...more } });
  const ask = (...flags: readonly string[]) => agent(['run', 'hello', '-m', model, ...flags]);
  const write = (next: string) => writeFileSync(join(cwd, 'agent.hcl'), next);
  return { scene, text, cwd, home, agent, ask, write };
}

interface ListedAsk {
  readonly kind: string;
  readonly granted: boolean;
}

function listed(json: string): readonly ListedAsk[] {
  return (JSON.parse(json) as { asks: readonly ListedAsk[] }).asks;
}

function example(name: string): TrustExample {
  const found = trustExamples.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no example "${name}"`);
  return found;
}

describe.each(trustExamples)('$name', (subject) => {
  const { kinds, happened, changed, model } = subject;

  test('nothing of it happens before it is granted; then it works, and another value asks anew', async () => {
    const { scene, text, agent, ask, write } = await openProject(subject);

    const [validated, live, run, shown] = await Promise.all([
      agent(['validate']),
      agent(['validate', '--live', '--json']),
      ask('-o', 'json'),
      agent(['trust', '--json']),
    ]);

    expect(happened(scene)).toBe(false);
    // A build of the project has to run to be checked; what is ours runs without anything of the file.
    expect(validated.code).toBe(model === 'acme/demo' ? 1 : 0);
    expect(live.code).toBe(1);
    expect(live.stdout.match(/"not-trusted"/g)).toHaveLength(kinds.length);
    expect(run.code).toBe(3);
    expect(run.stderr.match(/ {2}not-trusted$/gm)).toHaveLength(kinds.length);
    expect(run.stderr).toContain('agent trust --accept');
    expect(JSON.parse(run.stdout)).toMatchObject({
      exit_code: 3,
      error: { category: 'configuration' },
    });
    expect(
      listed(shown.stdout)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...kinds].sort());

    await agent(['trust', '--accept']);
    const granted = await ask();

    expect(granted).toMatchObject({ code: 0 });
    expect(happened(scene)).toBe(true);

    write(changed(text));
    const again = await ask();

    expect(again.code).toBe(3);
    expect(again.stderr).toContain('not-trusted');
  });
});

test('AGENT_TRUST grants exactly its digest', async () => {
  const subject = example('a secret in the path of a URL');
  const { scene, text, agent, write } = await openProject(subject);
  const { stdout } = await agent(['trust', '--digest']);
  const trust = { AGENT_TRUST: stdout.trim() };
  const args = ['run', 'hello', '-m', subject.model];

  const granted = await agent(args, trust);
  const sent = scene.vendor.requests.length;
  write(subject.changed(text));
  const refused = await agent(args, trust);

  expect(granted.code).toBe(0);
  expect(refused.code).toBe(3);
  expect(scene.vendor.requests).toHaveLength(sent);
  expect(stdout).toMatch(/^sha256:[0-9a-f]{64}\n$/);
});

test('--trust-providers grants for one call only', async () => {
  const { ask } = await openProject(example('telemetry to another machine'));

  const granted = await ask('--trust-providers');
  const next = await ask();

  expect([granted.code, next.code]).toEqual([0, 3]);
});

test('one provider is granted by its name, and revoked', async () => {
  const { agent, ask } = await openProject(example('a build of the project'));

  const granted = await agent(['provider', 'trust', 'acme']);
  const run = await ask();
  const revoked = await agent(['provider', 'trust', 'acme', '--revoke']);
  const refused = await ask();
  const unknown = await agent(['provider', 'trust', 'acne']);

  expect(granted.stdout).toContain('no sandbox');
  expect([granted.code, run.code, revoked.code, refused.code, unknown.code]).toEqual([
    0, 0, 0, 3, 2,
  ]);
  expect(unknown.stderr).toContain('Did you mean "acme"?');
});

test('a host is granted for every project of this user', async () => {
  const { agent, ask } = await openProject(example('another host'));

  await agent(['trust', '--host', 'vendor.test']);
  const run = await ask();

  expect(run).toMatchObject({ code: 0 });
});

test('a file from agent init asks for nothing', async () => {
  const cwd = temporaryFolder();
  const env = { ANTHROPIC_API_KEY: 'sk-init-key', OPENAI_API_KEY: 'sk-other-key' };
  await runAgent(['init'], { cwd, env });

  const shown = await runAgent(['trust', '--json'], { cwd, env });

  expect(listed(shown.stdout)).toEqual([]);
});

test('--static warns about a build of the project and runs nothing', async () => {
  const { scene, agent } = await openProject(example('a build of the project'));

  const { code, stdout } = await agent(['validate', '--static', '--json']);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    valid: true,
    diagnostics: [{ severity: 'warning', code: 'not-trusted' }],
  });
  expect(example('a build of the project').happened(scene)).toBe(false);
});

test('switching off the check of certificates is refused whatever is granted', async () => {
  const { agent, write, ask } = await openProject(example('telemetry to another machine'));
  write('provider "example" {\n  environment {\n    NODE_TLS_REJECT_UNAUTHORIZED = "0"\n  }\n}\n');

  const validated = await agent(['validate', '--static']);
  const run = await ask('--trust-providers');

  expect([validated.code, run.code]).toEqual([1, 3]);
  expect(run.stderr).toContain('not-trusted');
});

test('grants in a state directory inside the project count for nothing', async () => {
  const { agent, cwd, text, write } = await openProject(example('a secret in the path of a URL'));
  const inside = { XDG_STATE_HOME: join(cwd, 'state') };
  write(text);

  const accepted = await agent(['trust', '--accept'], inside);
  const shown = await agent(['trust', '--json'], inside);

  expect(accepted.code).toBe(3);
  expect(accepted.stderr).toContain('inside the project');
  expect(listed(shown.stdout)).toMatchObject([{ granted: false }]);
});

test('the JSON form keeps to its published schema and shows no value of a variable', async () => {
  const { agent } = await openProject(example('a proxy with an authority of its own'));
  const faults = schemaFaults('trust');

  const { stdout } = await agent(['trust', '--json']);

  expect(faults(JSON.parse(stdout))).toEqual([]);
  expect(stdout).not.toContain(environment.E2E_KEY);
});

/** The chat in a pseudo-terminal, in a project that asks for something. */
async function openChat(subject: TrustExample, typedBefore = '') {
  const { scene, cwd, home, agent } = await openProject(subject);
  const chat = new PtyChat(
    '',
    { turns: [], model: MODEL },
    {
      shell: `cd '${cwd}'; '${process.execPath}' '${agentFile}' -m ${subject.model} hello; echo "left $?"`,
      environment: { ...environment, HOME: home },
      columns: 200,
      rows: 30,
    },
  );
  onTestFinished(() => chat.close());
  onTestFailed(() => console.log(chat.lines().join('\n')));
  chat.type(typedBefore);
  await chat.shows('[y] allow  [n] no  [v] view file');
  return { chat, scene, agent };
}

const untilIdle = (chat: PtyChat, happened: () => boolean) => chat.until(happened);

describe.each(['a build of the project', 'a secret in the path of a URL'])('chat: %s', (name) => {
  const subject = example(name);
  const nothing = (scene: Scene) => expect(subject.happened(scene)).toBe(false);

  test('what was typed before the question is no answer, and Enter is no', async () => {
    const { chat, scene } = await openChat(subject, 'y\r');

    nothing(scene);
    chat.type('\r');
    await chat.shows('left 3');

    nothing(scene);
    expect(chat.count('did not ask before')).toBe(1);
  });

  test('a yes is kept: the chat starts, and is not asked again', async () => {
    const { chat, scene, agent } = await openChat(subject);
    nothing(scene);

    chat.type('v');
    await chat.shows('   1: ');
    nothing(scene);
    chat.type('y');
    await untilIdle(chat, () => subject.happened(scene));
    const shown = await agent(['trust', '--json']);

    expect(listed(shown.stdout).every(({ granted }) => granted)).toBe(true);
  });
});
