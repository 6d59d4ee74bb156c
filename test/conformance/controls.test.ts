import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUITE_W } from '../../src/conformance/wire/suite-w.ts';
import { controls } from '../fixtures/conformance/controls.ts';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import { checkFake, checkFakeProgram, idsOf } from './fake-run.ts';

let fake: BundledFixture;

beforeAll(async () => {
  fake = await bundleFixture('test/fixtures/conformance/program.ts');
});

afterAll(() => fake.remove());

describe('a bad provider is rejected by exactly its check', () => {
  test.each(controls.filter(({ isProgram }) => !isProgram))(
    '$id: $name',
    async ({ id, change, options }) => {
      const report = await checkFake(change, options);

      expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toEqual([id]);
    },
  );

  test.each(controls.filter(({ isProgram }) => isProgram))(
    '$id: $name',
    async ({ id, name, options }) => {
      const report = await checkFakeProgram(fake.path, name, options);

      expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toEqual([id]);
    },
  );
});

test('every check has a control', () => {
  const rejected = new Set(controls.map(({ id }) => id));

  const without = SUITE_W.map(({ id }) => id).filter((id) => !rejected.has(id));

  expect(without).toEqual([]);
});
