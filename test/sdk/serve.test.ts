import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials, type ServiceError } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCertificate, toPem } from '../../src/protocol/certificate.ts';
import { ServingStatus } from '../../src/protocol/gen/wire-tables.ts';
import { healthMethods, modelMethods, stdioMethods } from '../../src/protocol/grpc-methods.ts';
import { fromGrpcStatus } from '../../src/protocol/status-detail.ts';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import { processGone } from '../support/process-gone.ts';
import {
  PLUGIN_ENVIRONMENT,
  RawClient,
  RawPlugin,
  readCompletion,
  statusOf,
  targetOf,
} from '../support/raw-plugin.ts';

const KEY = 'sk-canary-0123456789';

let fixture: BundledFixture;
let folder = '';
const plugins = new Set<RawPlugin>();
const clients = new Set<RawClient>();

beforeAll(async () => {
  fixture = await bundleFixture('test/fixtures/sdk/odd-provider.ts');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
});
afterEach(async () => {
  for (const client of clients) client.close();
  for (const { child } of plugins) child.kill('SIGKILL');
  await Promise.all([...plugins].map(({ exited }) => exited));
  clients.clear();
  plugins.clear();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await fixture.remove();
});

function start(environment: Readonly<Record<string, string | undefined>> = {}): RawPlugin {
  const plugin = new RawPlugin(fixture.path, {
    ...PLUGIN_ENVIRONMENT,
    PLUGIN_UNIX_SOCKET_DIR: folder,
    ...environment,
  });
  plugins.add(plugin);
  return plugin;
}

async function serving(environment: Readonly<Record<string, string | undefined>> = {}) {
  const plugin = start(environment);
  const line = await plugin.handshake();
  if (line === undefined) throw new Error(`no handshake: ${plugin.stderr}`);
  const client = new RawClient(targetOf(line));
  clients.add(client);
  return { plugin, client, line };
}

async function configured(environment: Readonly<Record<string, string | undefined>> = {}) {
  const all = await serving(environment);
  await all.client.configure({ api_key: KEY });
  return all;
}

describe('a start', () => {
  test('prints one line, whose socket the owner alone may use', async () => {
    const { line, client } = await serving();

    expect(line).toMatch(new RegExp(`^1\\|1\\|unix\\|${folder}/p[0-9a-f]{8}\\|grpc\\|$`));
    expect(statSync(line.split('|')[3] ?? '').mode & 0o777).toBe(0o600);
    await expect(client.unary(healthMethods.check, { service: 'plugin' })).resolves.toMatchObject({
      status: ServingStatus.SERVING,
    });
    await expect(client.unary(healthMethods.check, { service: 'other' })).rejects.toMatchObject({
      code: 5,
    });
  });

  test('without a given directory makes a private one and removes it', async () => {
    const temporary = mkdtempSync(join(folder, 't'));
    const { line, client, plugin } = await serving({
      PLUGIN_UNIX_SOCKET_DIR: undefined,
      TMPDIR: temporary,
    });
    expect(line).toContain(`|${temporary}/plugin`);

    await client.shutdown();
    await plugin.exited;

    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    { name: 'missing', cookie: undefined },
    { name: 'wrong', cookie: 'something-else' },
  ])('with a $name cookie explains itself and prints no handshake', async ({ cookie }) => {
    const plugin = start({ PLUGGABLEHARNESS_AGENT_PLUGIN: cookie });

    expect(await plugin.handshake()).toBeUndefined();
    expect(await plugin.exited).toMatchObject({ code: 1 });
    await plugin.closed;
    expect(plugin.stderr).toBe(
      'odd: can not start: this program is a provider and is started by its host; ' +
        'name it in agent.hcl instead\n',
    );
  });

  test('with only other versions offered announces its own', async () => {
    const { line } = await serving({ PLUGIN_PROTOCOL_VERSIONS: '99' });

    expect(line).toMatch(/^1\|1\|/);
  });

  test('of a host that multiplexes says that it does not', async () => {
    const { line } = await serving({ PLUGIN_MULTIPLEX_GRPC: 'false' });

    expect(line).toMatch(/\|grpc\|\|false$/);
  });

  test('in a directory whose path is too long is refused, not cut', async () => {
    const plugin = start({ PLUGIN_UNIX_SOCKET_DIR: undefined, TMPDIR: longDirectory() });

    expect(await plugin.handshake()).toBeUndefined();
    expect(await plugin.exited).toMatchObject({ code: 1 });
    await plugin.closed;
    expect(plugin.stderr).toContain('set TMPDIR or PLUGIN_UNIX_SOCKET_DIR to a shorter directory');
  });

  test('with a certificate that is none is refused', async () => {
    const plugin = start({ PLUGIN_CLIENT_CERT: 'not a certificate' });

    expect(await plugin.handshake()).toBeUndefined();
    await plugin.closed;
    expect(plugin.stderr).toContain('PLUGIN_CLIENT_CERT holds no certificate');
  });
});

