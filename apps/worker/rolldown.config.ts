import { defineConfig } from 'rolldown';

/** One program of our packages and of others', so that a start reads a few files and not two thousand. */
export default defineConfig({
  input: { main: 'src/main.ts', 'runner-child': '../../packages/runner/src/child/main.ts' },
  platform: 'node',
  // The sources of our packages are bundled: none of them has to be built before.
  resolve: { conditionNames: ['@assay/source', 'node'] },
  // Native libraries are found as installed packages.
  external: ['better-sqlite3', 'sharp', 'quickjs-wasi', '@sqlite.org/sqlite-wasm'],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  },
});
