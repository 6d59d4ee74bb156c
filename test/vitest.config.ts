import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  cacheDir: 'node_modules/.cache/vite',
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    root: fileAt('..'),
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: [fileAt('./support/global-setup.ts')],
    setupFiles: [fileAt('./support/property-seed.ts')],
    reporters: ['default', fileAt('./support/closing-line-reporter.ts')],
    // Ends a test that hangs; on a busy machine none may fail by being slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Most tests wait for processes of their own, so that no core is left over for vitest.
    maxWorkers: availableParallelism(),
  },
});
