import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bringUpFailureText } from '../../src/plugin/bring-up-failure.ts';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import type { TlsPolicy } from '../../src/plugin/tls-policy.ts';
import { createCertificate } from '../../src/protocol/certificate.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';
import { processGone } from '../support/process-gone.ts';
import { root } from '../support/shared.ts';

const fleets: Fleet[] = [];

afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.close();
});

const never = new AbortController().signal;

type Overrides = Parameters<typeof launchContext>[0];

function lookUp(spec: LaunchSpec, tls: TlsPolicy | undefined, overrides: Overrides = {}) {
  const context = launchContext({ ...overrides, tls });
  const fleet = new Fleet([{ spec, decode: () => ({}) }], context);
  fleets.push(fleet);
  return { lookup: fleet.get(spec.name, never), fleet, records: context.records };
}

async function failureOf(...args: Parameters<typeof lookUp>): Promise<string> {
  const lookup = await lookUp(...args).lookup;
  if (lookup.type !== 'unavailable') throw new Error('it is ready');
  const { code, summary, detail } = bringUpFailureText(lookup.failure);
  expect(code).toBe('provider-start-failed');
  return `${summary}\n${detail}`;
}

function certificate(names?: readonly string[]) {
  return createCertificate({ nowMs: Date.now(), commonName: 'raw', names });
}

/** The handshake's form of a certificate. */
function advertised(der: Uint8Array): string {
  return Buffer.from(der).toString('base64').replace(/=+$/, '');
}

test('both sides of an encrypted connection show the certificate the other expects', async () => {
  const own = certificate();
  const args = [own.pem, own.privateKeyPem, advertised(own.der)];

  expect(await lookUp(fixtureSpec('tls.mjs', args), 'always').lookup).toMatchObject({
    type: 'ready',
  });
});

test('a provider of our SDK answers a request for mutual TLS', async () => {
  const program = join(root, 'dist', 'providers', 'example.js');
  const spec = fixtureSpec('', [], { program, args: [program], kind: 'built-in' });

  const lookup = await lookUp(spec, 'always').lookup;

  if (lookup.type !== 'ready') throw new Error(JSON.stringify(lookup));
  expect(lookup.capabilities.models[0]?.id).toBe('demo');
});

test('a provider that shows another certificate than it advertised is refused', async () => {
  const own = certificate();
  const args = [own.pem, own.privateKeyPem, advertised(certificate().der)];

  expect(await failureOf(fixtureSpec('tls.mjs', args), 'always')).toContain(
    'did not start: the encrypted connection failed',
  );
});

test('a certificate for another name is refused', async () => {
  const own = certificate(['example.org']);
  const args = [own.pem, own.privateKeyPem, advertised(own.der)];

  expect(await failureOf(fixtureSpec('tls.mjs', args), 'always')).toContain(
    'the encrypted connection failed',
  );
});

test('a provider that does not answer with a certificate is never used in plaintext', async () => {
  expect(await failureOf(fixtureSpec('good.mjs'), 'always')).toContain('named none');
});

test('a provider that insists on TLS nobody asked for is refused', async () => {
  const own = certificate();
  const args = [own.pem, own.privateKeyPem, advertised(own.der)];

  expect(await failureOf(fixtureSpec('tls.mjs', args), 'auto')).toContain('nobody asked for');
});

/** Arguments of a fixture that can encrypt. */
function identity(): readonly string[] {
  const own = certificate();
  return [own.pem, own.privateKeyPem, advertised(own.der)];
}

const wordsOf = (records: readonly { readonly message: string }[]) =>
  records.map(({ message }) => message).filter((message) => message.startsWith('called'));

test('a provider on a socket of ours is not asked', async () => {
  expect(await lookUp(fixtureSpec('good.mjs'), 'auto').lookup).toMatchObject({ type: 'ready' });
});

test('a provider on a port is started again with TLS, and told nothing before', async () => {
  const { lookup, fleet, records } = lookUp(fixtureSpec('tcp.mjs', identity()), 'auto');
  const [first] = fleet.processes();

  expect(await lookup).toMatchObject({ type: 'ready' });

  expect(wordsOf(records)).toEqual(['called over TLS']);
  const [second] = fleet.processes();
  expect(second?.pid).not.toBe(first?.pid);
  await processGone(Number(first?.pid));
});

test('a provider on a port that can not encrypt is refused, unless the user takes the risk', async () => {
  const refusal = await failureOf(fixtureSpec('tcp.mjs'), 'auto');
  const allowed = lookUp(fixtureSpec('tcp.mjs'), undefined, {
    environment: { ...process.env, AGENT_PLUGIN_TLS: 'never' },
  });

  expect(refusal).toContain('It was asked for a certificate and named none. It was asked for');
  expect(refusal).toContain('everybody on this machine can connect');
  expect(refusal).toContain('AGENT_PLUGIN_TLS=never');
  expect(await allowed.lookup).toMatchObject({ type: 'ready' });
  expect(wordsOf(allowed.records)).toEqual(['called in plaintext']);
});

test('where a system has ports only, every provider is asked at once', async () => {
  const { processes } = launchContext();
  const onPorts = { processes: { ...processes, hasUnixSockets: false } };

  const { lookup, fleet, records } = lookUp(fixtureSpec('tcp.mjs', identity()), 'auto', onPorts);
  const [first] = fleet.processes();

  expect(await lookup).toMatchObject({ type: 'ready' });
  expect(wordsOf(records)).toEqual(['called over TLS']);
  expect(fleet.processes()).toEqual([first]);
});

test('a user can want TLS everywhere, and a provider without it says so', async () => {
  const environment = { ...process.env, AGENT_PLUGIN_TLS: 'always' };

  const refusal = await failureOf(fixtureSpec('good.mjs'), undefined, { environment });

  expect(refusal).toContain('It was asked for mutual TLS, as AGENT_PLUGIN_TLS wants.');
});

test('a choice that nobody knows starts nothing', async () => {
  const environment = { ...process.env, AGENT_PLUGIN_TLS: 'yes' };

  const refusal = await failureOf(fixtureSpec('good.mjs'), undefined, { environment });

  expect(refusal).toContain('AGENT_PLUGIN_TLS is "yes"');
  expect(refusal).toContain('auto, always, never');
});

test('a provider on a port that crashes in use is started afresh, with TLS again', async () => {
  const { lookup, fleet, records } = lookUp(fixtureSpec('tcp.mjs', identity()), 'auto');
  await lookup;
  const [used] = fleet.processes();

  process.kill(Number(used?.pid), 'SIGKILL');
  await processGone(Number(used?.pid));

  expect(await again(fleet)).toMatchObject({ type: 'ready' });
  expect(new Set(wordsOf(records))).toEqual(new Set(['called over TLS']));
});

/** The fleet may hear of the end a moment after the system. */
async function again(fleet: Fleet) {
  for (;;) {
    const lookup = await fleet.get('raw', never);
    if (lookup.type !== 'ready') return lookup;
    const answer = await lookup.client.describe();
    if (answer.type === 'ok') return lookup;
  }
}
