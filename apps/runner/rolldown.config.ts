import { defineConfig } from 'rolldown';

/** The program and the file of its child processes, bundled from the source of packages/runner. */
export default defineConfig({
  input: { main: 'src/main.ts', 'runner-child': '../../packages/runner/src/child/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@assay/source', 'node'] },
  // Engines find their binaries as installed packages.
  external: ['quickjs-wasi', '@sqlite.org/sqlite-wasm'],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  },
});
