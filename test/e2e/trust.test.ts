import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemaFaults } from '../support/json-schema.ts';
import { runAgent, temporaryFolder } from '../support/run-agent.ts';
import { trustExample, trustExamples } from '../support/trust-examples.ts';
import { environment, listed, openProject } from '../support/trust-scene.ts';

describe.each(trustExamples)('$name', (subject) => {
  const { kinds, happened, model, says } = subject;

  test('nothing of it happens before it is granted; then it works, and another value asks anew', async () => {
    const { scene, agent, ask, change } = await openProject(subject);

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

    expect(granted).toMatchObject({ code: 0, stdout: expect.stringContaining(says(scene)) });
    expect(happened(scene)).toBe(true);

    change();
    const again = await ask();

    expect(again.code).toBe(3);
    expect(again.stderr).toContain('not-trusted');
  });

  test('AGENT_TRUST grants exactly its digest, and keeps nothing', async () => {
    const { scene, agent, change } = await openProject(subject);
    const { stdout } = await agent(['trust', '--digest']);
    const digest = { AGENT_TRUST: stdout.trim() };
    const args = ['run', 'hello', '-m', model];

    const other = await agent(args, { AGENT_TRUST: digest.AGENT_TRUST.replace(/.$/, '') });
    const before = happened(scene);
    const granted = await agent(args, digest);
    const shown = await agent(['trust', '--json']);
    change();
    const refused = await agent(args, digest);

    expect(stdout).toMatch(/^sha256:[0-9a-f]{64}\n$/);
    expect({ other: other.code, before }).toEqual({ other: 3, before: false });
    expect(granted).toMatchObject({ code: 0, stdout: expect.stringContaining(says(scene)) });
    expect(listed(shown.stdout).some((ask) => ask.granted)).toBe(false);
    expect(refused.code).toBe(3);
  });
});

test('--trust-providers grants for one call only', async () => {
  const { ask } = await openProject(trustExample('telemetry to another machine'));

  const granted = await ask('--trust-providers');
  const next = await ask();

  expect([granted.code, next.code]).toEqual([0, 3]);
});

test('one provider is granted by its name, and revoked', async () => {
  const { agent, ask } = await openProject(trustExample('a build of the project'));

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
  const { agent, ask } = await openProject(trustExample('another host'));

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
  const { scene, agent } = await openProject(trustExample('a build of the project'));

  const { code, stdout } = await agent(['validate', '--static', '--json']);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    valid: true,
    diagnostics: [{ severity: 'warning', code: 'not-trusted' }],
  });
  expect(trustExample('a build of the project').happened(scene)).toBe(false);
});

test('switching off the check of certificates is refused whatever is granted', async () => {
  const { agent, write, ask } = await openProject(trustExample('telemetry to another machine'));
  write('provider "example" {\n  environment {\n    NODE_TLS_REJECT_UNAUTHORIZED = "0"\n  }\n}\n');

  const validated = await agent(['validate', '--static']);
  const run = await ask('--trust-providers');

  expect([validated.code, run.code]).toEqual([1, 3]);
  expect(run.stderr).toContain('not-trusted');
});

test('grants in a state directory inside the project count for nothing', async () => {
  const { agent, cwd } = await openProject(trustExample('a secret in the path of a URL'));
  const inside = { XDG_STATE_HOME: join(cwd, 'state') };

  const accepted = await agent(['trust', '--accept'], inside);
  const shown = await agent(['trust', '--json'], inside);

  expect(accepted.code).toBe(3);
  expect(accepted.stderr).toContain('inside the project');
  expect(listed(shown.stdout)).toMatchObject([{ granted: false }]);
});

test('the JSON form keeps to its published schema and shows no value of a variable', async () => {
  const { agent } = await openProject(trustExample('a proxy with an authority of its own'));
  const faults = schemaFaults('trust');

  const { stdout } = await agent(['trust', '--json']);

  expect(faults(JSON.parse(stdout))).toEqual([]);
  expect(stdout).not.toContain(environment.E2E_KEY);
});
