import { afterAll } from 'vitest';
import { testProvider } from '../../src/conformance/vitest.ts';
import { fakeDialect } from '../fixtures/conformance/dialect.ts';
import { bundleFixture } from '../support/bundle-fixture.ts';

const fake = await bundleFixture('test/fixtures/conformance/program.ts');

afterAll(() => fake.remove());

// The tests that an author gets: all of them pass, or are skipped with a reason.
testProvider('the conforming fake', {
  command: process.execPath,
  args: [fake.path],
  dialect: fakeDialect,
  limitMs: 10_000,
});
