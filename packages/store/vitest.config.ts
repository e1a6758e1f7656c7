import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Two cores: by default vitest leaves one of them idle.
    maxWorkers: 2,
    // They carry PostgreSQL as well; the slowest tests take two seconds when nothing else runs.
    testTimeout: 20_000,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/postgres-server.ts'],
    // Files of one worker share its PGlite instances: to start one in every file would take most of the run.
    isolate: false,
  },
});