function longDirectory(): string {
  return mkdtempSync(join(folder, 'x'.repeat(120)));
}

describe('while serving', () => {
  test('stray prints go to stderr, and no secret goes anywhere', async () => {
    const { plugin, client } = await configured();

    await readCompletion(client.complete('print'));
    await client.shutdown();
    await plugin.closed;

    expect(plugin.lines).toHaveLength(1);
    expect(plugin.stderr).toContain('a stray print with ***\nstray bytes\n');
    expect(plugin.stderr).toMatch(
      /\{"@level":"info","@message":"a record with \*\*\*","@module":"odd","@timestamp":"[-\d]{10}T[:\d]{8}\.\d{6}Z","key":"\*\*\*"\}\n/,
    );
    expect(plugin.stderr).not.toContain(KEY);
  });

  test('a request of six mebibytes is accepted', async () => {
    const { client } = await configured();

    const { events, code } = await readCompletion(client.complete('x'.repeat(6 * 1024 * 1024)));

    expect(code).toBe(0);
    expect(events).toMatchObject([
      { case: 'textDelta', value: { text: '6291456' } },
      { case: 'stop' },
    ]);
  });

  test('a reader that does not read holds the provider back', async () => {
    const { client } = await configured();
    const stream = client.complete('flood');
    stream.on('error', () => {});
    stream.pause();
    await once(stream, 'metadata');

    const first = await steadyCount(client);

    expect(first).toBeLessThan(5000);
    const { events } = await readCompletion(stream.resume());
    expect(events.filter(({ case: kind }) => kind === 'textDelta')).toHaveLength(20_001);
  });

  test('a cancelled call stops its provider, which serves the next one', async () => {
    const { client } = await configured();
    const stream = client.complete('wait');
    stream.on('error', () => {});
    await once(stream, 'data');

    stream.cancel();

    await expect.poll(async () => (await labels(client))['aborted']).toBe('1');
    expect((await readCompletion(client.complete('next'))).code).toBe(0);
  });

  test('a deadline ends a call whose provider is deaf, and the next one works', async () => {
    const { client } = await configured();

    const { code } = await readCompletion(client.complete('deaf', {}, 300));

    expect(code).toBe(4);
    expect((await readCompletion(client.complete('next'))).code).toBe(0);
  });

  test('a failing configuration is a classified status', async () => {
    const { client } = await serving();

    const error: ServiceError = await client.configure({}).catch((thrown) => thrown);

    expect(
      fromGrpcStatus({
        code: error.code,
        message: error.details,
        details: Buffer.from(error.metadata.get('grpc-status-details-bin')[0] ?? ''),
      }),
    ).toEqual({
      type: 'error',
      error: {
        category: 'auth_error',
        message: 'odd: the setting "api_key" is required',
        retryable: false,
      },
    });
    expect(error.code).toBe(16);
  });

  test('an unknown model is an error event of a stream that ends well', async () => {
    const { client } = await configured();

    const { events, code } = await readCompletion(client.complete('hi', { modelId: 'other' }));

    expect(code).toBe(0);
    expect(events).toMatchObject([
      { case: 'error', value: { error: { category: 5, message: 'odd: unknown model "other"' } } },
    ]);
  });

  test('a request that can not be understood is refused in words', async () => {
    const { client } = await configured();

    const { events } = await readCompletion(client.complete('hi', { messages: [{}] }));

    expect(events).toMatchObject([
      {
        case: 'error',
        value: {
          error: {
            category: 5,
            message: 'odd: the request can not be understood: messages[0].role is not set',
          },
        },
      },
    ]);
  });

  test('a method that is not offered is unimplemented', async () => {
    const { client } = await configured();

    await expect(client.unary(modelMethods.render, {})).rejects.toMatchObject({ code: 12 });
  });

  test('stdin is left alone', async () => {
    const { plugin, client } = await configured();

    plugin.child.stdin?.end('some input\n');

    expect((await readCompletion(client.complete('hi'))).code).toBe(0);
  });
});

