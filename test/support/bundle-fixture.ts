import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './shared.ts';

/** A TypeScript fixture as a program of its own, for tests of real processes. */
export interface BundledFixture {
  /** Absolute path of the JavaScript file. */
  readonly path: string;
  remove(): Promise<void>;
}

/** @param entry - Path below the repository, such as `test/fixtures/host/stdin.ts`. */
export async function bundleFixture(entry: string): Promise<BundledFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-fixture-'));
  const path = join(directory, 'fixture.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    logLevel: 'warning',
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
  });
  return { path, remove: () => rm(directory, { recursive: true, force: true }) };
}
