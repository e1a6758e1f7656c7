import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Two cores: by default vitest leaves one of them idle.
    maxWorkers: 2,
  },
});
