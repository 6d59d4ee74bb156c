import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type FixtureSuite, fixtureSuite } from '../../support/fixture-suite.ts';
import { root, sharedFolder, sharedNote } from '../../support/shared.ts';

const suite: Omit<FixtureSuite, 'vendor' | 'folder'> = {
  provider: 'openai-compatible',
  config: ({ endpoint }) => ({
    api: endpoint ?? 'chat',
    extra_models: { recorded: '131072/8192' },
  }),
  modelId: () => 'recorded',
};

fixtureSuite({
  ...suite,
  vendor: 'openai-compatible',
  folder: join(root, 'test', 'fixtures', 'wire', 'openai-compatible'),
});

if (sharedFolder === undefined) {
  describe('shared recordings of openai-compatible', () => {
    test.skip(`all cases${sharedNote}`, () => {});
  });
} else {
  for (const folder of ['openai-compatible']) {
    fixtureSuite({
      ...suite,
      vendor: `${folder} (shared)`,
      folder: join(sharedFolder, 'fixtures', 'vendors', folder),
    });
  }
}
