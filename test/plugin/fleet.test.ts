import { existsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { bringUpFailureText } from '../../src/plugin/bring-up-failure.ts';
import { Fleet } from '../../src/plugin/fleet.ts';
import type { FleetContext, FleetMember } from '../../src/plugin/fleet-member.ts';
import type { LaunchSpec } from '../../src/plugin/launch-spec.ts';
import type { Capabilities } from '../../src/protocol/model-spec.ts';
import { fixtureSpec, launchContext } from '../support/plugin-kit.ts';
import { processGone } from '../support/process-gone.ts';

const fleets: Fleet[] = [];

afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.close();
});

const never = new AbortController().signal;

function member(spec: LaunchSpec, decode: FleetMember['decode'] = () => ({})): FleetMember {
  return { spec, decode };
}

function fleetOf(members: readonly FleetMember[], overrides: Partial<FleetContext> = {}) {
  const started: number[] = [];
  const base = launchContext();
  const context = {
    ...base,
    ...overrides,
    processes: {
      ...base.processes,
      start: (request: Parameters<typeof base.processes.start>[0]) => {
        const child = base.processes.start(request);
        started.push(child.id ?? 0);
        return child;
      },
    },
  };
  const fleet = new Fleet(members, context);
  fleets.push(fleet);
  return { fleet, started, records: base.records };
}

test('a provider is started once, configured once and ready for both who asked', async () => {
  const decoded: Capabilities[] = [];
  const { fleet, started } = fleetOf([
    member(fixtureSpec('good.mjs'), (capabilities) => {
      decoded.push(capabilities);
      return {};
    }),
  ]);

  fleet.start('raw');
  const [first, second] = await Promise.all([fleet.get('raw', never), fleet.get('raw', never)]);

  expect(first).toMatchObject({
    type: 'ready',
    producer: { name: 'raw', version: '1.2.3', category: 'model', protocolVersion: 1 },
    capabilities: { models: [{ id: 'demo' }] },
  });
  expect(second).toBe(first);
  expect(started).toHaveLength(1);
  expect(decoded).toHaveLength(1);
});

test('an inspection tells what a provider is without configuring it', async () => {
  const { fleet } = fleetOf([
    member(fixtureSpec('good.mjs'), () => {
      throw new Error('nothing is decoded for an inspection');
    }),
  ]);

  const inspected = await fleet.inspect('raw', never);

  expect(inspected).toMatchObject({
    type: 'inspected',
    capabilities: { models: [{ id: 'demo' }], configSchema: { attributes: [] } },
    findings: [],
  });
});

test.each([
  {
    name: 'another kind of provider',
    variant: 'wrong-category',
    code: 'provider-start-failed',
    says: ['provider of another kind ("tool")'],
  },
  {
    name: 'another version of the contract',
    variant: 'wrong-version',
    code: 'provider-start-failed',
    says: ['version 2 of the model contract, expected 1'],
  },
  {
    name: 'no name',
    variant: 'nameless',
    code: 'provider-invalid',
    says: ['does not say its name'],
  },
  {
    name: 'no models',
    variant: 'no-models',
    code: 'provider-invalid',
    says: ['breaks the contract', 'it offers no model (no-models)'],
  },
  {
    name: 'faults in its models',
    variant: 'faulty-model',
    code: 'provider-invalid',
    says: ['model "demo"', '(limits-not-positive)', '(caching-missing)'],
  },
  {
    name: 'capabilities of an older contract',
    variant: 'older-contract',
    code: 'provider-invalid',
    says: ['GetCapabilities failed', 'another contract'],
  },
  {
    name: 'an unhealthy service',
    variant: 'unhealthy',
    code: 'provider-start-failed',
    says: ['does not report itself as serving', 'NOT_SERVING'],
  },
  {
    name: 'a crash while it is described',
    variant: 'crash-in-describe',
    code: 'provider-start-failed',
    says: ['ended during the first calls', 'exited with code 5', 'out of luck'],
  },
  {
    name: 'no method for its capabilities',
    variant: 'no-capabilities',
    code: 'provider-invalid',
    says: ['does not offer GetCapabilities'],
  },
])('a provider with $name is unavailable and says why', async ({ variant, code, says }) => {
  const { fleet, started } = fleetOf([member(fixtureSpec('variants.mjs', [variant]))]);

  const lookup = await fleet.get('raw', never);

  if (lookup.type !== 'unavailable') throw new Error('it is ready');
  const text = bringUpFailureText(lookup.failure);
  expect(text.code).toBe(code);
  expect(text.summary).toMatch(/^Provider "raw" (did not start|can not be used): /);
  const whole = `${text.summary}\n${text.detail}`;
  for (const words of [...says, 'variants.mjs']) expect(whole).toContain(words);
  expect(await fleet.get('raw', never)).toBe(lookup);
  expect(started).toHaveLength(1);
  await processGone(Number(started[0]));
});

