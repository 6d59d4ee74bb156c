import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type FixtureSuite, fixtureSuite } from '../../support/fixture-suite.ts';
import { root, sharedFolder, sharedNote } from '../../support/shared.ts';

const suite: Omit<FixtureSuite, 'vendor' | 'folder'> = {
  provider: 'xai',
  config: ({ endpoint }) => ({ api_key: 'xai-test-key', api: endpoint ?? 'responses' }),
  modelId: ({ endpoint }) => (endpoint === 'chat' ? 'grok-3-mini' : 'grok-4.7'),
};

fixtureSuite({
  ...suite,
  vendor: 'xai',
  folder: join(root, 'test', 'fixtures', 'wire', 'xai'),
});

if (sharedFolder === undefined) {
  describe('shared recordings of xai', () => {
    test.skip(`all cases${sharedNote}`, () => {});
  });
} else {
  for (const folder of ['xai']) {
    fixtureSuite({
      ...suite,
      vendor: `${folder} (shared)`,
      folder: join(sharedFolder, 'fixtures', 'vendors', folder),
    });
  }
}
