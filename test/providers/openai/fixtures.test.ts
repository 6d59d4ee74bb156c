import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type FixtureSuite, fixtureSuite } from '../../support/fixture-suite.ts';
import { root, sharedFolder, sharedNote } from '../../support/shared.ts';

const suite: Omit<FixtureSuite, 'vendor' | 'folder'> = {
  provider: 'openai',
  config: ({ endpoint }) => ({ api_key: 'sk-test-key', api: endpoint ?? 'responses' }),
  modelId: () => 'gpt-5.6-sol',
};

fixtureSuite({
  ...suite,
  vendor: 'openai',
  folder: join(root, 'test', 'fixtures', 'wire', 'openai'),
});

if (sharedFolder === undefined) {
  describe('shared recordings of openai', () => {
    test.skip(`all cases${sharedNote}`, () => {});
  });
} else {
  for (const folder of ['openai-responses', 'openai-chat']) {
    fixtureSuite({
      ...suite,
      vendor: `${folder} (shared)`,
      folder: join(sharedFolder, 'fixtures', 'vendors', folder),
    });
  }
}
