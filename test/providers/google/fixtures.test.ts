import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type FixtureSuite, fixtureSuite } from '../../support/fixture-suite.ts';
import { root, sharedFolder, sharedNote } from '../../support/shared.ts';

const suite: Omit<FixtureSuite, 'vendor' | 'folder'> = {
  provider: 'google',
  config: () => ({ api_key: 'AIzaTest' }),
  modelId: () => 'gemini-3-pro-preview',
};

fixtureSuite({
  ...suite,
  vendor: 'google',
  folder: join(root, 'test', 'fixtures', 'wire', 'google'),
});

if (sharedFolder === undefined) {
  describe('shared recordings of google', () => {
    test.skip(`all cases${sharedNote}`, () => {});
  });
} else {
  fixtureSuite({
    ...suite,
    vendor: 'google (shared)',
    folder: join(sharedFolder, 'fixtures', 'vendors', 'google'),
  });
}
