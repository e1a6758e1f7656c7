import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    // Two cores carry browsers, servers and tests at once.
    testTimeout: 30_000,
    // The end-to-end files mostly wait for processes of their own.
    maxWorkers: 3,
    globalSetup: ['../../packages/store/src/testing/postgres-server.ts'],
  },
});
