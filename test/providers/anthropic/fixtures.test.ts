import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type FixtureSuite, fixtureSuite } from '../../support/fixture-suite.ts';
import { root, sharedFolder, sharedNote } from '../../support/shared.ts';

const suite: Omit<FixtureSuite, 'vendor' | 'folder'> = {
  provider: 'anthropic',
  config: () => ({ api_key: 'sk-ant-test' }),
  modelId: () => 'claude-sonnet-5',
};

fixtureSuite({
  ...suite,
  vendor: 'anthropic',
  folder: join(root, 'test', 'fixtures', 'wire', 'anthropic'),
});

if (sharedFolder === undefined) {
  describe('shared recordings of anthropic', () => {
    test.skip(`all cases${sharedNote}`, () => {});
  });
} else {
  fixtureSuite({
    ...suite,
    vendor: 'anthropic (shared)',
    folder: join(sharedFolder, 'fixtures', 'vendors', 'anthropic'),
  });
}