describe('mutual TLS, when the host asks for it', () => {
  const own = createCertificate({ nowMs: Date.now(), commonName: 'host' });
  const other = createCertificate({ nowMs: Date.now(), commonName: 'host' });

  async function secureClient(line: string, certificate: typeof own): Promise<RawClient> {
    const server = toPem(Buffer.from(line.split('|')[5] ?? '', 'base64'));
    const channel = credentials.createSsl(
      Buffer.from(server),
      Buffer.from(certificate.privateKeyPem),
      Buffer.from(certificate.pem),
    );
    const client = new RawClient(targetOf(line), channel);
    clients.add(client);
    return client;
  }

  test('pins the certificate of the handshake line, which is unpadded base64', async () => {
    const plugin = start({ PLUGIN_CLIENT_CERT: own.pem });
    const line = (await plugin.handshake()) ?? '';
    expect(line).toMatch(/\|grpc\|[A-Za-z0-9+/]{100,}$/);

    const client = await secureClient(line, own);

    await client.configure({ api_key: KEY });
    expect((await readCompletion(client.complete('hi'))).code).toBe(0);
  });

  test.each([
    { name: 'another certificate', connectWith: (line: string) => secureClient(line, other) },
    {
      name: 'none at all',
      connectWith: async (line: string) => new RawClient(targetOf(line)),
    },
  ])('refuses a client with $name', async ({ connectWith }) => {
    const plugin = start({ PLUGIN_CLIENT_CERT: own.pem });
    const client = await connectWith((await plugin.handshake()) ?? '');
    clients.add(client);

    await expect(client.configure({ api_key: KEY })).rejects.toMatchObject({ code: 14 });
  });
});

describe('the calls a host holds open', () => {
  test('stay open, say nothing, and end with the plugin', async () => {
    const { plugin, client } = await configured();
    const stdio = client.open(stdioMethods.streamStdio, {});
    const watch = client.open(healthMethods.watch, { service: 'plugin' });
    const broker = client.openBroker();
    const [status] = await once(watch, 'data');
    expect(status).toMatchObject({ status: ServingStatus.SERVING });

    const ends = Promise.all([stdio, watch, broker].map(statusOf));

    expect((await readCompletion(client.complete('hi'))).code).toBe(0);
    await client.shutdown();

    expect(await ends).toEqual([0, 0, 0]);
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
  });

  test('end when the host closes its half of the broker stream', async () => {
    const { client } = await configured();
    const broker = client.openBroker();

    broker.end();

    expect(await statusOf(broker)).toBe(0);
  });
});

describe('an end', () => {
  test('by Shutdown is answered when nothing is left, with exit code 0', async () => {
    const { plugin, client } = await configured();
    const stream = client.complete('child');
    const result = readCompletion(stream);
    const [{ event }] = await once(stream, 'data');
    const childId = Number(event.value.text);

    await client.shutdown();

    expect(socketsLeft()).toEqual([]);
    expect(() => process.kill(childId, 0)).toThrow('ESRCH');
    expect((await result).code).toBe(1);
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
  });

  test('by Shutdown comes in time even when a call is deaf', async () => {
    const { plugin, client } = await configured();
    const stream = client.complete('deaf');
    stream.on('error', () => {});
    await once(stream, 'data');

    await client.shutdown();

    expect(await plugin.exited).toEqual({ code: 0, signal: null });
  });

  test('is not caused by SIGINT, which is the whole terminal group hears', async () => {
    const { plugin, client } = await configured();

    plugin.child.kill('SIGINT');

    expect((await readCompletion(client.complete('hi'))).code).toBe(0);
    expect(plugin.child.exitCode).toBeNull();
  });

  test('by SIGTERM removes the socket', async () => {
    const { plugin } = await configured();

    plugin.child.kill('SIGTERM');

    expect(await plugin.exited).toEqual({ code: 143, signal: null });
    expect(socketsLeft()).toEqual([]);
  });

  test('comes when the connection of the host is gone', async () => {
    const { plugin, client } = await configured();
    const stream = client.complete('child');
    stream.on('error', () => {});
    const [{ event }] = await once(stream, 'data');

    client.close();
    stream.cancel();

    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    await processGone(Number(event.value.text));
    expect(socketsLeft()).toEqual([]);
  });

  test('comes when a host vanishes without a word', async () => {
    const plugin = start();
    const line = (await plugin.handshake()) ?? '';
    const socket = connect(line.split('|')[3] ?? '');
    await once(socket, 'connect');

    socket.destroy();

    expect(await plugin.exited).toEqual({ code: 0, signal: null });
  });

  test('by a crash of the provider leaves no socket and tells no secret', async () => {
    const { plugin, client } = await configured();

    await readCompletion(client.complete('crash'));
    await plugin.closed;

    expect(plugin.child.exitCode).toBe(1);
    expect(plugin.stderr).toContain('the provider failed: Error: broken, and it knows ***');
    expect(plugin.stderr).not.toContain(KEY);
    expect(socketsLeft()).toEqual([]);
  });
});

async function labels(client: RawClient): Promise<Readonly<Record<string, string>>> {
  return (await client.account()).account?.labels ?? {};
}

/** How many deltas the provider made, once that number no longer grows. */
async function steadyCount(client: RawClient): Promise<number> {
  let before = -1;
  for (;;) {
    const now = Number((await labels(client))['produced']);
    if (now === before && now > 0) return now;
    before = now;
  }
}

function socketsLeft(): readonly string[] {
  return readdirSync(folder).filter((name) => /^p[0-9a-f]{8}$/.test(name));
}
