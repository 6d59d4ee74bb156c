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
    async ({ id, change }) => {
      const report = await checkFake(change);

      expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toEqual([id]);
    },
  );

  test.each(controls.filter(({ isProgram }) => isProgram))('$id: $name', async ({ id, name }) => {
    const report = await checkFakeProgram(fake.path, name);

    expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toEqual([id]);
  });

  test('W-02: wrong version stamped', async () => {
    const report = await checkFakeProgram(fake.path, undefined, { expected: { version: '9.9.9' } });

    expect(idsOf(report, 'fail')).toEqual(['W-02']);
  });
});

test('every check has a control', () => {
  const rejected = new Set(['W-02', ...controls.map(({ id }) => id)]);

  const without = SUITE_W.map(({ id }) => id).filter((id) => !rejected.has(id));

  expect(without).toEqual([]);
});
