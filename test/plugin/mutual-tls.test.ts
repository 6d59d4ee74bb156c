import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bringUpFailureText } from '../../src/plugin/bring-up-failure.ts';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import { createCertificate } from '../../src/protocol/certificate.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';
import { root } from '../support/shared.ts';

const fleets: Fleet[] = [];

afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.close();
});

const never = new AbortController().signal;

function lookUp(spec: LaunchSpec, mutualTls: boolean) {
  const fleet = new Fleet([{ spec, decode: () => ({}) }], { ...launchContext(), mutualTls });
  fleets.push(fleet);
  return fleet.get(spec.name, never);
}

async function failureOf(spec: LaunchSpec, mutualTls: boolean): Promise<string> {
  const lookup = await lookUp(spec, mutualTls);
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

  expect(await lookUp(fixtureSpec('tls.mjs', args), true)).toMatchObject({ type: 'ready' });
});

test('a provider of our SDK answers a request for mutual TLS', async () => {
  const program = join(root, 'dist', 'providers', 'example.js');
  const spec = fixtureSpec('', [], { program, args: [program], kind: 'built-in' });

  const lookup = await lookUp(spec, true);

  if (lookup.type !== 'ready') throw new Error(JSON.stringify(lookup));
  expect(lookup.capabilities.models[0]?.id).toBe('demo');
});

test('a provider that shows another certificate than it advertised is refused', async () => {
  const own = certificate();
  const args = [own.pem, own.privateKeyPem, advertised(certificate().der)];

  expect(await failureOf(fixtureSpec('tls.mjs', args), true)).toContain(
    'did not start: the encrypted connection failed',
  );
});

test('a certificate for another name is refused', async () => {
  const own = certificate(['example.org']);
  const args = [own.pem, own.privateKeyPem, advertised(own.der)];

  expect(await failureOf(fixtureSpec('tls.mjs', args), true)).toContain(
    'the encrypted connection failed',
  );
});

test('a provider that does not answer with a certificate is never used in plaintext', async () => {
  expect(await failureOf(fixtureSpec('good.mjs'), true)).toContain('named none');
});

test('a provider that insists on TLS nobody asked for is refused', async () => {
  const own = certificate();
  const args = [own.pem, own.privateKeyPem, advertised(own.der)];

  expect(await failureOf(fixtureSpec('tls.mjs', args), false)).toContain('nobody asked for');
});
