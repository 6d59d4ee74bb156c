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
    reporters: ['default', fileAt('./support/closing-line-reporter.ts')],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
