import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/protocol/json.ts';
import type { ProviderEvent } from '../../src/protocol/model-provider.ts';
import type { ModelRequest } from '../../src/protocol/model-request.ts';
import { type BuiltProvider, startBuiltProvider } from './built-provider.ts';
import { type FixtureCase, loadFixtureCases } from './fixture-cases.ts';
import { differences } from './fixture-outcome.ts';
import { type Chunking, startWireServer } from './wire-server.ts';

/** Which provider plays the cases of a folder, and how it is set up. */
export interface FixtureSuite {
  /** Named in the table. */
  readonly vendor: string;
  /** File name in `dist/providers`. */
  readonly provider: string;
  readonly folder: string;
  /** Settings besides `base_url` and what the case itself assumes. */
  config(fixture: FixtureCase): JsonObject;
  modelId(fixture: FixtureCase): string;
}

/** How the bytes of each case are cut. Seeds make a failure repeatable. */
const CHUNKINGS: readonly { readonly name: string; readonly chunking: Chunking }[] = [
  { name: 'whole', chunking: 'whole' },
  { name: 'cut 1', chunking: { seed: 1 } },
  { name: 'cut 2', chunking: { seed: 20_261_130 } },
  { name: 'byte by byte', chunking: 'bytes' },
];

/** Above this size a case is not sent byte by byte: it would take seconds and show nothing new. */
const MOST_SINGLE_BYTES = 256 * 1024;

/**
 * Declares one test for each case of a folder and each way to cut its bytes, through the built
 * provider in its own process, and prints the table of vendor and case.
 */
export function fixtureSuite(suite: FixtureSuite): void {
  describe(`recorded responses of ${suite.vendor}`, () => {
    const cases = loadFixtureCases(suite.folder);
    const table = new Map<string, string[]>();
    let provider: BuiltProvider;

    beforeAll(async () => {
      provider = await startBuiltProvider(suite.provider);
    });
    afterAll(async () => {
      await provider?.close();
      for (const [name, marks] of table)
        console.log(`${suite.vendor} × ${name}: ${marks.join(', ')}`);
    });

    describe.each(cases)('$name', (fixture) => {
      const size = Buffer.byteLength(fixture.response.body ?? '');
      const cuts = CHUNKINGS.filter(
        ({ chunking }) => chunking !== 'bytes' || size <= MOST_SINGLE_BYTES,
      );
      test.each(cuts)('$name', async ({ name, chunking }) => {
        const marks = table.get(fixture.name) ?? [];
        table.set(fixture.name, [...marks, `${name} FAILED`]);
        const { events, ...moments } = await play(provider, suite, { fixture, chunking });

        expect(differences(events, fixture.expected, moments)).toEqual([]);
        table.set(fixture.name, [...marks, name]);
      });
    });
  });
}

async function play(
  provider: BuiltProvider,
  suite: FixtureSuite,
  { fixture, chunking }: { readonly fixture: FixtureCase; readonly chunking: Chunking },
) {
  const server = await startWireServer({ ...fixture.response, chunking });
  try {
    const config = { ...suite.config(fixture), ...fixture.config, base_url: server.url };
    await provider.configure(config);
    const askedMs = Date.now();
    const events: ProviderEvent[] = [];
    const request = shortRequest(suite.modelId(fixture));
    for await (const event of provider.client.stream(request, AbortSignal.timeout(20_000))) {
      events.push(event);
    }
    return { events, askedMs, doneMs: Date.now() };
  } finally {
    await server.close();
  }
}

function shortRequest(modelId: string): ModelRequest {
  return {
    modelId,
    messages: [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    assembledContext: [],
    cacheBreakpoints: [],
  };
}
