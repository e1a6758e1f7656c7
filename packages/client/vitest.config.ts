import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['src/**/*.test.ts'], testTimeout: 20_000 },
});