test.each([
  {
    name: 'an address where nothing listens',
    file: 'print-line.mjs',
    args: ['1|1|unix|/tmp/no-such-socket|grpc|'],
    says: ['nothing answers at the address', '/tmp/no-such-socket'],
  },
  {
    name: 'a socket behind which nobody speaks',
    file: 'mute-socket.mjs',
    args: [],
    says: ['nothing answers at the address'],
  },
  {
    name: 'a banner in front of its handshake',
    file: 'banner-first.mjs',
    args: [],
    says: ['something else than a handshake'],
  },
])('a provider with $name did not start', async ({ file, args, says }) => {
  const { fleet } = fleetOf([member(fixtureSpec(file, args))], { healthMs: 300 });

  const lookup = await fleet.get('raw', never);

  if (lookup.type !== 'unavailable') throw new Error('it is ready');
  const { code, summary, detail } = bringUpFailureText(lookup.failure);
  expect(code).toBe('provider-start-failed');
  for (const words of says) expect(`${summary}\n${detail}`).toContain(words);
});

test('a provider that refuses its configuration is unavailable with its own words', async () => {
  const { fleet } = fleetOf([member(fixtureSpec('scenarios.mjs'), () => ({ mode: 'refuse' }))]);

  const lookup = await fleet.get('raw', never);

  if (lookup.type !== 'unavailable') throw new Error('it is ready');
  expect(bringUpFailureText(lookup.failure)).toEqual({
    code: 'configure-failed',
    summary: 'Provider "raw" can not be used: it refused its configuration',
    detail: 'It refused its configuration (auth_error): raw: no key',
  });
});

test('a block that can not be decoded is never sent', async () => {
  const { fleet } = fleetOf([member(fixtureSpec('scenarios.mjs'), () => undefined)]);

  const lookup = await fleet.get('raw', never);

  expect(lookup).toEqual({
    type: 'unavailable',
    failure: { type: 'undecodable', provider: 'raw' },
  });
});

test('a name nobody declared is unknown', async () => {
  const { fleet } = fleetOf([]);

  expect(await fleet.get('anthropc', never)).toEqual({
    type: 'unavailable',
    failure: { type: 'unknown-provider', provider: 'anthropc' },
  });
});

test('who stops waiting does not stop the provider', async () => {
  const { fleet, started } = fleetOf([member(fixtureSpec('good.mjs'))]);
  const controller = new AbortController();
  const waiting = fleet.get('raw', controller.signal);

  controller.abort();

  expect(await waiting).toMatchObject({ failure: { type: 'cancelled' } });
  expect(await fleet.get('raw', never)).toMatchObject({ type: 'ready' });
  expect(started).toHaveLength(1);
});

test('a crashed provider is started afresh, and left alone after three crashes', async () => {
  const { fleet, started } = fleetOf([member(fixtureSpec('scenarios.mjs'))]);

  for (let crash = 1; crash <= 3; crash += 1) {
    const lookup = await fleet.get('raw', never);
    if (lookup.type !== 'ready') throw new Error(`not ready before crash ${crash}`);
    const outcome = await lookup.client.configure({ mode: 'crash' });
    expect(outcome).toMatchObject({ type: 'crash', crash: { exitCode: 9 } });
  }
  const lookup = await fleet.get('raw', never);

  expect(started).toHaveLength(3);
  if (lookup.type !== 'unavailable') throw new Error('it is ready');
  expect(bringUpFailureText(lookup.failure).summary).toBe(
    'Provider "raw" did not start: it crashed 3 times within 5 minutes',
  );
});

