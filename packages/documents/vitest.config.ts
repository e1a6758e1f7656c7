import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts'],
    // Two cores: by default vitest leaves one of them idle.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
