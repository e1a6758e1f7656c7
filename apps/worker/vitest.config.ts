import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    // The end-to-end files mostly wait for processes of their own.
    maxWorkers: 3,
    testTimeout: 20_000,
    globalSetup: ['../../packages/store/src/testing/postgres-server.ts'],
  },
});