test('closing ends every process and removes what they left', async () => {
  const names = ['one', 'two', 'three'];
  const { fleet, started } = fleetOf(
    names.map((name) => member(fixtureSpec('good.mjs', [], { name }))),
  );
  for (const name of names) expect(await fleet.get(name, never)).toMatchObject({ type: 'ready' });

  await fleet.close();

  expect(started).toHaveLength(3);
  for (const id of started) await processGone(id);
  expect(() => fleet.start('one')).toThrow('closed fleet');
});

test('closing ends the calls that still run, as a stop and not as an exception', async () => {
  const spec = fixtureSpec('variants.mjs', ['answer-and-stay'], { kind: 'built-in' });
  const { fleet } = fleetOf([member(spec)]);
  const lookup = await fleet.get('raw', never);
  if (lookup.type !== 'ready') throw new Error('not ready');
  const request = { messages: [], tools: [], assembledContext: [], cacheBreakpoints: [] };
  const stream = lookup.client.stream({ modelId: 'silent', ...request }, never);
  const waiting = stream[Symbol.asyncIterator]().next();
  await lookup.client.describe();

  await fleet.close();

  const stopped = { type: 'crash', crash: { message: expect.stringContaining('provider "raw"') } };
  expect(await waiting).toMatchObject({ value: stopped });
  expect(await lookup.client.describe()).toMatchObject(stopped);
});

test('closing gives up a provider that is still on its way', async () => {
  const { fleet, started } = fleetOf([member(fixtureSpec('silent.mjs'))]);
  const waiting = fleet.get('raw', never);

  await fleet.close();

  expect(await waiting).toMatchObject({ type: 'unavailable' });
  await processGone(Number(started[0]));
});

test('a deaf provider and its deaf child are killed when the time is up', async () => {
  const limits = { stopLimits: { terminateMs: 50, killMs: 100 } };
  const { fleet, started, records } = fleetOf([member(fixtureSpec('deaf.mjs'))], limits);
  expect(await fleet.get('raw', never)).toMatchObject({ type: 'ready' });
  const grandchild = Number(records[0]?.message.split(' ')[1]);

  await fleet.close();

  await processGone(Number(started[0]));
  await processGone(grandchild);
});

test('a foreign provider that ignores Shutdown ends by SIGTERM', async () => {
  const limits = { stopLimits: { terminateMs: 50, killMs: 60_000 } };
  const { fleet, started } = fleetOf(
    [member(fixtureSpec('variants.mjs', ['ignore-shutdown']))],
    limits,
  );
  expect(await fleet.get('raw', never)).toMatchObject({ type: 'ready' });

  await fleet.close();

  await processGone(Number(started[0]));
});

test('a built-in is ended as soon as it has answered, even if it would live on', async () => {
  const limits = { stopLimits: { terminateMs: 60_000, killMs: 120_000 } };
  const { fleet, started } = fleetOf(
    [member(fixtureSpec('variants.mjs', ['answer-and-stay'], { kind: 'built-in' }))],
    limits,
  );
  expect(await fleet.get('raw', never)).toMatchObject({ type: 'ready' });

  await fleet.close();

  await processGone(Number(started[0]));
});

test('the socket directory of a crashed provider does not stay', async () => {
  const { fleet, records } = fleetOf([member(fixtureSpec('variants.mjs', ['tell-directory']))]);
  const lookup = await fleet.get('raw', never);
  if (lookup.type !== 'ready') throw new Error('not ready');
  const directory = records[0]?.message ?? '';
  expect(existsSync(directory)).toBe(true);

  for await (const event of lookup.client.stream(
    { modelId: 'x', messages: [], tools: [], assembledContext: [], cacheBreakpoints: [] },
    never,
  )) {
    expect(event).toMatchObject({ type: 'crash' });
  }

  expect(existsSync(directory)).toBe(false);
});

test('two members of one name are refused, so that neither is lost in silence', () => {
  const twice = [member(fixtureSpec('good.mjs')), member(fixtureSpec('silent.mjs'))];

  expect(() => new Fleet(twice, launchContext())).toThrow('two providers are named "raw"');
});
