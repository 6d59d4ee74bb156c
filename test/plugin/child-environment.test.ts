import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../src/plugin/child-environment.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import { awaitHandshake, launch } from '../../src/plugin/start.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';

const own = { PATH: '/bin', HOME: '/home/me', TMPDIR: '/tmp', ANTHROPIC_API_KEY: 'canary' };
const launchVariables = { socketDirectory: '/tmp/agent-1' };

function specWith(environment: Readonly<Record<string, string>>, version = '1.2.3'): LaunchSpec {
  return fixtureSpec('', [], {
    name: 'local',
    version,
    environment: new Map(Object.entries(environment)),
  });
}

test('a child gets the allowlist, its entries and the launcher variables, sorted', () => {
  const made = childEnvironment(own, specWith({ ZED: '1', HTTPS_PROXY: 'p' }), launchVariables);

  expect([...made]).toEqual([
    ['HOME', '/home/me'],
    ['HTTPS_PROXY', 'p'],
    [
      'OTEL_RESOURCE_ATTRIBUTES',
      'pluggableharness.producer.category=model,pluggableharness.producer.name=local,pluggableharness.producer.version=1.2.3',
    ],
    ['PATH', '/bin'],
    ['PLUGGABLEHARNESS_AGENT_PLUGIN', 'pluggableharness-agent-v1-a6f3c9d2-plugin-handshake'],
    ['PLUGIN_MAX_PORT', '25000'],
    ['PLUGIN_MIN_PORT', '10000'],
    ['PLUGIN_PROTOCOL_VERSIONS', '1'],
    ['PLUGIN_UNIX_SOCKET_DIR', '/tmp/agent-1'],
    ['TMPDIR', '/tmp'],
    ['ZED', '1'],
  ]);
});

test('a base variable is passed only when this process has it', () => {
  const made = childEnvironment({ PATH: '/bin' }, specWith({}), launchVariables);

  expect(made.has('HOME')).toBe(false);
  expect(made.has('TMPDIR')).toBe(false);
});

test('an entry replaces a base variable and the resource attributes', () => {
  const entries = { PATH: '/mine', OTEL_RESOURCE_ATTRIBUTES: 'a=b' };

  const made = childEnvironment(own, specWith(entries), launchVariables);

  expect(made.get('PATH')).toBe('/mine');
  expect(made.get('OTEL_RESOURCE_ATTRIBUTES')).toBe('a=b');
});

test('a certificate of ours asks for mutual TLS', () => {
  const clientCertificate = '-----BEGIN CERTIFICATE-----\n…\n';

  const made = childEnvironment(own, specWith({}), { ...launchVariables, clientCertificate });

  expect(made.get('PLUGIN_CLIENT_CERT')).toBe(clientCertificate);
});

test.each([
  { name: 'the cookie', entry: 'PLUGGABLEHARNESS_AGENT_PLUGIN' },
  { name: 'a variable we set', entry: 'PLUGIN_UNIX_SOCKET_DIR' },
  { name: 'one we never set', entry: 'PLUGIN_MULTIPLEX_GRPC' },
])('an entry with a name of the launcher is refused: $name', ({ entry }) => {
  expect(() => childEnvironment(own, specWith({ [entry]: 'x' }), launchVariables)).toThrow(entry);
});

test.each([
  { version: '1.0.0+a b', escaped: '1.0.0%2Ba+b' },
  { version: "x,y=z'()*!", escaped: 'x%2Cy%3Dz%27%28%29%2A%21' },
  { version: 'ü~._-', escaped: '%C3%BC~._-' },
  { version: 'half\ud800', escaped: 'half%EF%BF%BD' },
])('resource attributes are query-escaped: $version', ({ version, escaped }) => {
  const made = childEnvironment(own, specWith({}, version), launchVariables);

  expect(made.get('OTEL_RESOURCE_ATTRIBUTES')?.split('version=')[1]).toBe(escaped);
});

test('whatever else this process has, no name of it is passed on', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (others) => {
      const made = childEnvironment({ ...others, PATH: '/bin' }, specWith({}), launchVariables);

      const base = ['PATH', ...Object.keys(others).filter((name) => /^(HOME|TMPDIR)$/.test(name))];
      const names = [...made.keys()].filter((name) => !/^(OTEL|PLUG)/.test(name));
      expect(new Set(names)).toEqual(new Set(base));
    }),
  );
});

/** Starts the probe and gives back what it says it was given. */
async function probe(spec: LaunchSpec, environment: Readonly<Record<string, string | undefined>>) {
  const context = launchContext({ environment });
  const launched = launch(spec, context);
  if (launched.type === 'failed') throw new Error('not launched');
  await awaitHandshake(launched.process, context, new AbortController().signal);
  launched.process.signalGroup('SIGKILL');
  await launched.process.ended;
  // The fixture's report is JSON of our own making.
  return context.records.find((record) => record.message === 'probe')?.fields['report'] as {
    environment: Record<string, string>;
    names: string[];
    workingDirectory: string;
    entries: string[];
    input: string;
  };
}

test('a real child sees exactly this, sorted, in an empty directory, with an empty input', async () => {
  const canary = { ...process.env, AGENT_CANARY: 'canary' };

  const report = await probe(
    fixtureSpec('environment-probe.mjs', [], { environment: new Map([['ONLY_MINE', 'yes']]) }),
    { ...canary, PATH: '/usr/bin', HOME: '/home/me', TMPDIR: undefined },
  );

  expect(Object.keys(report.environment).sort()).toEqual([
    'HOME',
    'ONLY_MINE',
    'OTEL_RESOURCE_ATTRIBUTES',
    'PATH',
    'PLUGGABLEHARNESS_AGENT_PLUGIN',
    'PLUGIN_MAX_PORT',
    'PLUGIN_MIN_PORT',
    'PLUGIN_PROTOCOL_VERSIONS',
    'PLUGIN_UNIX_SOCKET_DIR',
  ]);
  expect(report.names).toEqual([...report.names].sort());
  expect(report.entries).toEqual([]);
  expect(report.workingDirectory).toMatch(/^\/tmp\/agent-.*\/agent-/);
  expect(report.input).toBe('');
});

test('two providers do not see each other’s entries', async () => {
  const [first, second] = await Promise.all(
    ['FIRST', 'SECOND'].map((name) =>
      probe(fixtureSpec('environment-probe.mjs', [], { environment: new Map([[name, 'x']]) }), {
        PATH: '/usr/bin',
      }),
    ),
  );

  expect(first?.environment).toHaveProperty('FIRST');
  expect(first?.environment).not.toHaveProperty('SECOND');
  expect(second?.environment).toHaveProperty('SECOND');
  expect(second?.environment).not.toHaveProperty('FIRST');
});
