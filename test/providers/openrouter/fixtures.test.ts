import { join } from 'node:path';
import { describe, test } from 'vitest';
import { type FixtureSuite, fixtureSuite } from '../../support/fixture-suite.ts';
import { root, sharedFolder, sharedNote } from '../../support/shared.ts';

const suite: Omit<FixtureSuite, 'vendor' | 'folder'> = {
  provider: 'openrouter',
  config: ({ endpoint }) => ({ api_key: 'sk-or-v1-test', api: endpoint ?? 'chat' }),
  // Of the built-in list: the server of a case serves no other.
  modelId: () => 'anthropic/claude-sonnet-4.5',
};

fixtureSuite({
  ...suite,
  vendor: 'openrouter',
  folder: join(root, 'test', 'fixtures', 'wire', 'openrouter'),
});

if (sharedFolder === undefined) {
  describe('shared recordings of openrouter', () => {
    test.skip(`all cases${sharedNote}`, () => {});
  });
} else {
  fixtureSuite({
    ...suite,
    vendor: 'openrouter (shared)',
    folder: join(sharedFolder, 'fixtures', 'vendors', 'openrouter'),
  });
}
